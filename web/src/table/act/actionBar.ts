// The actions of whoever acts as buttons: one a verb, with its variants (weapons, spells) behind it.

import type { OptionView, VerbGroup } from "../../protocol";
import { iconPath } from "../../pictures/icons";

export interface Entry {
  verb: string;
  name: string;
  title: string;
  icon: string;
  cost: string;
  options: OptionView[];
  variants: Variant[];
}

export interface Variant {
  key: string;
  /** The weapon or spell, as the button shows it. */
  name: string;
  options: OptionView[];
}

function rank(variant: string, inHand: string): number {
  return variant === inHand ? 0 : variant === "unarmed" ? 2 : 1;
}

/** The weapons or spells among choices of one verb; the weapon in hand first, bare hands last. */
export function variantsOf(options: OptionView[], inHand: string): Variant[] {
  const found = new Map<string, OptionView[]>();
  for (const option of options) {
    const key = option.note || option.weapon || "";
    const some = found.get(key);
    if (some) some.push(option);
    else found.set(key, [option]);
  }
  return [...found]
    .map(([key, some]) => ({ key, name: key === "unarmed" ? "bare hands" : key, options: some }))
    .sort((one, other) => rank(one.key, inHand) - rank(other.key, inHand));
}

/** What costs differ by the choice: the least of them. */
function costOf(group: VerbGroup): string {
  const costs = new Set(group.options.map((option) => option.cost));
  return costs.size === 1 ? [...costs][0]! : group.cost;
}

/** The buttons of the bar in the server's order; ending the turn has one of its own, and so have words. */
export function entriesOf(groups: VerbGroup[], inHand: string): Entry[] {
  return groups.filter((group) => !group.ends && !group.words).map((group) => {
    const variants = variantsOf(group.options, inHand);
    return {
      verb: group.verb,
      name: group.name,
      title: group.title,
      icon: iconPath(group.icon),
      cost: costOf(group),
      options: group.options,
      variants,
    };
  });
}

/** Whether something on the board has to be pointed at. */
export function needsAim(options: OptionView[]): boolean {
  return options.some((option) => option.target !== null || option.square !== null);
}
