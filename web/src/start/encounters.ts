// The encounters shown on the start page, by search text, book, size and theme.

import type { EncounterLine } from "../protocol";

export type Size = "" | "small" | "medium" | "large";

export interface Wanted {
  text: string;
  book: string;
  size: Size;
  theme: string;
}

export const NOTHING_WANTED: Wanted = { text: "", book: "", size: "", theme: "" };
export const SIZES: { id: Size; label: string }[] = [
  { id: "small", label: "Small: up to 8" },
  { id: "medium", label: "Medium: 9 to 15" },
  { id: "large", label: "Large: 16 and more" },
];

export function sizeOf(line: EncounterLine): Size {
  if (line.units <= 8) return "small";
  return line.units <= 15 ? "medium" : "large";
}

/** A broken file is found only by its name, because nothing else is known. */
function fits(line: EncounterLine, wanted: Wanted): boolean {
  const said = [line.title, line.name, line.look_for, line.difficulty, ...line.themes];
  const words = said.join(" ").toLowerCase();
  if (!wanted.text.toLowerCase().split(/\s+/).every((word) => words.includes(word))) return false;
  if (line.trouble) return !wanted.book && !wanted.size && !wanted.theme;
  if (wanted.book && line.book !== wanted.book) return false;
  if (wanted.size && sizeOf(line) !== wanted.size) return false;
  return !wanted.theme || line.themes.includes(wanted.theme);
}

/** The matching ones: the recommended one first, then the GM's own, then by title. */
export function found(lines: EncounterLine[], wanted: Wanted): EncounterLine[] {
  const rank = (line: EncounterLine): number => (line.recommended ? 0 : line.own ? 1 : 2);
  return lines
    .filter((line) => fits(line, wanted))
    .sort((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}

/** All themes, the most common first. */
export function themesOf(lines: EncounterLine[]): string[] {
  const counted = new Map<string, number>();
  for (const theme of lines.flatMap((line) => line.themes)) {
    counted.set(theme, (counted.get(theme) ?? 0) + 1);
  }
  return [...counted.keys()].sort(
    (one, other) => counted.get(other)! - counted.get(one)! || one.localeCompare(other),
  );
}

export function isWanted(wanted: Wanted): boolean {
  return wanted.text.trim() !== "" || wanted.book !== "" || wanted.size !== "" || wanted.theme !== "";
}
