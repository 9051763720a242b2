// The map of a file: squares as characters with a legend, and things on their edges.

import type { MapView, WallView } from "../protocol";
import { squareName, spotOf } from "../words/words";
import { copyOf, feetOf, isKeys, isYes, keysAt, listAt, put, textAt, type Keys, type Tree } from "./tree";

/** The meaning of a character in a legend. */
export type Meaning = Record<string, string>;

const BUILT_IN: Record<string, Meaning> = {
  ".": {},
  "#": { solid: "to ceiling" },
  "~": { ground: "difficult" },
  "-": { ground: "impassable" },
};
const SPARE = "wabcdefghijklmnopqrstuvxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789^/=+*%&@$!?<>";
export const MOST_SIDE = 200;

export function rowsOf(map: Keys): string[] {
  const rows = textAt(map, "squares").replace(/\n$/, "").split("\n");
  const wide = Math.max(1, ...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(wide, "."));
}

export function setRows(map: Keys, rows: string[]): void {
  map.squares = `${rows.join("\n")}\n`;
}

export function legendOf(map: Keys): Record<string, Meaning> {
  const found: Record<string, Meaning> = { ...BUILT_IN };
  for (const [char, meaning] of Object.entries(keysAt(map, "legend"))) {
    if (!isKeys(meaning)) continue;
    found[char] = Object.fromEntries(
      Object.entries(meaning).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  }
  return found;
}

function same(one: Meaning, other: Meaning): boolean {
  const plain = (meaning: Meaning): string =>
    JSON.stringify(
      Object.entries(meaning)
        .filter(([key, value]) => !(key === "floor" && feetOf(value) === 0) && !(key === "ground" && value === "plain"))
        .filter(([key, value]) => !(key === "stairs" && !isYes(value)))
        .map(([key, value]) => [key, key === "floor" ? String(feetOf(value)) : value])
        .sort(),
    );
  return plain(one) === plain(other);
}

/** The character for a meaning; a new one goes into the legend. */
export function charFor(map: Keys, wanted: Meaning, liked = ""): string {
  const legend = legendOf(map);
  for (const [char, meaning] of Object.entries(legend)) if (same(meaning, wanted)) return char;
  const char = [...liked, ...SPARE].find((one) => !(one in legend)) ?? "?";
  const own = copyOf(keysAt(map, "legend"));
  own[char] = { ...wanted };
  map.legend = own;
  return char;
}

/** Remove from the legend characters that no square uses and that are new in the file. */
export function tidyLegend(map: Keys, first: Keys): void {
  const used = new Set(textAt(map, "squares"));
  const legend = keysAt(map, "legend");
  const kept = Object.entries(legend).filter(([char]) => used.has(char) || char in keysAt(first, "legend"));
  put(map, "legend", Object.fromEntries(kept));
}

export type Brush =
  | { what: "floor" }
  | { what: "rock" }
  | { what: "difficult" }
  | { what: "gap" }
  | { what: "water" }
  | { what: "stairs"; feet: number }
  | { what: "height"; feet: number }
  | { what: "block"; feet: number; name: string }
  | { what: "area"; name: string };

const LIKED: Record<string, string> = { water: "w", stairs: "/=", height: "^+", block: "oT*", area: "psef" };

function feetText(feet: number): string {
  return `${feet} ft`;
}

/** A square after a stroke of the brush; its height stays unless the height is painted. */
export function painted(before: Meaning, brush: Brush): Meaning {
  const kept: Meaning = {};
  if (before.floor && !before.solid) kept.floor = before.floor;
  if (before.area && brush.what !== "area") kept.area = before.area;
  switch (brush.what) {
    case "floor":
      return kept.floor ? { floor: kept.floor } : {};
    case "rock":
      return { solid: "to ceiling" };
    case "gap":
      return { ground: "impassable" };
    case "difficult":
      return { ...kept, ground: "difficult" };
    case "water":
      return { ...kept, ground: "difficult", name: "water" };
    case "stairs":
      return { floor: feetText(brush.feet), stairs: "yes" };
    case "height": {
      const rest = { ...before };
      delete rest.floor;
      delete rest.solid;
      delete rest.stairs;
      if (rest.name === "wall") delete rest.name;
      return brush.feet === 0 ? rest : { ...rest, floor: feetText(brush.feet) };
    }
    case "block":
      return { ...(kept.floor ? { floor: kept.floor } : {}), solid: feetText(brush.feet), name: brush.name };
    case "area": {
      const rest = { ...before };
      delete rest.area;
      if (rest.solid) return rest;
      return brush.name ? { ...rest, area: brush.name } : rest;
    }
  }
}

export interface Cell {
  x: number;
  y: number;
}

export function paint(map: Keys, cells: Cell[], brush: Brush): void {
  const rows = rowsOf(map).map((row) => [...row]);
  for (const { x, y } of cells) {
    const char = rows[y]?.[x];
    if (char === undefined) continue;
    const before = legendOf(map)[char] ?? {};
    rows[y]![x] = charFor(map, painted(before, brush), LIKED[brush.what] ?? "");
  }
  setRows(map, rows.map((row) => row.join("")));
}

export function resize(map: Keys, wide: number, high: number): void {
  const rows = rowsOf(map);
  const made = [];
  for (let y = 0; y < high; y++) made.push((rows[y] ?? "").padEnd(wide, ".").slice(0, wide));
  setRows(map, made);
}

// Edges.

export type WallKind = "wall" | "low wall" | "door" | "window" | "slit" | "bars" | "portcullis" | "drop";
export const WALL_KINDS: { kind: WallKind; label: string }[] = [
  { kind: "wall", label: "Wall" },
  { kind: "low wall", label: "Low wall" },
  { kind: "door", label: "Door" },
  { kind: "window", label: "Window" },
  { kind: "slit", label: "Slit" },
  { kind: "bars", label: "Bars" },
  { kind: "portcullis", label: "Portcullis" },
  { kind: "drop", label: "Drop" },
];

/** The east edge of a square, or its south edge. */
export interface Edge {
  x: number;
  y: number;
  south: boolean;
}

export function edgeKey(edge: Edge): string {
  return `${edge.x} ${edge.y} ${edge.south ? "s" : "e"}`;
}

export function edgeText(edge: Edge): string {
  const other = edge.south ? squareName(edge.x, edge.y + 1) : squareName(edge.x + 1, edge.y);
  return `${squareName(edge.x, edge.y)}-${other}`;
}

/** The edges of an entry of `walls`; null if it does not follow edges. */
export function edgesOf(wall: Keys): Edge[] | null {
  const edge = textAt(wall, "edge");
  if (edge) {
    const [one, other] = edge.split("-").map((part) => spotOf(part.trim().toUpperCase()));
    if (!one || !other) return [];
    const x = Math.min(one.x, other.x);
    const y = Math.min(one.y, other.y);
    return [{ x, y, south: one.x === other.x }];
  }
  const start = spotOf(textAt(wall, "from").toUpperCase());
  if (!start) return null;
  const end = spotOf(textAt(wall, "to").toUpperCase()) ?? start;
  const side = textAt(wall, "side");
  const found: Edge[] = [];
  for (let x = Math.min(start.x, end.x); x <= Math.max(start.x, end.x); x++) {
    for (let y = Math.min(start.y, end.y); y <= Math.max(start.y, end.y); y++) {
      if (side === "north") found.push({ x, y: y - 1, south: true });
      else if (side === "south") found.push({ x, y, south: true });
      else if (side === "west") found.push({ x: x - 1, y, south: false });
      else found.push({ x, y, south: false });
    }
  }
  return found;
}

/** Runs of edges as the fewest entries. */
export function wallEntries(edges: Edge[], kind: WallKind, more: Keys = {}): Keys[] {
  const made: Keys[] = [];
  const left = new Map(edges.map((edge) => [edgeKey(edge), edge]));
  const sorted = [...edges].sort((one, other) => one.y - other.y || one.x - other.x);
  for (const edge of sorted) {
    if (!left.delete(edgeKey(edge))) continue;
    const [dx, dy] = edge.south ? [1, 0] : [0, 1];
    let length = 1;
    while (left.delete(edgeKey({ x: edge.x + dx * length, y: edge.y + dy * length, south: edge.south }))) length++;
    if (length === 1) made.push({ edge: edgeText(edge), kind, ...more });
    else {
      const to = squareName(edge.x + dx * (length - 1), edge.y + dy * (length - 1));
      made.push({ from: squareName(edge.x, edge.y), to, side: edge.south ? "south" : "east", kind, ...more });
    }
  }
  return made;
}

/** Put something on edges, or with null remove it. */
export function build(map: Keys, edges: Edge[], kind: WallKind | null, more: Keys = {}): void {
  const { width, height } = sizeOf(map);
  const inside = edges.filter(
    (edge) => edge.x >= 0 && edge.y >= 0 && edge.x + (edge.south ? 0 : 1) < width && edge.y + (edge.south ? 1 : 0) < height,
  );
  const named = new Set(inside.map(edgeKey));
  const walls: Tree[] = [];
  for (const wall of listAt(map, "walls")) {
    const found = isKeys(wall) ? edgesOf(wall) : null;
    if (!isKeys(wall) || !found || !found.some((edge) => named.has(edgeKey(edge)))) {
      walls.push(wall);
      continue;
    }
    if (kind !== null && kind !== "wall" && textAt(wall, "kind") === "wall") {
      // A door in a long wall: the wall's entry stays unchanged, and the later line wins.
      walls.push(wall);
      continue;
    }
    const rest = found.filter((edge) => !named.has(edgeKey(edge)));
    const others = { ...wall };
    for (const key of ["edge", "from", "to", "side", "kind"]) delete others[key];
    walls.push(...wallEntries(rest, textAt(wall, "kind") as WallKind, others));
  }
  if (kind !== null) walls.push(...wallEntries(inside, kind, more));
  put(map, "walls", walls);
}

/** The edges around a rectangle of squares. */
export function around(one: Cell, other: Cell): Edge[] {
  const [x0, x1] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [y0, y1] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  const edges: Edge[] = [];
  for (let x = x0; x <= x1; x++) edges.push({ x, y: y0 - 1, south: true }, { x, y: y1, south: true });
  for (let y = y0; y <= y1; y++) edges.push({ x: x0 - 1, y, south: false }, { x: x1, y, south: false });
  return edges;
}

/** Edges along a straight line between two corners of the lattice. */
export function along(one: Cell, other: Cell): Edge[] {
  const edges: Edge[] = [];
  if (Math.abs(other.x - one.x) >= Math.abs(other.y - one.y)) {
    for (let x = Math.min(one.x, other.x); x < Math.max(one.x, other.x); x++) edges.push({ x, y: one.y - 1, south: true });
  } else {
    for (let y = Math.min(one.y, other.y); y < Math.max(one.y, other.y); y++) edges.push({ x: one.x - 1, y, south: false });
  }
  return edges;
}

export function sizeOf(map: Keys): { width: number; height: number } {
  const rows = rowsOf(map);
  return { width: rows[0]?.length ?? 1, height: rows.length };
}

// Its look, shown at once; the server decides its meaning.

const DRAWN: Record<string, WallView["kind"]> = {
  wall: "wall",
  "low wall": "low",
  window: "window",
  slit: "window",
  door: "door",
  portcullis: "bars",
  bars: "bars",
  drop: "drop",
};

function wallViews(map: Keys): WallView[] {
  const byEdge = new Map<string, WallView>();
  const free: WallView[] = [];
  for (const wall of listAt(map, "walls")) {
    if (!isKeys(wall)) continue;
    const kind = DRAWN[textAt(wall, "kind")] ?? "wall";
    const view = (x0: number, y0: number, x1: number, y1: number): WallView => ({
      x0, y0, x1, y1, kind, is_open: isYes(wall.open), label: textAt(wall, "name") || textAt(wall, "kind"), door: null,
    });
    const edges = edgesOf(wall);
    if (edges) {
      for (const edge of edges) {
        const made = edge.south
          ? view(edge.x, edge.y + 1, edge.x + 1, edge.y + 1)
          : view(edge.x + 1, edge.y, edge.x + 1, edge.y + 1);
        byEdge.set(edgeKey(edge), made);
      }
      continue;
    }
    const line = listAt(wall, "line").map((part) => Number(part));
    if (line.length === 4) free.push(view(line[0]!, line[1]!, line[2]!, line[3]!));
    for (const row of textAt(wall, "lines").split("\n")) {
      const points = row.trim().split(/\s+/).filter(Boolean).map((point) => point.split(",").map(Number));
      for (let at = 1; at < points.length; at++) {
        free.push(view(points[at - 1]![0]!, points[at - 1]![1]!, points[at]![0]!, points[at]![1]!));
      }
    }
  }
  return [...byEdge.values(), ...free];
}

/** How the server draws a square of each name. */
export function looksByName(map: MapView | null): Record<string, string> {
  const named = Object.entries(map?.looks ?? {}).map(([square, look]) => [map!.names[square] ?? "", look]);
  return Object.fromEntries(named);
}

/** `looks`: how the server draws a square of each name, as far as known. */
export function viewOf(map: Keys, looks: Record<string, string> = {}): MapView {
  const rows = rowsOf(map);
  const legend = legendOf(map);
  const names: Record<string, string> = {};
  const mark = (meaning: Meaning | undefined): string => {
    if (!meaning) return ".";
    if (meaning.solid) return "#";
    if (isYes(meaning.stairs)) return "/";
    return meaning.ground === "difficult" ? "~" : meaning.ground === "impassable" ? "x" : ".";
  };
  const ground = rows.map((row, y) =>
    [...row]
      .map((char, x) => {
        const name = legend[char]?.name;
        if (name && char !== "#") names[squareName(x, y)] = name;
        return mark(legend[char]);
      })
      .join(""),
  );
  const floor = rows.map((row) =>
    [...row].map((char) => {
      const feet = feetOf(legend[char]?.floor ?? "0");
      return Number.isFinite(feet) ? Math.floor(feet) : 0;
    }),
  );
  return {
    width: rows[0]!.length,
    height: rows.length,
    open: false,
    passage: 0,
    ground,
    floor,
    cover: [],
    sky: textAt(map, "ceiling") === "sky",
    walls: wallViews(map),
    names,
    looks: Object.fromEntries(Object.entries(names).flatMap(([square, name]) => (looks[name] ? [[square, looks[name]]] : []))),
    picture: "",
    picture_width: 0,
    picture_height: 0,
    known: null,
  };
}

/** Start areas, by name: their squares. */
export function areasOf(map: Keys): Map<string, Cell[]> {
  const found = new Map<string, Cell[]>();
  const legend = legendOf(map);
  rowsOf(map).forEach((row, y) =>
    [...row].forEach((char, x) => {
      const name = legend[char]?.area;
      if (name) found.set(name, [...(found.get(name) ?? []), { x, y }]);
    }),
  );
  return found;
}

// Lights.

export interface Light {
  x: number;
  y: number;
  feet: number;
}

export function lightsOf(map: Keys): Light[] {
  return listAt(map, "lights").filter(isKeys).map((light) => {
    const at = listAt(light, "at").map((part) => Number(part));
    return { x: at[0] ?? 0, y: at[1] ?? 0, feet: feetOf(textAt(light, "range")) || 20 };
  });
}

/** A light in the middle of a square; an existing one is removed. */
export function toggleLight(map: Keys, cell: Cell, feet: number): void {
  const lights = listAt(map, "lights");
  const at = lightsOf(map).findIndex((one) => Math.floor(one.x) === cell.x && Math.floor(one.y) === cell.y);
  if (at >= 0) put(map, "lights", lights.filter((_, place) => place !== at));
  else put(map, "lights", [...lights, { at: [`${cell.x}.5`, `${cell.y}.5`], range: `${feet} ft`, colour: "ffd28a60" }]);
}

// Stamps: a few squares at once, from the top left corner.

export interface Stamp {
  name: string;
  rows: string[];
  meanings: Record<string, Brush>;
  edges?: { kind: WallKind; from: [number, number, boolean][] }[];
}

const TABLE: Brush = { what: "block", feet: 3, name: "table" };
export const STAMPS: Stamp[] = [
  { name: "Pillar", rows: ["#"], meanings: { "#": { what: "rock" } } },
  { name: "Four pillars", rows: ["#...#", ".....", ".....", ".....", "#...#"], meanings: { "#": { what: "rock" } } },
  { name: "Table", rows: ["TT", "TT"], meanings: { T: TABLE } },
  { name: "Long table", rows: ["TTTTT"], meanings: { T: TABLE } },
  { name: "Statue", rows: ["S"], meanings: { S: { what: "block", feet: 8, name: "statue" } } },
  { name: "Campfire", rows: ["F"], meanings: { F: { what: "block", feet: 1, name: "campfire" } } },
  { name: "Boulders", rows: [".B.", "BB.", "..B"], meanings: { B: { what: "block", feet: 4, name: "boulder" } } },
  { name: "Pond", rows: [".ww.", "wwww", "wwww", ".ww."], meanings: { w: { what: "water" } } },
  { name: "Rubble", rows: ["~.~~", ".~~.", "~~.~"], meanings: { "~": { what: "difficult" } } },
  {
    name: "Dais with stairs",
    rows: ["^^^^", "^^^^", ".//."],
    meanings: { "^": { what: "height", feet: 5 }, "/": { what: "stairs", feet: 2.5 } },
  },
  { name: "Chasm", rows: ["--", "--", "--"], meanings: { "-": { what: "gap" } } },
];

export function stampOn(map: Keys, stamp: Stamp, cell: Cell): void {
  const groups = new Map<string, Cell[]>();
  stamp.rows.forEach((row, y) =>
    [...row].forEach((char, x) => {
      if (char in stamp.meanings) groups.set(char, [...(groups.get(char) ?? []), { x: cell.x + x, y: cell.y + y }]);
    }),
  );
  for (const [char, cells] of groups) paint(map, cells, stamp.meanings[char]!);
}
