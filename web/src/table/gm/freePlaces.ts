// Where creatures that are added can stand.

import type { MapView, UnitView } from "../../protocol";
import { isDown, type Spot } from "../../words/words";

/** Places of `size` squares a side, nearest first, where nobody stands and nothing solid is. */
export function freePlaces(map: MapView, units: UnitView[], near: Spot, size: number, count: number): Spot[] {
  const taken = new Set<string>();
  const fill = (x: number, y: number, wide: number): void => {
    for (let row = y; row < y + wide; row += 1) for (let column = x; column < x + wide; column += 1) taken.add(`${column} ${row}`);
  };
  for (const unit of units) if (unit.square !== null && !isDown(unit)) fill(unit.x, unit.y, unit.size);
  const isFree = (x: number, y: number): boolean => {
    for (let row = y; row < y + size; row += 1) {
      for (let column = x; column < x + size; column += 1) {
        const ground = map.ground[row]?.[column];
        if (ground === undefined || ground === "#" || ground === "x" || taken.has(`${column} ${row}`)) return false;
      }
    }
    return true;
  };
  const spots: Spot[] = [];
  for (let y = 0; y < map.height; y += 1) for (let x = 0; x < map.width; x += 1) spots.push({ x, y });
  const far = (at: Spot): number => Math.max(Math.abs(at.x - near.x), Math.abs(at.y - near.y)) * 1000 + Math.hypot(at.x - near.x, at.y - near.y);
  spots.sort((one, other) => far(one) - far(other));
  const found: Spot[] = [];
  for (const at of spots) {
    if (found.length >= count) break;
    if (!map.open && !isFree(at.x, at.y)) continue;
    fill(at.x, at.y, size);
    found.push(at);
  }
  return found;
}
