// The editor's tools, applied to a draft.

import { wordsFor } from "../api/api";
import { libraryApi } from "../api/libraryApi";
import type { DraftUnit } from "../protocol";
import { spotOf, squareName, type Spot } from "../words/words";
import type { Draft } from "./draft.svelte";
import { around, build, paint, stampOn, tidyLegend, toggleLight, type Cell, type Edge } from "./mapModel";
import type { Tools } from "./tools.svelte";
import { isKeys, type Keys } from "./tree";
import { addUnit, changeUnit, moveUnit, removeUnit, turned } from "./unitModel";

export class Drawing {
  #draft: Draft;
  #tools: Tools;
  /** The squares of the current stroke. */
  #painted = new Set<string>();

  constructor(draft: Draft, tools: Tools) {
    this.#draft = draft;
    this.#tools = tools;
  }

  get #cols(): number {
    return this.#draft.view?.width ?? 1;
  }

  get #rows(): number {
    return this.#draft.view?.height ?? 1;
  }

  #isInside(at: Cell): boolean {
    return at.x >= 0 && at.y >= 0 && at.x < this.#cols && at.y < this.#rows;
  }

  unitAt(x: number, y: number): DraftUnit | undefined {
    return this.#draft.units.find(
      (unit) => x >= unit.x && y >= unit.y && x < unit.x + unit.size && y < unit.y + unit.size,
    );
  }

  /** The middle of a unit's place or of a square, by its name. */
  spotOf(name: string): Spot | null {
    const unit = this.#draft.units.find((one) => one.id === name);
    if (unit) return { x: unit.x + unit.size / 2, y: unit.y + unit.size / 2 };
    const at = spotOf(name);
    return at && { x: at.x + 0.5, y: at.y + 0.5 };
  }

  #change(what: string, make: (map: Keys) => void, joins = false): void {
    const draft = this.#draft;
    draft.change(
      what,
      (tree) => {
        const found = draft.kind === "maps" ? tree : tree.map;
        if (isKeys(found)) make(found);
      },
      joins,
    );
  }

  /** Start a stroke with the brush. */
  begin(here: Cell): void {
    this.#painted = new Set();
    this.stroke(here);
  }

  stroke(here: Cell): void {
    const key = `${here.x} ${here.y}`;
    if (this.#painted.has(key) || !this.#isInside(here)) return;
    this.#painted.add(key);
    this.#change("paint", (found) => paint(found, [here], this.#tools.stroke), true);
  }

  build(edges: Edge[]): void {
    this.#change("edge", (found) => build(found, edges, this.#tools.wall), true);
  }

  /** A click with a tool that needs no drag; also Enter on the cursor's square. */
  act(here: Cell): void {
    const tools = this.#tools;
    if (!this.#isInside(here)) return;
    if (tools.tool === "stamp") this.#change("stamp", (found) => stampOn(found, tools.stamp, here));
    else if (tools.tool === "light") this.#change("light", (found) => toggleLight(found, here, tools.light));
    else if (tools.tool === "pins") this.#pin(here);
    else if (tools.tool === "unit") this.#place(here);
    else if (tools.tool === "paint") {
      this.begin(here);
      this.#draft.endStroke();
    } else if (tools.tool === "edge") {
      this.#change("edge", (found) => build(found, [{ x: here.x, y: here.y, south: true }], tools.wall));
    } else if (tools.tool === "select") tools.chosen = this.unitAt(here.x, here.y)?.id ?? "";
  }

  #place(here: Cell): void {
    const there = this.unitAt(here.x, here.y);
    if (there) {
      this.#tools.chosen = there.id;
      return;
    }
    const { side, creature } = this.#tools;
    this.#draft.change("place", (tree) => addUnit(tree, side, creature, here.x, here.y));
  }

  #pin(here: Cell): void {
    const tools = this.#tools;
    const name = this.unitAt(here.x, here.y)?.id ?? squareName(here.x, here.y);
    tools.pins = tools.pins.length >= 2 ? [name] : [...tools.pins, name];
    tools.sight = null;
    if (tools.pins.length === 2) void this.#trySight();
  }

  async #trySight(): Promise<void> {
    const [draft, tools] = [this.#draft, this.#tools];
    await draft.settled();
    const [start, end] = tools.pins;
    if (!start || !end) return;
    try {
      tools.sight = await libraryApi.sight(draft.token, draft.text, start, end);
      tools.sightTrouble = "";
    } catch (problem) {
      tools.sight = null;
      tools.sightTrouble = wordsFor(problem);
    }
  }

  /** Remove unused characters, because the legend grows with every stroke. */
  tidy(): void {
    const first = this.#draft.past[0]?.tree;
    const before = first ? (this.#draft.kind === "maps" ? first : first.map) : undefined;
    if (isKeys(before)) this.#change("paint.", (found) => tidyLegend(found, before), true);
  }

  moveTo(unit: DraftUnit, x: number, y: number): void {
    if (x < 0 || y < 0 || x + unit.size > this.#cols || y + unit.size > this.#rows) return;
    const units = this.#draft.units;
    this.#draft.change("move", (tree) => moveUnit(tree, units, unit, x, y));
    this.#draft.units = units.map((one) => (one.id === unit.id ? { ...one, x, y } : one));
  }

  remove(unit: DraftUnit): void {
    const units = this.#draft.units;
    this.#draft.change("remove", (tree) => removeUnit(tree, units, unit));
    this.#tools.chosen = "";
  }

  turn(unit: DraftUnit, by: number): void {
    const units = this.#draft.units;
    const faces = turned(unit.faces, by);
    this.#draft.change("turn", (tree) => changeUnit(tree, units, unit, "faces", faces));
  }

  /** A room, a block of rock or ground of one kind, from one corner to the other. */
  room(from: Cell, to: Cell): void {
    const tools = this.#tools;
    const clip = (value: number, most: number): number => Math.max(0, Math.min(most - 1, value));
    const one = { x: clip(from.x, this.#cols), y: clip(from.y, this.#rows) };
    const other = { x: clip(to.x, this.#cols), y: clip(to.y, this.#rows) };
    const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
    const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
    const cells: Cell[] = [];
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) cells.push({ x, y });
    this.#change("room", (found) => {
      if (tools.room === "walls") {
        paint(found, cells, { what: "floor" });
        build(found, around(one, other), "wall");
      } else if (tools.room === "rock") {
        const rim = cells.filter(({ x, y }) => x === left || x === right || y === top || y === bottom);
        paint(found, cells, { what: "floor" });
        paint(found, rim, { what: "rock" });
      } else if (tools.room === "rough") paint(found, cells, { what: "difficult" });
      else paint(found, cells, { what: "height", feet: tools.feet });
    });
  }
}
