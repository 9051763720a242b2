// Changes of all units' health between two states.

import type { UnitView } from "../../protocol";

export interface Change {
  unit: string;
  /** The middle of the unit's place, in squares. */
  x: number;
  y: number;
  text: string;
  kind: "harm" | "cure";
}

const BANDS = ["unhurt", "hurt", "bloodied", "at death's door", "down", "dead"];

export class HealthWatch {
  #before = new Map<string, { hp: number | null; band: number }>();

  /** The changes since the last state; none for units seen for the first time. */
  look(units: UnitView[]): Change[] {
    const found: Change[] = [];
    for (const unit of units) {
      const now = { hp: unit.hp, band: BANDS.indexOf(unit.band) };
      const before = this.#before.get(unit.id);
      this.#before.set(unit.id, now);
      const change = before && words(before, now);
      if (!change) continue;
      found.push({ unit: unit.id, x: unit.x + unit.size / 2, y: unit.y + 0.2, ...change });
    }
    return found;
  }
}

function words(
  before: { hp: number | null; band: number },
  now: { hp: number | null; band: number },
): Pick<Change, "text" | "kind"> | null {
  if (before.hp !== null && now.hp !== null && before.hp !== now.hp) {
    const by = now.hp - before.hp;
    return by < 0 ? { text: `−${-by}`, kind: "harm" } : { text: `+${by}`, kind: "cure" };
  }
  if (before.hp !== null && now.hp === null && now.band > before.band) {
    return { text: `−${before.hp}`, kind: "harm" };
  }
  // If only a band is known, only its change can be shown.
  if (now.hp === null && before.band >= 0 && now.band > before.band) {
    return { text: "hit!", kind: "harm" };
  }
  return null;
}
