// The meaning of a click on a square or a unit, with a map.

import type { MapView, OptionView, UnitView } from "../../protocol";
import type { Table } from "../../state/table.svelte";
import { isDown, placeName } from "../../words/words";

/** For the acting unit: explain why it is not a target. */
export function isFoe(table: Table, unit: UnitView): boolean {
  const actor = table.fight.unitNamed(table.selection.actor);
  return table.selection.isTurn && actor !== undefined && unit.team !== actor.team && !isDown(unit);
}

/** Show what a click there would do. */
export function pointAt(table: Table, map: MapView, x: number, y: number, unit: UnitView | undefined): void {
  const option = table.selection.optionAt(placeName(map, x, y));
  const aimed = unit && table.selection.aimedAt(unit.id);
  // A move is marked: which attack could follow there?
  if (unit && table.selection.walk && isFoe(table, unit)) table.odds.approaches.ask(unit.id, [table.selection.walk]);
  if (unit && (aimed || isFoe(table, unit))) table.selection.look(unit.id);
  if (aimed) table.selection.preview(aimed);
  else if (option) table.selection.preview(option);
  else table.selection.hovered = null;
}

export function pickAt(table: Table, map: MapView, x: number, y: number, unit: UnitView | undefined): void {
  const name = placeName(map, x, y);
  if (table.selection.pointing) {
    table.selection.pointing(name, unit?.id ?? null);
    return;
  }
  const aims = table.selection.aim !== null && table.selection.bySquare.has(name);
  // A friend who may act is chosen, unless something is aimed at friends.
  if (!table.selection.aim && unit && table.selection.ask?.ready.includes(unit.id) && unit.id !== table.selection.actor) {
    table.selection.looked = unit.id;
    table.selection.focusOn(unit.id);
    return;
  }
  const walk = table.selection.walk;
  if (!table.selection.aim && walk && unit && isFoe(table, unit)) {
    strikeAfter(table, unit, walk);
    return;
  }
  if (!aims && unit && table.selection.targets.has(unit.id)) {
    aimAt(table, unit);
    return;
  }
  const shown = table.selection.looking;
  const charge = shown?.target
    ? table.selection.all.find((one) => one.verb === shown.verb && one.target === shown.target && one.square === name)
    : undefined;
  const option = charge ?? table.selection.optionAt(name);
  if (option) {
    if (!charge) table.selection.picked = { square: name };
    table.selection.mark(table.selection.staged?.square === name ? table.selection.staged : option);
    return;
  }
  table.selection.clear();
  table.selection.looked = unit?.id ?? null;
  if (unit && isFoe(table, unit)) {
    table.selection.look(unit.id);
    table.selection.approach(unit);
    // The reason is shown beside it.
    table.selection.picked = { unit: unit.id };
  }
}

/** The second click: a foe after a square. Do it if it was shown, else show it first. */
export function strikeAfter(table: Table, unit: UnitView, walk: OptionView): void {
  const again = table.selection.next === unit.id;
  const known = table.odds.approaches.of(unit.id, walk.choice);
  table.selection.picked = { unit: unit.id };
  table.selection.looked = unit.id;
  if (again || known?.walk === walk.choice) {
    if (!again) table.selection.approach(unit, walk);
    table.selection.choose(walk.choice);
  } else table.selection.approach(unit, walk);
}

function aimAt(table: Table, unit: UnitView): void {
  const aimed = table.selection.aimedAt(unit.id);
  table.selection.picked = { unit: unit.id };
  table.selection.looked = unit.id;
  if (table.selection.staged?.target === unit.id) table.selection.mark(table.selection.staged);
  else if (aimed) {
    table.selection.staged = aimed;
    table.selection.preview(aimed);
    table.selection.look(unit.id);
  }
}
