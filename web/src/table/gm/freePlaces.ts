// Free squares for added creatures.

import type { MapView } from "../../protocol";
import type { Spot } from "../../words/words";

/** A unit that takes room, unless it is down. */
interface Standing extends Spot {
  size: number;
  square?: string | null;
  band?: string;
}

/**
 * For each size (squares per side) the nearest free square; null if there is no room left.
 */
export function freePlaces(map: MapView, units: Standing[], near: Spot, sizes: number[]): (Spot | null)[] {
  const taken = new Set<string>();
  const fill = (x: number, y: number, wide: number): void => {
    for (let row = y; row < y + wide; row += 1) for (let column = x; column < x + wide; column += 1) taken.add(`${column} ${row}`);
  };
  const LYING = new Set(["down", "dead", "gone"]);
  for (const unit of units) if (unit.square !== null && !LYING.has(unit.band ?? "")) fill(unit.x, unit.y, unit.size);
  const isFree = (x: number, y: number, size: number): boolean => {
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
  return sizes.map((size) => {
    const at = spots.find((one) => map.open || isFree(one.x, one.y, size));
    if (at) fill(at.x, at.y, size);
    return at ?? null;
  });
}
