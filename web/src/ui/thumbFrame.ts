// The part of a map that a thumbnail shows: as much as fits its shape, with all units.

export interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** Margin around a unit, so that no token is cut off. */
const MARGIN = 0.3;

/** The part of a map of this many squares for a picture `shape` times as wide as high. */
export function frame(map: { wide: number; high: number }, people: { x: number; y: number; size: number }[], shape: number): Box {
  const [left, right] = ends(people.map((one) => [one.x, one.size]), map.wide);
  const [top, bottom] = ends(people.map((one) => [one.y, one.size]), map.high);
  const high = Math.max(Math.min(map.high, map.wide / shape), bottom - top, (right - left) / shape);
  const wide = high * shape;
  return { x: place(map.wide, wide, left, right), y: place(map.high, high, top, bottom), wide, high };
}

/** From the first unit to the last on one axis; without units the middle of the map. */
function ends(spots: [middle: number, size: number][], map: number): [number, number] {
  if (spots.length === 0) return [map / 2, map / 2];
  return [
    Math.min(...spots.map(([middle, size]) => middle - size / 2 - MARGIN)),
    Math.max(...spots.map(([middle, size]) => middle + size / 2 + MARGIN)),
  ];
}

/** Its start on one axis: centred on the map, unless a unit would be outside. */
function place(map: number, length: number, first: number, last: number): number {
  const middle = (map - length) / 2;
  return Math.min(Math.max(middle, last - length), first);
}
