// The acting unit's actions as buttons: one per verb, with its variants (weapons, spells).

import type { OptionView, VerbGroup } from "../../protocol";
import { iconPath } from "../../pictures/icons";
import { weaponRank } from "./rows";

export interface Entry {
  verb: string;
  name: string;
  title: string;
  icon: string;
  cost: string;
  spends: VerbGroup["spends"];
  options: OptionView[];
  variants: Variant[];
}

export interface Variant {
  key: string;
  /** The weapon or spell, as the button shows it. */
  name: string;
  options: OptionView[];
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
    .map(([key, some]) => ({ key, name: some[0]!.note || some[0]!.weapon_words, options: some }))
    .sort((one, other) => weaponRank(one.options[0]!, inHand) - weaponRank(other.options[0]!, inHand));
}

/** The common cost of its choices, else the usual cost of the action. */
function costOf(group: VerbGroup): Pick<VerbGroup, "cost" | "spends"> {
  const costs = new Set(group.options.map((option) => option.cost));
  const { cost, spends } = costs.size === 1 ? group.options[0]! : group;
  return { cost, spends };
}

/** The buttons of the bar in the server's order; ending the turn and free text have their own. */
export function entriesOf(groups: VerbGroup[], inHand: string): Entry[] {
  return groups.filter((group) => !group.ends && !group.words).map((group) => {
    const variants = variantsOf(group.options, inHand);
    return {
      verb: group.verb,
      name: group.name,
      title: group.title,
      icon: iconPath(group.icon),
      ...costOf(group),
      options: group.options,
      variants,
    };
  });
}

/** Whether it needs a target on the board. */
export function needsAim(options: OptionView[]): boolean {
  return options.some((option) => option.target !== null || option.square !== null);
}
