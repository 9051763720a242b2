// Parses "3 goblins, wolf": numbers of creatures.

import type { CreatureLine } from "../../protocol";

/** The names of a creature for searching. */
type Named = Pick<CreatureLine, "name" | "plural">;

export interface Wanted<Creature extends Named = CreatureLine> {
  count: number;
  creature: Creature;
}

export interface WantedList<Creature extends Named = CreatureLine> {
  /** The parts before the last comma, each with the best matching creature. */
  settled: Wanted<Creature>[];
  /** The first unknown name before it. */
  unknown: string;
  /** Creatures that match the current input, best first. */
  found: Wanted<Creature>[];
}

const MOST = 20;
const SEPARATOR = /[,;+&]/;

export function wantedList<Creature extends Named>(typed: string, creatures: Creature[]): WantedList<Creature> {
  const parts = typed.split(SEPARATOR);
  const last = parts.pop() ?? "";
  const before = parts.map((part) => part.trim()).filter((part) => part !== "");
  const best = before.map((part) => wantedOf(part, creatures)[0]);
  return {
    settled: best.filter((one) => one !== undefined),
    unknown: before.find((_, at) => best[at] === undefined) ?? "",
    found: wantedOf(last, creatures),
  };
}

/** Creatures that match the input, best first, each with its number. */
export function wantedOf<Creature extends Named>(typed: string, creatures: Creature[]): Wanted<Creature>[] {
  const text = typed.trim().toLowerCase();
  const counted = /^([0-9]{1,2}) *[x×]? *(.+)$/.exec(text) ?? /^(.+?) *[x×] *([0-9]{1,2})$/.exec(text);
  const [first, second] = [counted?.[1] ?? "", counted?.[2] ?? ""];
  const number = Number(/^[0-9]+$/.test(first) ? first : second) || 1;
  const name = !counted ? text : /^[0-9]+$/.test(first) ? second : first;
  if (!name) return [];
  const count = Math.max(1, Math.min(MOST, number));
  const rank = (creature: Creature): number => {
    const known = [creature.name.toLowerCase(), creature.plural.toLowerCase()];
    if (known.includes(name)) return 0;
    if (known.some((one) => one.startsWith(name))) return 1;
    return known.some((one) => one.includes(name)) ? 2 : 3;
  };
  return creatures
    .map((creature) => ({ creature, rank: rank(creature) }))
    .filter((one) => one.rank < 3)
    .sort((one, other) => one.rank - other.rank || one.creature.name.localeCompare(other.creature.name))
    .map(({ creature }) => ({ count, creature }));
}

/** A whole line, `3 goblins, wolf`, each with the best matching creature; none if a name is unknown. */
export function wantedLine<Creature extends Named>(typed: string, creatures: Creature[]): Wanted<Creature>[] {
  const { settled, unknown, found } = wantedList(typed, creatures);
  const isListed = /[,;+&]\s*$/.test(typed);
  if (unknown || (!isListed && !found[0])) return [];
  return found[0] ? [...settled, found[0]] : settled;
}

/** Whether it is several, by a number or a list. */
export function asksForSeveral(typed: string): boolean {
  return SEPARATOR.test(typed) || /^ *[0-9]{1,2} *[x×]? *[^0-9 ]|[x×] *[0-9]{1,2} *$/.test(typed);
}

/** `3 goblins`, `1 wolf`. */
export function wantedWords(wanted: Wanted<Named>): string {
  return `${wanted.count} ${wanted.count === 1 ? wanted.creature.name : wanted.creature.plural || wanted.creature.name}`;
}

/**
 * Short names for several of a kind, `goblin-1` to `goblin-3`, after those in use; "" for one of a
 * kind, which the server names.
 */
export function shortNames(creatures: string[], used: string[]): string[] {
  const stems = creatures.map((name) => name.toLowerCase().replaceAll("'", "").trim().replaceAll(/\s+/g, "-"));
  const taken = new Set(used);
  return stems.map((stem) => {
    if (stems.indexOf(stem) === stems.lastIndexOf(stem)) return "";
    let number = taken.has(stem) ? 2 : 1;
    while (taken.has(`${stem}-${number}`)) number += 1;
    taken.add(`${stem}-${number}`);
    return `${stem}-${number}`;
  });
}
