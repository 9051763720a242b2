// The choices of a verb as rows: moves to many squares become one row with a list.

import type { OptionView, UnitView, VerbGroup } from "../../protocol";
import { spotOf } from "../../words/words";

export interface Row {
  key: string;
  label: string;
  options: OptionView[];
  /** Whether the options differ by the square alone. */
  places: boolean;
}

/** The weapon in hand first, bare hands last. */
export function weaponRank(option: OptionView, inHand: string): number {
  return option.weapon === inHand ? 0 : option.bare ? 2 : 1;
}

function best(one: OptionView, other: OptionView): number {
  return (
    one.provokes.length - other.provokes.length ||
    (one.feet ?? one.path.length * 5) - (other.feet ?? other.path.length * 5)
  );
}

/** The rows of a verb: the weapon in hand first, bare hands last. */
export function rowsOf(group: VerbGroup, inHand = ""): Row[] {
  const found = new Map<string, OptionView[]>();
  // Charges from many squares with many weapons are one row per foe.
  const foes = group.options.some((one) => one.square && one.target && one.weapon) ? chargeWeapons(group.options, inHand) : null;
  for (const option of group.options) {
    // One row per foe: the bar offers other weapons for the charge.
    if (foes && foes.get(option.target) !== option.weapon) continue;
    const bare = option.square ? `${option.target} ${option.weapon} ${option.note}` : option.choice;
    const together = found.get(bare);
    if (together) together.push(option);
    else found.set(bare, [option]);
  }
  const rank = (option: OptionView | undefined): number => (option ? weaponRank(option, inHand) : 1);
  // Area spells come first: the list of targets of the others is long.
  const last = (options: OptionView[]): number => Number(!options[0]?.area.length);
  const sorted = [...found].sort(
    ([, one], [, other]) => rank(one[0]) - rank(other[0]) || last(one) - last(other),
  );
  const rows = sorted.map(([key, options]) => {
    const places = options.length > 1;
    const inOrder = places ? [...options].sort(best) : options;
    const label = places ? inOrder[0]!.row : inOrder[0]!.label;
    return { key: `${group.verb} ${key}`, label, options: inOrder, places };
  });
  return rows.map((row) => ({ ...row, label: row.label + apart(row, rows) }));
}

/** By target: the weapon of the charge, if possible the one in hand. */
function chargeWeapons(options: OptionView[], inHand: string): Map<string | null, string | null> {
  const found = new Map<string | null, OptionView>();
  for (const option of options) {
    const known = found.get(option.target);
    if (!known || weaponRank(option, inHand) < weaponRank(known, inHand)) found.set(option.target, option);
  }
  return new Map([...found].map(([target, option]) => [target, option.weapon]));
}

/** Options with the same label are distinguished by the server's text, or by the weapon. */
function apart(row: Row, rows: Row[]): string {
  const { weapon_words: weapon, apart: said } = row.options[0]!;
  const alike = rows.filter((one) => one !== row && one.label === row.label);
  if (alike.some((one) => one.options[0]!.apart !== said)) return `, ${said}`;
  return alike.length > 0 && weapon ? ` (${weapon})` : "";
}

/** `G6, 30 ft, provokes` for the list of squares. */
export function placeWords(option: OptionView, nameOf: (id: string) => string): string {
  const words = [option.square ?? ""];
  if (option.feet !== null) words.push(`${option.feet} ft`);
  if (option.provokes.length > 0) words.push(`provokes ${option.provokes.map(nameOf).join(", ")}`);
  return words.join(", ");
}

/** Whether it needs a confirmation. */
export function isRisky(option: OptionView): boolean {
  return option.provokes.length > 0 || option.warning !== "";
}

/** Moves that end near a unit, the best first: adjacent, without provoking, the shortest. */
export function approaches(options: OptionView[], target: UnitView, near = Infinity): OptionView[] {
  const apart = (one: OptionView): number => {
    const at = spotOf(one.square);
    if (!at) return Infinity;
    const gap = (from: number, to: number): number => Math.max(0, to - from, from - (to + target.size - 1));
    return Math.max(gap(at.x, target.x), gap(at.y, target.y));
  };
  return options
    .filter((one) => one.square && !one.target && one.path.length > 0 && one.area.length === 0)
    .map((option) => ({ option, apart: apart(option) }))
    .filter((one) => one.apart <= near)
    .sort((one, other) => one.apart - other.apart || best(one.option, other.option))
    .map((one) => one.option);
}

/** The meaning of a click on a unit: the option with the lowest rank, with the weapon in hand. */
export function firstAimed(groups: VerbGroup[], target: string, inHand = ""): OptionView | undefined {
  let best: { option: OptionView; rank: number } | undefined;
  for (const group of groups) {
    for (const option of group.options) {
      if (option.target !== target) continue;
      const rank = group.rank * 2 + Number(option.weapon !== inHand);
      if (!best || rank < best.rank) best = { option, rank };
    }
  }
  return best?.option;
}

/** Choices at a square without a target. */
export function optionsBySquare(options: OptionView[]): Map<string, OptionView[]> {
  const found = new Map<string, OptionView[]>();
  for (const option of options) {
    if (!option.square || option.target) continue;
    const there = found.get(option.square);
    if (there) there.push(option);
    else found.set(option.square, [option]);
  }
  return found;
}

/**
 * The list in the server's order. A verb with many choices has its own section; neighbours with a single choice share
 * one.
 */
export function sectionsOf<T>(all: T[], isSingle: (one: T) => boolean): T[][] {
  const sections: T[][] = [];
  for (const one of all) {
    const last = sections.at(-1);
    if (last && isSingle(one) && isSingle(last[0]!)) last.push(one);
    else sections.push([one]);
  }
  return sections;
}
