// The fourth part of a table: the odds of choices, and of an attack after a move. They are requested when the player
// points at a choice, or earlier when idle, and kept while the question is open.

import type { ClientMessage, OptionView, Preview } from "../protocol";
import { Approach } from "./approach.svelte";

const MOST = 400;
/** How long a pointer rests before the server is asked, in ms. */
const REST = 90;
/** How long a list of choices is open before its odds are requested, in ms. */
const SETTLED = 800;
/** Maximum pending requests; the server has other clients. */
const AT_ONCE = 1;
/** Odds that arrive within this many ms are shown together. */
const TOGETHER = 400;
/** Maximum wait for odds, in ms. */
const PATIENCE = 6_000;

interface Asker {
  /** The id of the open question; "" for none. */
  request(): string;
  isOpen(): boolean;
  /** Whether the choice is currently shown. */
  looksAt(choice: string): boolean;
  send(message: ClientMessage): boolean;
}

export class Odds {
  known = $state.raw<Record<string, Preview>>({});
  /** The choice whose odds are being computed. */
  asking = $state("");
  /** The choice whose odds did not arrive in time. */
  late = $state("");
  /** The possible attack after a move. */
  readonly approaches: Approach;
  #asker: Asker;
  #asked = new Set<string>();
  #resting = 0;
  #foreseeing = 0;
  /** Choices whose odds are not requested yet, and those that are. */
  #wanted: OptionView[] = [];
  #awaited = new Set<string>();
  /** Odds not on screen now; they are shown together. */
  #fresh: Record<string, Preview> = {};
  #showing = 0;

  constructor(asker: Asker) {
    this.#asker = asker;
    this.approaches = new Approach(asker);
  }

  /** The known odds of a choice of the open question. */
  of(option: OptionView | null): Preview | null {
    const request = this.#asker.request();
    return option && request ? (this.known[`${request} ${option.choice}`] ?? null) : null;
  }

  /** A new question: earlier odds are useless. */
  forget(): void {
    this.known = {};
    this.#fresh = {};
    this.#asked.clear();
    this.#wanted = [];
    this.approaches.forget();
  }

  /** The choice is made, so its odds are no longer needed. */
  drop(): void {
    clearTimeout(this.#resting);
  }

  /** Once the pointer has rested on a choice. */
  rest(option: OptionView): void {
    clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => this.#ask(option), REST);
  }

  #ask(option: OptionView): void {
    const request = this.#asker.request();
    const key = `${request} ${option.choice}`;
    if (!request || this.#asked.has(key) || !this.#asker.isOpen()) return;
    this.#asked.add(key);
    this.asking = key;
    window.setTimeout(() => {
      if (this.asking !== key) return;
      this.asking = "";
      this.#asked.delete(key);
      this.late = key;
    }, PATIENCE);
    this.#asker.send({ type: "preview", request, choice: option.choice });
  }

  /** For several choices, one after the other, once the selection has settled. */
  foresee(options: OptionView[], soon = false): void {
    clearTimeout(this.#foreseeing);
    this.#wanted = soon ? [...options, ...this.#wanted] : [...options];
    this.#foreseeing = window.setTimeout(() => this.#next(), soon ? REST : SETTLED);
  }

  #next(): void {
    while (this.#awaited.size < AT_ONCE && this.#asker.request() && this.#asker.isOpen()) {
      const option = this.#wanted.shift();
      if (!option) return;
      const request = this.#asker.request();
      const key = `${request} ${option.choice}`;
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      this.#awaited.add(key);
      window.setTimeout(() => this.#came(key), PATIENCE);
      this.#asker.send({ type: "preview", request, choice: option.choice });
    }
  }

  #came(key: string): void {
    if (this.#awaited.delete(key)) this.#next();
  }

  keep(request: string, choice: string, preview: Preview): void {
    const key = `${request} ${choice}`;
    const now = this.asking === key || this.#asker.looksAt(choice);
    if (this.asking === key) this.asking = "";
    this.#came(key);
    this.#fresh[key] = preview;
    if (now) this.#show();
    else this.#showing ||= window.setTimeout(() => this.#show(), TOGETHER);
  }

  #show(): void {
    clearTimeout(this.#showing);
    this.#showing = 0;
    const kept = Object.entries(this.known).slice(-MOST);
    this.known = { ...Object.fromEntries(kept), ...this.#fresh };
    this.#fresh = {};
  }
}
