// The keys of the table, wherever the focus is. A key that can do nothing now says so.

import type { Table } from "../state/table.svelte";
import { prefs } from "../state/prefs.svelte";

/** Number of actions of the bar with a number key. */
export const NUMBER_KEYS = 9;

/** What keys do to the page around the table. */
export interface Desk {
  root(): HTMLElement | undefined;
  focus(selector: string): void;
  /** Bring a panel to the front, and the focus to something in it. */
  show(panel: "turn" | "units" | "gm", selector: string): void;
  log(): void;
  help(): void;
}

type Act = (table: Table, desk: Desk) => void;

const MAP = ".map .view, .field .ruler button";
const KEYS: Record<string, Act> = {
  "?": (_, desk) => desk.help(),
  a: (_, desk) => desk.show("turn", ".prompt .answer, .act .option"),
  e: (table) => finish(table, "turn"),
  i: (_, desk) => desk.show("units", ".units .line"),
  k: openSheet,
  l: (_, desk) => desk.log(),
  m: (_, desk) => desk.focus(MAP),
  n: nextUnit,
  u: undo,
  x: (table) => finish(table, "moment"),
};
const GM_KEYS: Record<string, Act> = {
  c: (table) => (table.gm.adding = ""),
  g: (_, desk) => desk.show("gm", ".gm button"),
  p: pause,
};

export function pressKey(table: Table, desk: Desk, event: KeyboardEvent): void {
  const at = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || table.fight.sheet) return;
  // A die's field takes numbers; letters are keys there as everywhere.
  const letters = at.matches(".die input") && /^[a-z?]$/.test(event.key);
  if (at.matches("input, textarea, select") && !letters) return;
  if (event.key === "Escape") {
    table.selection.pointing = null;
    table.selection.clear();
    table.gm.close();
    return;
  }
  if (prefs.shortcuts && act(table, desk, event.key, at)) event.preventDefault();
}

/** Whether the key means something. */
function act(table: Table, desk: Desk, key: string, at: HTMLElement): boolean {
  const meant = KEYS[key] ?? (table.fight.isGm ? GM_KEYS[key] : undefined);
  if (/^[1-9]$/.test(key)) pressNumber(table, desk, Number(key));
  else if (key === "Enter" && table.selection.staged && !at.closest("button, a")) table.selection.choose(table.selection.staged.choice);
  else if (key === "s" && table.playback.playing) table.playback.skip();
  else if (table.fight.isGm && /^[-+]$/.test(key) && table.gm.chosen.length > 0) {
    table.gm.card = true;
    table.gm.hp = key;
  } else if (meant) meant(table, desk);
  else return false;
  return true;
}

/** An answer of the prompt, else an action of the bar. */
function pressNumber(table: Table, desk: Desk, number: number): void {
  const answers = desk.root()?.querySelectorAll<HTMLElement>(".prompt .answer") ?? [];
  if (answers.length > 0) {
    const answer = answers[number - 1];
    if (!answer) table.tell("warn", `There is no answer ${number}.`);
    answer?.focus();
    answer?.click();
    return;
  }
  if (table.connection.sending) return;
  const entry = table.selection.entries[number - 1];
  if (!entry) {
    table.tell("warn", `There is no action ${number} now.`);
    return;
  }
  table.selection.press(entry);
  // The arrows and T pick the target there.
  if (table.selection.aim) desk.focus(MAP);
}

function finish(table: Table, what: "turn" | "moment"): void {
  const ending = table.selection.shown.groups.find((group) => group.ends === what)?.options[0];
  if (ending) table.selection.choose(ending.choice);
  else table.tell("warn", what === "turn" ? "There is no turn to end now." : "There is nothing to pass now.");
}

function nextUnit(table: Table): void {
  const ready = table.selection.ask?.ready ?? [];
  const next = ready[(ready.indexOf(table.selection.actor ?? "") + 1) % ready.length];
  if (next) table.selection.focusOn(next);
  else table.tell("warn", "No unit of yours can act now.");
}

function undo(table: Table): void {
  if (table.fight.state?.can_undo) table.connection.send({ type: "undo" });
  else if (table.fight.isGm) table.tell("warn", "There is nothing to undo.");
  else table.tell("warn", "You can only undo your own last choice, before a die is rolled or anything hidden is shown. Ask the GM.");
}

function openSheet(table: Table): void {
  const unit = table.selection.looked ?? table.selection.actor ?? table.fight.units.find((one) => one.mine)?.id;
  if (unit) table.openSheet(unit);
  else table.tell("warn", "Pick a unit first.");
}

function pause(table: Table): void {
  const settings = table.fight.state?.settings;
  if (settings) table.connection.send({ type: "settings", settings: { ...settings, paused: !settings.paused } });
}
