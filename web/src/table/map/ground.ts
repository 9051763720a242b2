// The still part of the map as a few long paths, so that a large map stays cheap to draw.
// Lengths are in squares; the drawing scales them.

import type { MapView, WallView } from "../../protocol";
import { contour, spilling } from "./contour";
import { placeName, spotOf } from "../../words/words";

export interface Label {
  x: number;
  y: number;
  text: string;
}

/** An object in a square. */
export interface Thing {
  x: number;
  y: number;
  /** Which of the drawings in `Things.svelte`. */
  look: string;
}

export interface Ground {
  /** Squares by the texture that covers them. */
  made: { pattern: string; path: string }[];
  things: Thing[];
  /** Fountains of several squares, as one rim, and the middle of each. */
  basins: string;
  jets: { x: number; y: number }[];
  solid: string;
  /** Whether what is solid is living rock, not masonry. */
  crag: boolean;
  stairs: string;
  /** The half of each tread that lies in shadow. */
  treads: string;
  grid: string;
  /** Squares above or below the common floor, one path per level. */
  levels: { feet: number; path: string }[];
  /** Edges between two heights, with ticks that point down. */
  ledges: string;
  /** The strip of shadow at the foot of each ledge. */
  drops: string;
  heights: Label[];
}

function cells(map: MapView, is: (x: number, y: number) => boolean): string {
  let path = "";
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      if (!is(x, y)) continue;
      let length = 1;
      while (x + length < map.width && is(x + length, y)) length++;
      path += `M${x} ${y}h${length}v1h${-length}z`;
      x += length - 1;
    }
  }
  return path;
}

/** Looks that cover the ground; all others are objects on it. */
export const TEXTURES = new Set(["stone", "cobbles", "water", "mud", "wood", "sand", "chasm", "rubble", "leaves"]);
/** How round the edge of a texture is: water has shores, boards are sawn. */
const ROUND: Record<string, number> = { water: 0.45, mud: 0.45, sand: 0.4, leaves: 0.4, rubble: 0.3, chasm: 0.12 };

/** How each square with a name looks, by its place. */
function squareLooks(map: MapView): Map<string, string> {
  const found = new Map<string, string>();
  for (const [square, look] of Object.entries(map.looks)) {
    const at = spotOf(square);
    if (at) found.set(`${at.x} ${at.y}`, look);
  }
  return found;
}

export function drawGround(map: MapView): Ground {
  const looks = squareLooks(map);
  const kind = (x: number, y: number): string => map.ground[y]?.[x] ?? ".";
  const feet = (x: number, y: number): number => map.floor[y]?.[x] ?? 0;
  const isUnknown = (x: number, y: number): boolean => map.known?.[y]?.[x] === "0";
  // Under fog a wall is seen piece by piece; of a rock only the square behind it is hidden.
  const alone = (x: number, y: number): boolean => {
    const around = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => [x + dx!, y + dy!] as const);
    return around.every(([a, b]) => kind(a, b) !== "#") && around.filter(([a, b]) => isUnknown(a, b)).length < 2;
  };
  const look = (x: number, y: number): string => {
    const known = looks.get(`${x} ${y}`);
    if (known) return known;
    // Without a name, a single block is a pillar or a rock.
    if (kind(x, y) === "#" && alone(x, y)) return map.sky ? "boulder" : "pillar";
    if (kind(x, y) === "~") return map.sky ? "leaves" : "rubble";
    return kind(x, y) === "x" ? "chasm" : "";
  };
  // Under the sky a wall is one square thick; thicker blocks are rock.
  const heaped = (x: number, y: number): boolean => [kind(x, y), kind(x + 1, y), kind(x, y + 1), kind(x + 1, y + 1)].every((one) => one === "#");
  const usual = commonest(map);
  const heights = new Set(map.floor.flat());
  heights.delete(usual);
  let grid = "";
  for (let x = 0; x <= map.width; x++) grid += `M${x} 0v${map.height}`;
  for (let y = 0; y <= map.height; y++) grid += `M0 ${y}h${map.width}`;
  let [stairs, shadows, crag] = ["", "", false];
  const things: Thing[] = [];
  const made = new Set<string>();
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      if (kind(x, y) === "/") {
        const steps = treads(x, y, feet);
        stairs += steps.edges;
        shadows += steps.shadows;
      }
      crag ||= map.sky && heaped(x, y);
      const here = look(x, y);
      if (TEXTURES.has(here)) made.add(here);
      else if (here) things.push({ x, y, look: here });
    }
  }
  const stands = new Set(things.map((thing) => `${thing.x} ${thing.y}`));
  const below = groundBelow(map, look, things);
  const wells = groups(things.filter((thing) => thing.look === "fountain")).filter((one) => one.length > 1);
  const inWells = new Set(wells.flat().map((thing) => `${thing.x} ${thing.y}`));
  return {
    made: [...made].map((pattern) => ({
      pattern,
      path: contour(map, (x, y) => (below.get(`${x} ${y}`) ?? look(x, y)) === pattern, ROUND[pattern] ?? 0),
    })),
    things: things.filter((thing) => !inWells.has(`${thing.x} ${thing.y}`)),
    basins: contour(map, (x, y) => inWells.has(`${x} ${y}`), 0.4),
    jets: wells.map((well) => ({
      x: well.reduce((sum, one) => sum + one.x + 0.5, 0) / well.length,
      y: well.reduce((sum, one) => sum + one.y + 0.5, 0) / well.length,
    })),
    solid: contour(map, (x, y) => kind(x, y) === "#" && !stands.has(`${x} ${y}`), 0.06),
    crag,
    stairs,
    treads: shadows,
    grid,
    levels: [...heights]
      .sort((one, other) => one - other)
      .map((level) => ({
        feet: level - usual,
        path: cells(map, (x, y) => feet(x, y) === level && kind(x, y) !== "#"),
      })),
    ...ledges(map, kind, feet),
    heights: heightLabels(map, usual, kind, feet),
  };
}

const BESIDE = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;

/** The ground under an object: that of the nearest empty square. */
function groundBelow(map: MapView, look: (x: number, y: number) => string, things: Thing[]): Map<string, string> {
  const waiting = new Set(things.map((thing) => `${thing.x} ${thing.y}`));
  const found = new Map<string, string>();
  let edge = things;
  while (edge.length > 0) {
    const known = edge.flatMap(({ x, y }) => {
      const near = BESIDE.map(([dx, dy]) => [x + dx, y + dy] as const).filter(
        ([toX, toY]) => toX >= 0 && toY >= 0 && toX < map.width && toY < map.height && !waiting.has(`${toX} ${toY}`),
      );
      const kinds = near.map(([toX, toY]) => found.get(`${toX} ${toY}`) ?? look(toX, toY));
      const dry = kinds.filter((one) => TEXTURES.has(one) && one !== "water" && one !== "chasm");
      return kinds.length > 0 ? [{ key: `${x} ${y}`, kind: dry.length * 2 >= kinds.length ? (dry[0] ?? "") : "" }] : [];
    });
    if (known.length === 0) break;
    for (const { key, kind } of known) {
      waiting.delete(key);
      found.set(key, kind);
    }
    edge = edge.filter(({ x, y }) => waiting.has(`${x} ${y}`));
  }
  return found;
}

/** Adjacent objects, grouped. */
function groups(things: Thing[]): Thing[][] {
  const left = new Map(things.map((thing) => [`${thing.x} ${thing.y}`, thing]));
  const found: Thing[][] = [];
  for (const first of things) {
    if (!left.delete(`${first.x} ${first.y}`)) continue;
    const group = [first];
    for (const at of group) {
      for (const [dx, dy] of BESIDE) {
        const next = left.get(`${at.x + dx} ${at.y + dy}`);
        if (next && left.delete(`${next.x} ${next.y}`)) group.push(next);
      }
    }
    found.push(group);
  }
  return found;
}

/** Squares in the fog. */
export function drawUnknown(map: MapView): string {
  const known = map.known;
  return known ? spilling(map, (x, y) => known[y]?.[x] !== "1", 0.5) : "";
}

/** Known squares that are not seen now. */
export function drawUnseen(map: MapView, sees: string[]): string {
  const known = map.known;
  return sees.length > 0 && known ? spilling(map, (x, y) => known[y]?.[x] === "1" && sees[y]?.[x] !== "1", 0.5) : "";
}

export interface Lamp {
  x: number;
  y: number;
  size: number;
  /** Feet around it. */
  light: number;
}

/** Where no light falls. */
export function drawDark(map: MapView, lamps: Lamp[]): string {
  const lit = lamps.filter((lamp) => lamp.light > 0);
  const gap = (at: number, from: number, size: number): number => Math.max(0, from - at, at - (from + size - 1));
  return spilling(
    map,
    (x, y) => !lit.some((lamp) => 5 * Math.max(gap(x, lamp.x, lamp.size), gap(y, lamp.y, lamp.size)) <= lamp.light),
    0.5,
  );
}

function commonest(map: MapView): number {
  const counted = new Map<number, number>();
  for (const height of map.floor.flat()) counted.set(height, (counted.get(height) ?? 0) + 1);
  let best = 0;
  let most = -1;
  for (const [height, count] of counted) {
    if (count > most) [best, most] = [height, count];
  }
  return best;
}

/** Treads across the stairs: the neighbour with the largest height difference gives the direction. */
function treads(x: number, y: number, feet: (x: number, y: number) => number): { edges: string; shadows: string } {
  const here = feet(x, y);
  const aside = Math.max(Math.abs(feet(x - 1, y) - here), Math.abs(feet(x + 1, y) - here));
  const along = Math.max(Math.abs(feet(x, y - 1) - here), Math.abs(feet(x, y + 1) - here));
  let [edges, shadows] = ["", ""];
  for (const part of [0, 0.25, 0.5, 0.75]) {
    edges += aside >= along ? `M${x + part} ${y}v1` : `M${x} ${y + part}h1`;
    shadows += aside >= along ? `M${x + part} ${y}h0.1v1h-0.1z` : `M${x} ${y + part}h1v0.1h-1z`;
  }
  return { edges, shadows };
}

function ledges(
  map: MapView,
  kind: (x: number, y: number) => string,
  feet: (x: number, y: number) => number,
): { ledges: string; drops: string } {
  const TICK = 0.14;
  const FOOT = 0.22;
  let [path, drops] = ["", ""];
  const step = (x: number, y: number, toX: number, toY: number): number => {
    if (toX >= map.width || toY >= map.height) return 0;
    if (kind(x, y) === "#" || kind(toX, toY) === "#") return 0;
    if (kind(x, y) === "/" || kind(toX, toY) === "/") return 0;
    return feet(toX, toY) - feet(x, y);
  };
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      const east = step(x, y, x + 1, y);
      if (east) {
        const down = east > 0 ? -1 : 1;
        path += `M${x + 1} ${y}v1`;
        drops += `M${x + 1} ${y}v1h${down * FOOT}v-1z`;
        for (const part of [0.25, 0.5, 0.75]) path += `M${x + 1} ${y + part}h${down * TICK}`;
      }
      const south = step(x, y, x, y + 1);
      if (south) {
        const down = south > 0 ? -1 : 1;
        path += `M${x} ${y + 1}h1`;
        drops += `M${x} ${y + 1}h1v${down * FOOT}h-1z`;
        for (const part of [0.25, 0.5, 0.75]) path += `M${x + part} ${y + 1}v${down * TICK}`;
      }
    }
  }
  return { ledges: path, drops };
}

/** One number for each plateau, in its first square from the top. */
function heightLabels(
  map: MapView,
  usual: number,
  kind: (x: number, y: number) => string,
  feet: (x: number, y: number) => number,
): Label[] {
  const seen = new Set<number>();
  const labels: Label[] = [];
  for (let y = 0; y < map.height; y++) {
    for (let x = 0; x < map.width; x++) {
      const level = feet(x, y);
      if (seen.has(y * map.width + x) || level === usual) continue;
      if (kind(x, y) === "#" || kind(x, y) === "/") continue;
      const queue = [[x, y]];
      seen.add(y * map.width + x);
      for (let at = queue.pop(); at; at = queue.pop()) {
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
          const toX = at[0]! + dx;
          const toY = at[1]! + dy;
          const key = toY * map.width + toX;
          if (toX < 0 || toY < 0 || toX >= map.width || toY >= map.height || seen.has(key)) continue;
          if (feet(toX, toY) !== level) continue;
          seen.add(key);
          queue.push([toX, toY]);
        }
      }
      const sign = level > usual ? "+" : "−";
      labels.push({ x, y, text: `${sign}${Math.abs(level - usual)} ft` });
    }
  }
  return labels;
}

/** The way a closed door, an open one, a window, bars, a low wall are drawn: shape first. */
export function wallPath(wall: WallView): string {
  const { x0, y0, x1, y1 } = wall;
  if (wall.kind === "bars") return barsPath(wall);
  if (wall.kind !== "door" || !wall.is_open) return `M${x0} ${y0}L${x1} ${y1}`;
  const dx = x1 - x0;
  const dy = y1 - y0;
  return `M${x0} ${y0}l${(dx * 0.26 - dy * 0.9).toFixed(3)} ${(dy * 0.26 + dx * 0.9).toFixed(3)}`;
}

/** Bars: a thin line with a stroke across it four times a square; raised, only its two ends. */
function barsPath({ x0, y0, x1, y1, is_open }: WallView): string {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const acrossX = (-(y1 - y0) / length) * 0.12;
  const acrossY = ((x1 - x0) / length) * 0.12;
  const count = Math.max(1, Math.round(length * 4));
  let path = is_open ? "" : `M${x0} ${y0}L${x1} ${y1}`;
  for (let at = 0; at <= count; at++) {
    if (is_open && at > 0 && at < count) continue;
    const x = x0 + ((x1 - x0) * at) / count;
    const y = y0 + ((y1 - y0) * at) / count;
    const from = `${(x - acrossX).toFixed(3)} ${(y - acrossY).toFixed(3)}`;
    path += `M${from}L${(x + acrossX).toFixed(3)} ${(y + acrossY).toFixed(3)}`;
  }
  return path;
}

const GROUND_WORDS: Record<string, string> = {
  "~": "difficult ground",
  x: "impassable",
  "/": "stairs",
  "#": "solid",
};

/** A square in words, for screen readers. */
export function squareWords(map: MapView, x: number, y: number): string {
  const name = placeName(map, x, y);
  if (map.known && map.known[y]?.[x] !== "1") return `${name}, not seen yet`;
  const words = [name];
  const what = map.names[name] ?? GROUND_WORDS[map.ground[y]?.[x] ?? "."];
  if (what) words.push(what);
  const feet = map.floor[y]?.[x] ?? 0;
  if (feet) words.push(`${feet} ft high`);
  for (const wall of map.walls) {
    if (touches(wall, x, y)) {
      const state = wall.door !== null ? (wall.is_open ? ", open" : ", closed") : "";
      words.push(`${wall.label || wall.kind}${state}`);
    }
  }
  return words.join(", ");
}

function touches(wall: WallView, x: number, y: number): boolean {
  const midX = (wall.x0 + wall.x1) / 2;
  const midY = (wall.y0 + wall.y1) / 2;
  return midX >= x && midX <= x + 1 && midY >= y && midY <= y + 1;
}
