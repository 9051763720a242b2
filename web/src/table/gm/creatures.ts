// "3 goblins" as somebody types it: how many of which creature.

import type { CreatureLine } from "../../protocol";

export interface Wanted {
  count: number;
  creature: CreatureLine;
}

const MOST = 20;

/** Creatures that fit what is typed, best first, each with how many of it are wanted. */
export function wantedOf(typed: string, creatures: CreatureLine[]): Wanted[] {
  const text = typed.trim().toLowerCase();
  const counted = /^([0-9]{1,2}) *[x×]? *(.+)$/.exec(text) ?? /^(.+?) *[x×] *([0-9]{1,2})$/.exec(text);
  const [first, second] = [counted?.[1] ?? "", counted?.[2] ?? ""];
  const number = Number(/^[0-9]+$/.test(first) ? first : second) || 1;
  const name = !counted ? text : /^[0-9]+$/.test(first) ? second : first;
  if (!name) return [];
  const count = Math.max(1, Math.min(MOST, number));
  const rank = (creature: CreatureLine): number => {
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
