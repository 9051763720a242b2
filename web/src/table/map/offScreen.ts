// Foes outside the view: side, number, and the nearest one.

export interface Window {
  x: number;
  y: number;
  wide: number;
  high: number;
}

export interface Placed {
  x: number;
  y: number;
  size: number;
}

export type Side = "left" | "right" | "top" | "bottom";

export interface Beyond<One> {
  side: Side;
  count: number;
  nearest: One;
}

export function offScreen<One extends Placed>(units: One[], shown: Window): Beyond<One>[] {
  const found = new Map<Side, Beyond<One> & { away: number }>();
  for (const unit of units) {
    const [x, y] = [unit.x + unit.size / 2, unit.y + unit.size / 2];
    const over: Record<Side, number> = {
      left: shown.x - x, right: x - shown.x - shown.wide, top: shown.y - y, bottom: y - shown.y - shown.high,
    };
    const [side, far] = (Object.entries(over) as [Side, number][]).reduce((one, other) => (other[1] > one[1] ? other : one));
    if (far <= 0) continue;
    const known = found.get(side);
    const away = Math.hypot(x - shown.x - shown.wide / 2, y - shown.y - shown.high / 2);
    const nearest = known && known.away <= away ? known.nearest : unit;
    found.set(side, { side, count: (known?.count ?? 0) + 1, nearest, away: Math.min(away, known?.away ?? away) });
  }
  return [...found.values()];
}
