// What a click on a square or a combatant means, with a map.

import type { MapView, OptionView, UnitView } from "../../protocol";
import type { Table } from "../../state/table.svelte";
import { isDown, placeName } from "../../words/words";

/** Of whoever acts: then it is worth a word why it is no target. */
export function isFoe(table: Table, unit: UnitView): boolean {
  const actor = table.unitNamed(table.actor);
  return table.isTurn && actor !== undefined && unit.team !== actor.team && !isDown(unit);
}

/** Show what a click there would do. */
export function pointAt(table: Table, map: MapView, x: number, y: number, unit: UnitView | undefined): void {
  const option = table.optionAt(placeName(map, x, y));
  const aimed = unit && table.aimedAt(unit.id);
  // A walk is marked: what could follow it there?
  if (unit && table.walk && isFoe(table, unit)) table.approaches.ask(unit.id, [table.walk]);
  if (unit && (aimed || isFoe(table, unit))) table.look(unit.id);
  if (aimed) table.preview(aimed);
  else if (option) table.preview(option);
  else table.hovered = null;
}

export function pickAt(table: Table, map: MapView, x: number, y: number, unit: UnitView | undefined): void {
  const name = placeName(map, x, y);
  if (table.pointing) {
    table.pointing(name, unit?.id ?? null);
    return;
  }
  const aims = table.aim !== null && table.bySquare.has(name);
  // A friend who may act is chosen, unless something is aimed at friends.
  if (!table.aim && unit && table.ask?.ready.includes(unit.id) && unit.id !== table.actor) {
    table.looked = unit.id;
    table.focusOn(unit.id);
    return;
  }
  const walk = table.walk;
  if (!table.aim && walk && unit && isFoe(table, unit)) {
    strikeAfter(table, unit, walk);
    return;
  }
  if (!aims && unit && table.targets.has(unit.id)) {
    aimAt(table, unit);
    return;
  }
  const shown = table.looking;
  const charge = shown?.target
    ? table.all.find((one) => one.verb === shown.verb && one.target === shown.target && one.square === name)
    : undefined;
  const option = charge ?? table.optionAt(name);
  if (option) {
    if (!charge) table.picked = { square: name };
    table.mark(table.staged?.square === name ? table.staged : option);
    return;
  }
  table.clear();
  table.looked = unit?.id ?? null;
  if (unit && isFoe(table, unit)) {
    table.look(unit.id);
    table.approach(unit);
    // Why nothing can be done from here is told beside it.
    table.picked = { unit: unit.id };
  }
}

/** The second act: a foe after a square. What was shown is done; else it is shown first. */
export function strikeAfter(table: Table, unit: UnitView, walk: OptionView): void {
  const again = table.next === unit.id;
  const known = table.approaches.of(unit.id, walk.choice);
  table.picked = { unit: unit.id };
  table.looked = unit.id;
  if (again || known?.walk === walk.choice) {
    if (!again) table.approach(unit, walk);
    table.choose(walk.choice);
  } else table.approach(unit, walk);
}

function aimAt(table: Table, unit: UnitView): void {
  const aimed = table.aimedAt(unit.id);
  table.picked = { unit: unit.id };
  table.looked = unit.id;
  if (table.staged?.target === unit.id) table.mark(table.staged);
  else if (aimed) {
    table.staged = aimed;
    table.preview(aimed);
    table.look(unit.id);
  }
}
