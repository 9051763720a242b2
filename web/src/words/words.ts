// Small helpers for squares, percentages and names.

import type { MapView, UnitView } from "../protocol";

export interface Spot {
  x: number;
  y: number;
}

/** `C4` as column and row from 0; without a map `30ft` or `30ft/15ft`; null for anything else. */
export function spotOf(square: string | null | undefined): Spot | null {
  const feet = /^([0-9]+)ft(?:\/([0-9]+)ft)?$/.exec(square ?? "");
  if (feet) return { x: Math.floor(Number(feet[1]) / 5), y: Math.floor(Number(feet[2] ?? 0) / 5) };
  const found = /^([A-Z]+)([0-9]+)$/.exec(square ?? "");
  if (!found) return null;
  let x = 0;
  for (const letter of found[1]!) x = x * 26 + letter.charCodeAt(0) - 64;
  return { x: x - 1, y: Number(found[2]) - 1 };
}

export function columnName(x: number): string {
  let name = "";
  for (let rest = x + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function squareName(x: number, y: number): string {
  return `${columnName(x)}${y + 1}`;
}

/** The name of a place of this map. */
export function placeName(map: MapView, x: number, y: number): string {
  if (!map.open) return squareName(x, y);
  return map.height === 1 ? `${x * 5}ft` : `${x * 5}ft/${y * 5}ft`;
}

export function percent(chance: number): string {
  const value = chance * 100;
  if (value > 0 && value < 1) return "under 1 %";
  if (value > 99 && value < 100) return "over 99 %";
  return `${Math.round(value)} %`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A label in the middle of a sentence. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A side as people name it: `toll-takers` is written in files, Toll takers is read. */
export function sideName(name: string): string {
  return capital(name.replaceAll("-", " ").replaceAll("_", " "));
}

export function listed(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** Several of a kind in few words: Bandit 2, Bandit 3 and Ada as `Bandit 2, 3 and Ada`. */
export function listedShort(units: { name: string; number: string }[]): string {
  let kind = "";
  return listed(
    units.map(({ name, number }) => {
      const before = kind;
      kind = number ? name.slice(0, -number.length) : "";
      return kind && kind === before ? number : name;
    }),
  );
}

export function isDown(unit: UnitView): boolean {
  return unit.band === "down" || unit.band === "dead" || unit.band === "gone";
}

/** HP as far as it is known: `7 of 12`, a band, or nothing. */
export function healthWords(unit: UnitView): string {
  if (isDown(unit)) return unit.conditions[0] ?? unit.band;
  if (unit.hp !== null && unit.max_hp !== null) return `${unit.hp} of ${unit.max_hp} HP`;
  return unit.band === "unknown" ? "" : unit.band;
}

/** How full the ring is: by numbers where they are known, else by the band. */
export function healthShare(unit: UnitView): number {
  if (isDown(unit)) return 0;
  if (unit.hp !== null && unit.max_hp) return Math.max(0, Math.min(1, unit.hp / unit.max_hp));
  return { unhurt: 1, hurt: 0.75, bloodied: 0.5, "at death's door": 0.25 }[unit.band as string] ?? 1;
}

/** The awaited seats in words. */
export function seatNames(names: string[]): string {
  return listed(names.map((name) => (name === "GM" ? "the GM" : name)));
}
