// The statistics of a fight for the end card.

import type { UnitStats } from "../protocol";

export interface Honour {
  title: string;
  unit: string;
  id: string;
  text: string;
}

function best(stats: UnitStats[], by: (one: UnitStats) => number): UnitStats | null {
  let found: UnitStats | null = null;
  for (const one of stats) if (by(one) > 0 && (!found || by(one) > by(found))) found = one;
  return found;
}

/** `+1.4` or `−0.6`, a real minus sign in it. */
export function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value)}`;
}

/** The few most notable statistics; only those that apply. */
export function honours(stats: UnitStats[]): Honour[] {
  const found: Honour[] = [];
  const add = (title: string, one: UnitStats | null, text: (one: UnitStats) => string): void => {
    if (one) found.push({ title, unit: one.unit, id: one.id, text: text(one) });
  };
  const most = best(stats, (one) => one.dealt);
  const blow = best(stats, (one) => one.biggest);
  add("Most damage", most, (one) => `${one.dealt} HP`);
  // A single hit with all of the damage is already listed.
  if (blow !== most || blow?.biggest !== blow?.dealt) add("Biggest hit", blow, (one) => `${one.biggest} HP at once`);
  add("Most takedowns", best(stats, (one) => (one.felled > 1 ? one.felled : 0)), (one) => `took down ${one.felled}`);
  add("Most damage taken", best(stats, (one) => one.taken), (one) => `${one.taken} HP`);
  add("Most healing", best(stats, (one) => one.healed), (one) => `${one.healed} HP`);
  add("So close", best(stats, (one) => (one.near_misses > 1 ? one.near_misses : 0)), (one) => `${one.near_misses} attacks missed by 1 or 2`);
  add("Charmed life", best(stats, (one) => (one.close_calls > 1 ? one.close_calls : 0)), (one) => `${one.close_calls} attacks on it missed by 1 or 2`);
  const thrown = stats.filter((one) => one.dice >= 4 && one.luck !== null);
  add("Luckiest dice", best(thrown, (one) => one.luck ?? 0), (one) => `${signed(one.luck ?? 0)} a roll`);
  add("Unluckiest dice", best(thrown, (one) => -(one.luck ?? 0)), (one) => `${signed(one.luck ?? 0)} a roll`);
  return found;
}
