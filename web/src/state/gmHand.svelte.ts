// GM actions on one or many units on the board; each is an order in the log.

import type { Toggle, UnitView } from "../protocol";
import type { Fight } from "./fight.svelte";
import type { Selection } from "./selection.svelte";
import { edgeName } from "../table/gm/orders";
import { freePlaces } from "../table/gm/freePlaces";
import { shortNames, type Wanted } from "../table/gm/creatures";
import { placeName, type Spot } from "../words/words";

/** The server's forms, filled in; the server writes the orders. */
export interface Orders {
  order(name: string, values: Record<string, string>, note?: string): boolean;
  turn(unit: string, condition: string, on: boolean): boolean;
}

export class GmHand {
  /** Units selected together, by shift-click or with a box. */
  group = $state.raw<string[]>([]);
  /** Whether their card is open, and the HP text typed in it. */
  card = $state(false);
  hp = $state("");
  /** Where a creature will be added: its square, "" to choose one afterwards; null for no box. */
  adding = $state<string | null>(null);
  #fight: Fight;
  #selection: Selection;
  #orders: Orders;
  chosen = $derived.by(() => {
    const looked = this.#selection.looked;
    const all = this.group.length > 0 ? this.group : looked ? [looked] : [];
    return all.map((id) => this.#fight.unitNamed(id)).filter((unit) => unit !== undefined);
  });

  constructor(fight: Fight, selection: Selection, orders: Orders) {
    this.#fight = fight;
    this.#selection = selection;
    this.#orders = orders;
  }

  pick(id: string): void {
    this.group = this.group.includes(id) ? this.group.filter((one) => one !== id) : [...this.group, id];
    this.card = this.group.length > 0;
  }

  choose(ids: string[]): void {
    this.group = ids;
    this.card = ids.length > 0;
  }

  /** A card for one unit: the next input changes it. */
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
    for (const unit of this.chosen) this.#orders.order("hp", { unit: unit.id, how: wanted });
    this.hp = "";
    return true;
  }

  /** Turn it on for all, or off if all have it. */
  toggle(what: Toggle): void {
    const on = !this.all(what);
    for (const unit of this.chosen) {
      if (unit.has.includes(what.name) !== on) this.#orders.turn(unit.id, what.name, on);
    }
  }

  /** Whether all selected units have a condition. */
  all(what: Toggle): boolean {
    return this.chosen.length > 0 && this.chosen.every((unit) => unit.has.includes(what.name));
  }

  remove(): void {
    for (const unit of this.chosen) this.#orders.order("remove", { unit: unit.id });
    this.close();
  }

  /** Move the dragged unit and the units selected with it by this much. */
  carried(id: string): UnitView[] {
    const all = this.group.includes(id) ? this.group : [id];
    return all.map((one) => this.#fight.unitNamed(one)).filter((unit) => unit !== undefined);
  }

  move(id: string, to: Spot): void {
    const map = this.#fight.map;
    const lead = this.#fight.unitNamed(id);
    if (!map || !lead) return;
    const [dx, dy] = [to.x - lead.x, to.y - lead.y];
    if (dx === 0 && dy === 0) return;
    // Units in front move first, so that none blocks another.
    const inOrder = this.carried(id).sort((one, other) => (other.x - one.x) * dx + (other.y - one.y) * dy);
    for (const unit of inOrder) {
      const [x, y] = [unit.x + dx, unit.y + dy];
      if (x >= 0 && y >= 0 && x < map.width && y < map.height) {
        this.#orders.order("move", { unit: unit.id, how: placeName(map, x, y) });
      }
    }
  }

  door(at: Spot): { name: string; open: boolean } | null {
    const map = this.#fight.map;
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
    this.#orders.order("door", { door: door.name, how: door.open ? "closed" : "open" });
  }

  /** Add numbers of creatures on the free squares nearest to a square; returns how many fit. */
  add(wanted: Wanted[], near: Spot, side: string, note = ""): number {
    const map = this.#fight.map;
    if (!map) return 0;
    const found = freePlaces(map, this.#fight.units, near, wanted.flatMap(sizesOf));
    const creatures = wanted.flatMap((one) => Array<string>(one.count).fill(one.creature.name));
    const idents = shortNames(creatures, this.#fight.units.map((unit) => unit.id));
    found.forEach((at, number) => {
      if (at) this.#orders.order("add", { what: creatures[number]!, square: placeName(map, at.x, at.y), side, ident: idents[number]! }, note);
    });
    return found.filter((at) => at !== null).length;
  }
}

function sizesOf(wanted: Wanted): number[] {
  return Array<number>(wanted.count).fill(wanted.creature.size);
}

function mid(one: number, other: number): number {
  return (one + other) / 2;
}
