// Preferences stored in this browser; nothing that belongs to a fight.

type Theme = "auto" | "light" | "dark";
export type Pace = "slow" | "normal" | "fast" | "instant";
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "instant"];

function read(key: string): string | null {
  try {
    return localStorage.getItem(`shieldwall.${key}`);
  } catch {
    return null; // a browser that stores nothing
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`shieldwall.${key}`, value);
  } catch {
    // It stays as it is until the page is closed.
  }
}

function known(pace: string | null): Pace | null {
  return PACES.find((one) => one === pace) ?? null;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
const finger = matchMedia("(pointer: coarse)");
function share(text: string | null): number {
  const value = text === null ? 1 : Number(text);
  return value >= 0 && value <= 1 ? value : 1;
}

const system = matchMedia("(prefers-color-scheme: dark)");

class Prefs {
  theme = $state<Theme>((read("theme") as Theme | null) ?? "auto");
  shortcuts = $state(read("shortcuts") !== "off");
  /** Speed of the animations; without motion the result is shown at once. */
  pace = $state<Pace>(known(read("pace")) ?? (still.matches ? "instant" : "normal"));
  /** Off on phones, which are used next to other players. */
  sounds = $state((read("sounds") ?? (finger.matches ? "off" : "on")) === "on");
  /** Whether tokens may move across the board, by the system's setting. */
  still = $state(still.matches);
  /** How strongly a map's own picture shows under the grid, from 0 to 1. */
  mapPicture = $state(share(read("map-picture")));
  #toured = $state(read("toured") === "yes");

  constructor() {
    system.addEventListener("change", () => this.paint());
    still.addEventListener("change", () => (this.still = still.matches));
    this.paint();
  }

  paint(): void {
    const dark = this.theme === "dark" || (this.theme === "auto" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }

  nextTheme(): void {
    this.theme = this.theme === "auto" ? "light" : this.theme === "light" ? "dark" : "auto";
    write("theme", this.theme);
    this.paint();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    write("pace", pace);
  }

  setSounds(on: boolean): void {
    this.sounds = on;
    write("sounds", on ? "on" : "off");
  }

  /** Whether the guided first fight was played or declined. */
  get toured(): boolean {
    return this.#toured;
  }

  set toured(done: boolean) {
    this.#toured = done;
    write("toured", done ? "yes" : "no");
  }

  setMapPicture(strength: number): void {
    this.mapPicture = strength;
    write("map-picture", String(strength));
  }

  setShortcuts(on: boolean): void {
    this.shortcuts = on;
    write("shortcuts", on ? "on" : "off");
  }
}

export const prefs = new Prefs();
