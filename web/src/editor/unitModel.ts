// The units of each side in the file: a number of creatures with their squares, or a party.

import { squareName } from "../words/words";
import type { DraftUnit } from "../protocol";
import { isKeys, keysAt, listAt, put, textAt, type Keys, type Tree } from "./tree";

export const DIRECTIONS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

export function sidesOf(tree: Keys): Keys[] {
  return listAt(tree, "sides").filter(isKeys);
}

/** `6 x goblin` as a number and a name. */
export function splitCount(text: string): { count: number; what: string } {
  const found = /^([0-9]{1,6}) *[x×*]? +(.+)$/.exec(text);
  return found ? { count: Number(found[1]), what: found[2]! } : { count: 1, what: text };
}

function joined(count: number, what: string): string {
  return count === 1 ? what : `${count} x ${what}`;
}

/** The place of a unit in the file: its side, and its entry or the name of a character. */
export interface Origin {
  side: number;
  entry: number;
  /** The number within one entry. */
  place: number;
}

export function originOf(units: DraftUnit[], unit: DraftUnit): Origin | null {
  const found = /^sides\[([0-9]+)\](?:\.units\[([0-9]+)\])?$/.exec(unit.field);
  if (!found) return null;
  const alike = units.filter((one) => one.field === unit.field);
  return { side: Number(found[1]) - 1, entry: found[2] ? Number(found[2]) - 1 : -1, place: alike.findIndex((one) => one.id === unit.id) };
}

function entryOf(tree: Keys, origin: Origin): Keys | null {
  const side = sidesOf(tree)[origin.side];
  const entry = side ? listAt(side, "units")[origin.entry] : undefined;
  return isKeys(entry) ? entry : null;
}

/** The squares of all of an entry, written out. */
function squaresOf(units: DraftUnit[], unit: DraftUnit): string[] {
  return units.filter((one) => one.field === unit.field).map((one) => squareName(one.x, one.y));
}

function setSquares(entry: Keys, squares: string[]): void {
  delete entry.area;
  entry.at = squares.length === 1 ? squares[0]! : squares;
}

export function moveUnit(tree: Keys, units: DraftUnit[], unit: DraftUnit, x: number, y: number): void {
  const origin = originOf(units, unit);
  if (!origin) return;
  const side = sidesOf(tree)[origin.side];
  if (!side) return;
  if (origin.entry < 0) {
    side.places = { ...keysAt(side, "places"), [unit.id]: squareName(x, y) };
    return;
  }
  const entry = entryOf(tree, origin);
  if (!entry) return;
  const squares = squaresOf(units, unit);
  squares[origin.place] = squareName(x, y);
  setSquares(entry, squares);
}

export function removeUnit(tree: Keys, units: DraftUnit[], unit: DraftUnit): void {
  const origin = originOf(units, unit);
  const side = origin ? sidesOf(tree)[origin.side] : undefined;
  if (!origin || !side) return;
  if (origin.entry < 0) {
    const others = units.filter((one) => one.field === unit.field && one.id !== unit.id).map((one) => one.id);
    put(side, "only", others);
    const places = { ...keysAt(side, "places") };
    delete places[unit.id];
    put(side, "places", places);
    if (others.length === 0) {
      for (const key of ["party", "only", "places", "faces"]) delete side[key];
    }
    return;
  }
  const entry = entryOf(tree, origin);
  if (!entry) return;
  const { count, what } = splitCount(textAt(entry, "what"));
  if (count === 1) {
    side.units = listAt(side, "units").filter((_, place) => place !== origin.entry);
    return;
  }
  const squares = squaresOf(units, unit).filter((_, place) => place !== origin.place);
  entry.what = joined(count - 1, what);
  if (entry.at !== undefined) setSquares(entry, squares);
}

/** One more of a creature; equal ones share a line. */
export function addUnit(tree: Keys, number: number, what: string, x: number, y: number): void {
  const side = sidesOf(tree)[number];
  if (!side) return;
  const square = squareName(x, y);
  const entries = listAt(side, "units");
  for (const entry of entries) {
    if (!isKeys(entry) || Object.keys(entry).some((key) => key !== "what" && key !== "at")) continue;
    const before = splitCount(textAt(entry, "what"));
    if (before.what !== what) continue;
    const squares = listAt(entry, "at").filter((one): one is string => typeof one === "string");
    if (squares.length !== before.count) continue;
    entry.what = joined(before.count + 1, what);
    setSquares(entry, [...squares, square]);
    return;
  }
  side.units = [...entries, { what, at: square }];
}

/** Write one key of the entry a unit comes from; one of several gets a line of its own. */
export function changeUnit(tree: Keys, units: DraftUnit[], unit: DraftUnit, key: string, value: string): void {
  const origin = originOf(units, unit);
  const side = origin ? sidesOf(tree)[origin.side] : undefined;
  if (!origin || !side) return;
  if (origin.entry < 0) {
    if (key === "faces") {
      const faces: Keys = { ...keysAt(side, "faces") };
      put(faces, unit.id, value);
      put(side, "faces", faces);
    }
    return;
  }
  const entry = entryOf(tree, origin);
  if (!entry) return;
  const { count, what } = splitCount(textAt(entry, "what"));
  if (count === 1) {
    put(entry, key, value);
    if (key === "what" && !value) entry.what = what;
    return;
  }
  const squares = squaresOf(units, unit);
  const own: Keys = { ...entry, what, at: squares[origin.place]! };
  delete own.area;
  put(own, key, value);
  entry.what = joined(count - 1, what);
  setSquares(entry, squares.filter((_, place) => place !== origin.place));
  const entries = listAt(side, "units");
  side.units = [...entries.slice(0, origin.entry + 1), own, ...entries.slice(origin.entry + 1)];
}

export function turned(faces: string, by = 1): string {
  const at = DIRECTIONS.indexOf(faces);
  return DIRECTIONS[(at + by + DIRECTIONS.length) % DIRECTIONS.length]!;
}

export function addSide(tree: Keys, name: string): void {
  const side: Tree = { name, units: [] };
  tree.sides = [...listAt(tree, "sides"), side];
}

/** Rename a side, also in references to it. */
export function renameSide(tree: Keys, number: number, name: string): void {
  const side = sidesOf(tree)[number];
  if (!side) return;
  const before = textAt(side, "name");
  side.name = name;
  for (const key of ["surprised", "ambush", "hard-entry", "attackers"]) {
    const value = tree[key];
    if (value === before) tree[key] = name;
    else if (Array.isArray(value)) tree[key] = value.map((one) => (one === before ? name : one));
  }
}
