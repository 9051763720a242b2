// "3 goblins" as somebody types it: how many of which creature.

import type { CreatureLine } from "../../protocol";

export interface Wanted {
  count: number;
  creature: CreatureLine;
}

const MOST = 20;

/** How a name may read where there are several: goblins, wolves, harpies, bandits. */
function singulars(name: string): string[] {
  const found = [name];
  if (name.endsWith("ves")) found.push(`${name.slice(0, -3)}f`, `${name.slice(0, -3)}fe`);
  if (name.endsWith("ies")) found.push(`${name.slice(0, -3)}y`);
  if (name.endsWith("men")) found.push(`${name.slice(0, -3)}man`);
  if (name.endsWith("es")) found.push(name.slice(0, -2));
  if (name.endsWith("s")) found.push(name.slice(0, -1));
  return found;
}

/** Creatures that fit what is typed, best first, each with how many of it are wanted. */
export function wantedOf(typed: string, creatures: CreatureLine[]): Wanted[] {
  const text = typed.trim().toLowerCase();
  const counted = /^([0-9]{1,2}) *[x×]? *(.+)$/.exec(text) ?? /^(.+?) *[x×] *([0-9]{1,2})$/.exec(text);
  const [first, second] = [counted?.[1] ?? "", counted?.[2] ?? ""];
  const number = Number(/^[0-9]+$/.test(first) ? first : second) || 1;
  const name = !counted ? text : /^[0-9]+$/.test(first) ? second : first;
  if (!name) return [];
  const count = Math.max(1, Math.min(MOST, number));
  const names = singulars(name);
  const rank = (creature: string): number => {
    const known = creature.toLowerCase();
    if (names.includes(known)) return 0;
    if (names.some((one) => known.startsWith(one))) return 1;
    return names.some((one) => known.includes(one)) ? 2 : 3;
  };
  return creatures
    .map((creature) => ({ creature, rank: rank(creature.name) }))
    .filter((one) => one.rank < 3)
    .sort((one, other) => one.rank - other.rank || one.creature.name.localeCompare(other.creature.name))
    .map(({ creature }) => ({ count, creature }));
}
