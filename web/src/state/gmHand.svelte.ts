// What a GM does to combatants on the board, one or many at once; each is an order in the log.

import type { MapView, UnitView } from "../protocol";
import { edgeName } from "../table/gm/orders";
import { isDown, placeName, type Spot } from "../words/words";

interface Board {
  readonly isGm: boolean;
  readonly units: UnitView[];
  readonly map: MapView | null;
  readonly looked: string | null;
  unitNamed(id: string | null): UnitView | undefined;
  order(what: string): boolean;
}

export class GmHand {
  /** Those chosen together, by shift-click or with a box. */
  group = $state.raw<string[]>([]);
  /** Whether the card for them is open, and what is typed in it for HP. */
  card = $state(false);
  hp = $state("");
  /** Where a creature is to be added: its square, "" to point at one afterwards; null for no box. */
  adding = $state<string | null>(null);
  #board: Board;
  chosen = $derived.by(() => {
    const all = this.group.length > 0 ? this.group : this.#board.looked ? [this.#board.looked] : [];
    return all.map((id) => this.#board.unitNamed(id)).filter((unit) => unit !== undefined);
  });

  constructor(board: Board) {
    this.#board = board;
  }

  toggle(id: string): void {
    this.group = this.group.includes(id) ? this.group.filter((one) => one !== id) : [...this.group, id];
    this.card = this.group.length > 0;
  }

  choose(ids: string[]): void {
    this.group = ids;
    this.card = ids.length > 0;
  }

  /** A card for one: what is typed next changes it. */
  open(id: string): void {
    this.choose([id]);
  }

  close(): void {
    this.group = [];
    this.card = false;
    this.hp = "";
  }

  /** `-7` and `+3` change, a plain number sets. */
  setHp(text: string): boolean {
    const wanted = text.trim().replace("−", "-");
    if (!/^[+-]?[0-9]{1,4}$/.test(wanted)) return false;
    for (const unit of this.chosen) this.#board.order(`hp ${unit.id} ${wanted}`);
    this.hp = "";
    return true;
  }

  /** On for all unless all have it. */
  condition(name: string): void {
    const off = this.chosen.every((unit) => has(unit, name));
    for (const unit of this.chosen) {
      if (has(unit, name) !== off) continue;
      if (name === "prone") this.#board.order(`${off ? "stand" : "prone"} ${unit.id}`);
      else if (name === "hidden") this.#board.order(`${off ? "reveal" : "hide"} ${unit.id}`);
      else this.#board.order(`condition ${unit.id} ${name}${off ? " off" : ""}`);
    }
  }

  remove(): void {
    for (const unit of this.chosen) this.#board.order(`remove ${unit.id}`);
    this.close();
  }

  /** Whoever is dragged, and those chosen with it, by so much. */
  carried(id: string): UnitView[] {
    const all = this.group.includes(id) ? this.group : [id];
    return all.map((one) => this.#board.unitNamed(one)).filter((unit) => unit !== undefined);
  }

  move(id: string, to: Spot): void {
    const map = this.#board.map;
    const lead = this.#board.unitNamed(id);
    if (!map || !lead) return;
    const [dx, dy] = [to.x - lead.x, to.y - lead.y];
    if (dx === 0 && dy === 0) return;
    // Those in front go first, so that nobody stands in another's way.
    const inOrder = this.carried(id).sort((one, other) => (other.x - one.x) * dx + (other.y - one.y) * dy);
    for (const unit of inOrder) {
      const [x, y] = [unit.x + dx, unit.y + dy];
      if (x >= 0 && y >= 0 && x < map.width && y < map.height) {
        this.#board.order(`move ${unit.id} ${placeName(map, x, y)}`);
      }
    }
  }

  door(at: Spot): { name: string; open: boolean } | null {
    const map = this.#board.map;
    const beside = (map?.walls ?? []).find(
      (wall) =>
        wall.door !== null &&
        Math.max(wall.x0, wall.x1) >= at.x && Math.min(wall.x0, wall.x1) <= at.x + 1 &&
        Math.max(wall.y0, wall.y1) >= at.y && Math.min(wall.y0, wall.y1) <= at.y + 1 &&
        (wall.x0 === wall.x1 ? mid(wall.y0, wall.y1) > at.y && mid(wall.y0, wall.y1) < at.y + 1 : mid(wall.x0, wall.x1) > at.x && mid(wall.x0, wall.x1) < at.x + 1),
    );
    const name = map && beside ? edgeName(map, beside) : "";
    return beside && name ? { name, open: beside.is_open } : null;
  }

  turnDoor(door: { name: string; open: boolean }): void {
    this.#board.order(`door ${door.name} ${door.open ? "closed" : "open"}`);
  }

  /** So many of a creature, on the free squares nearest to one. */
  add(creature: string, size: number, count: number, near: Spot, side: string): number {
    const map = this.#board.map;
    if (!map) return 0;
    const places = freePlaces(map, this.#board.units, near, size, count);
    for (const at of places) this.#board.order(`add ${creature} ${placeName(map, at.x, at.y)} for ${side}`);
    return places.length;
  }
}

function has(unit: UnitView, condition: string): boolean {
  return unit.conditions.some((one) => one === condition || one.startsWith(`${condition} `));
}

function mid(one: number, other: number): number {
  return (one + other) / 2;
}

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
