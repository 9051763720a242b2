// The names below tokens: as many as there is room for.

export interface Named {
  name: string;
  x: number;
  y: number;
  size: number;
}

/** A letter is about this much of its height wide. */
const LETTER = 0.58;
/** How much of a token, from its middle, no name may cover. */
const HALF = 0.36;
/** Up to this rank a name may cover another token. */
const ALWAYS = 1;

/** The units whose names fit, with letters of this height in squares; the lowest rank first. */
export function named<Unit extends Named>(units: Unit[], letters: number, rank: (unit: Unit) => number): Unit[] {
  const taken: { left: number; right: number; y: number }[] = [];
  const found: Unit[] = [];
  for (const unit of [...units].sort((one, other) => rank(one) - rank(other))) {
    const wide = unit.name.length * LETTER * letters;
    const at = { left: middle(unit) - wide / 2, right: middle(unit) + wide / 2, y: unit.y + unit.size };
    if (taken.some((one) => one.y === at.y && one.left < at.right && at.left < one.right)) continue;
    const hides = units.some(
      (one) => one.y === at.y && middle(one) + HALF * one.size > at.left && middle(one) - HALF * one.size < at.right,
    );
    if (hides && rank(unit) > ALWAYS) continue;
    taken.push(at);
    found.push(unit);
  }
  return found;
}

function middle(unit: Named): number {
  return unit.x + unit.size / 2;
}
