// Unchanged units stay the same objects, so that they are not drawn again.

import type { UnitView } from "../protocol";

export class Kept {
  #told = new Map<string, { text: string; unit: UnitView }>();

  keep(units: UnitView[]): UnitView[] {
    const before = this.#told;
    this.#told = new Map();
    return units.map((unit) => {
      const text = JSON.stringify(unit);
      const was = before.get(unit.id);
      const kept = was?.text === text ? was.unit : unit;
      this.#told.set(unit.id, { text, unit: kept });
      return kept;
    });
  }

  /** It was drawn differently meanwhile. */
  forget(id: string): void {
    this.#told.delete(id);
  }
}
