// What this browser remembers: nothing that belongs to a fight.

type Theme = "auto" | "light" | "dark";

function read(key: string): string | null {
  try {
    return localStorage.getItem(`shieldwall.${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(`shieldwall.${key}`, value);
  } catch {
    // It stays as it is until the page is closed.
  }
}

const system = matchMedia("(prefers-color-scheme: dark)");

class Prefs {
  theme = $state<Theme>((read("theme") as Theme | null) ?? "auto");
  shortcuts = $state(read("shortcuts") !== "off");

  constructor() {
    system.addEventListener("change", () => this.paint());
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

  setShortcuts(on: boolean): void {
    this.shortcuts = on;
    write("shortcuts", on ? "on" : "off");
  }
}

export const prefs = new Prefs();
