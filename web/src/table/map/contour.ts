// The outline of any set of squares as one path, with corners as round as wanted.

interface Size {
  width: number;
  height: number;
}

/** Right, down, left, up: along the edges of a square with its inside to the right. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** The loops around the squares, each a list of corners. */
export function loops({ width, height }: Size, is: (x: number, y: number) => boolean): [number, number][][] {
  const inside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && is(x, y);
  // By point: the directions of its edges.
  const leaving = new Map<number, number>();
  const wide = width + 1;
  const add = (x: number, y: number, direction: number): void => {
    const key = y * wide + x;
    leaving.set(key, (leaving.get(key) ?? 0) | (1 << direction));
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1)) add(x, y, 0);
      if (!inside(x + 1, y)) add(x + 1, y, 1);
      if (!inside(x, y + 1)) add(x + 1, y + 1, 2);
      if (!inside(x - 1, y)) add(x, y + 1, 3);
    }
  }
  const found: [number, number][][] = [];
  for (const [start, ways] of leaving) {
    for (let left = leaving.get(start) ?? ways; left; left = leaving.get(start) ?? 0) {
      const loop: [number, number][] = [];
      let key = start;
      let direction = Math.log2(left & -left);
      let before = -1;
      for (;;) {
        leaving.set(key, (leaving.get(key) ?? 0) & ~(1 << direction));
        const [x, y] = [key % wide, Math.floor(key / wide)];
        if (direction !== before) loop.push([x, y]);
        before = direction;
        const [dx, dy] = DIRECTIONS[direction]!;
        key = (y + dy) * wide + x + dx;
        const next = leaving.get(key) ?? 0;
        if (!next) break;
        // Where two squares touch at a corner alone, they stay apart.
        const turn = [1, 0, 3].map((by) => (direction + by) % 4).find((way) => next & (1 << way));
        if (turn === undefined) break;
        direction = turn;
      }
      // The first corner may lie in the middle of an edge.
      if (loop.length > 2 && isStraight(loop.at(-1)!, loop[0]!, loop[1]!)) loop.shift();
      found.push(loop);
    }
  }
  return found;
}

function isStraight(one: [number, number], middle: [number, number], other: [number, number]): boolean {
  return (one[0] === middle[0] && middle[0] === other[0]) || (one[1] === middle[1] && middle[1] === other[1]);
}

/**
 * As a path that continues for a square beyond the edge, repeating the last squares, so that blurring it reveals
 * nothing along the border. `round` as below.
 */
export function spilling({ width, height }: Size, is: (x: number, y: number) => boolean, round = 0): string {
  const within = (at: number, most: number): number => Math.max(0, Math.min(most - 1, at - 1));
  return loops({ width: width + 2, height: height + 2 }, (x, y) => is(within(x, width), within(y, height)))
    .map((loop) => drawn(loop.map(([x, y]) => [x - 1, y - 1]), round))
    .join("");
}

/** As a path; `round` is how much of an edge a corner takes, at most a half. */
export function contour(size: Size, is: (x: number, y: number) => boolean, round = 0): string {
  return loops(size, is)
    .map((loop) => drawn(loop, round))
    .join("");
}

function drawn(loop: [number, number][], round: number): string {
  if (round <= 0) return `M${loop.map(([x, y]) => `${x} ${y}`).join("L")}z`;
  let path = "";
  loop.forEach((corner, at) => {
    const [before, after] = [loop.at(at - 1)!, loop[(at + 1) % loop.length]!];
    const [from, to] = [towards(corner, before, round), towards(corner, after, round)];
    path += `${at ? "L" : "M"}${from}Q${corner[0]} ${corner[1]} ${to}`;
  });
  return `${path}z`;
}

/** The point at this distance from a corner towards another. */
function towards([x, y]: [number, number], [toX, toY]: [number, number], round: number): string {
  const far = Math.abs(toX - x) + Math.abs(toY - y);
  const part = Math.min(round, far / 2) / far;
  return `${+(x + (toX - x) * part).toFixed(3)} ${+(y + (toY - y) * part).toFixed(3)}`;
}
