// Filters for the lines of the library.

import type { LibraryLine } from "../protocol";

export interface Sought {
  kind: LibraryLine["kind"];
  text: string;
  origin: "" | LibraryLine["origin"];
  tag: string;
  book: string;
}

export function fits(line: LibraryLine, sought: Sought): boolean {
  if (line.kind !== sought.kind) return false;
  if (sought.origin && line.origin !== sought.origin) return false;
  if (sought.tag && !line.tags.includes(sought.tag)) return false;
  if (sought.book && line.book && line.book !== sought.book) return false;
  const words = `${line.title} ${line.name} ${line.words} ${line.tags.join(" ")} ${line.facts.join(" ")}`.toLowerCase();
  return sought.text.toLowerCase().split(/\s+/).every((word) => words.includes(word));
}

/** Your own first, then by title. */
export function sought(lines: LibraryLine[], wanted: Sought): LibraryLine[] {
  const rank = (line: LibraryLine): number => (line.origin === "shipped" ? 1 : 0);
  return lines
    .filter((line) => fits(line, wanted))
    .sort((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}

/** The tags of a kind, the commonest first. */
export function tagsOf(lines: LibraryLine[]): string[] {
  const counted = new Map<string, number>();
  for (const tag of lines.flatMap((line) => line.tags)) counted.set(tag, (counted.get(tag) ?? 0) + 1);
  return [...counted.keys()].sort(
    (one, other) => counted.get(other)! - counted.get(one)! || one.localeCompare(other),
  );
}

export function keyOf(line: LibraryLine): string {
  return `${line.kind} ${line.origin === "shipped"} ${line.book} ${line.name}`;
}
