// A shared file: the replay of one fight, contained in the file itself.

import { mount } from "svelte";
import SharedReplay from "./replay/SharedReplay.svelte";
import type { Film } from "./replay/film";
import "./style.css";

declare global {
  interface Window {
    shieldwallFilm?: Film;
  }
}

const target = document.getElementById("app");
const film = window.shieldwallFilm;
if (target && film) {
  target.replaceChildren();
  mount(SharedReplay, { target, props: { film } });
}
