// Small shapes on the editor's map: the edge under the pointer, the facing of a unit.

import type { DraftUnit } from "../protocol";
import type { Edge } from "./mapModel";
import { DIRECTIONS } from "./unitModel";

/** The edge of a square that a point is nearest to. */
export function nearest(at: { x: number; y: number }): Edge {
  const x = Math.floor(at.x);
  const y = Math.floor(at.y);
  const [dx, dy] = [at.x - x, at.y - y];
  const best = Math.min(dx, 1 - dx, dy, 1 - dy);
  if (best === dx) return { x: x - 1, y, south: false };
  if (best === 1 - dx) return { x, y, south: false };
  return best === dy ? { x, y: y - 1, south: true } : { x, y, south: true };
}

/** The mark of a unit's facing, as a path around its middle; "" for none. */
export function nose(faces: string, size: number): string {
  const at = DIRECTIONS.indexOf(faces);
  if (at < 0) return "";
  const turn = (at * Math.PI) / 4 - Math.PI / 2;
  const r = size * 0.46;
  const [x, y] = [Math.cos(turn), Math.sin(turn)];
  return `M${x * (r + 0.17)} ${y * (r + 0.17)}L${x * r - y * 0.16} ${y * r + x * 0.16}L${x * r + y * 0.16} ${y * r - x * 0.16}z`;
}

/** The number among several of a kind. */
export function numberOf(unit: DraftUnit): string {
  return /[ -]([0-9]+)$/.exec(unit.name)?.[1] ?? "";
}
