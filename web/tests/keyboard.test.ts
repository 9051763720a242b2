import { expect, test, vi } from "vitest";

vi.mock("../src/state/prefs.svelte", () => ({ prefs: { shortcuts: true } }));
const { pressKey } = await import("../src/table/keyboard");

type Table = Parameters<typeof pressKey>[0];
type Desk = Parameters<typeof pressKey>[1];

/** A table at which nothing can be done, and what it says. */
function idle(gm = true): { table: Table; said: string[] } {
  const said: string[] = [];
  const table = {
    fight: { isGm: gm, sheet: null, state: { can_undo: false }, units: [] },
    selection: { ask: null, actor: null, looked: null, staged: null, entries: [], shown: { groups: [] } },
    connection: { sending: "" },
    playback: { playing: false },
    gm: { chosen: [] },
    tell: (_: string, text: string) => said.push(text),
  };
  return { table: table as unknown as Table, said };
}

const desk: Desk = { root: () => undefined, focus: () => {}, show: () => {}, log: () => {}, help: () => {} };
function press(table: Table, key: string, field = false): { prevented: boolean } {
  const found = { prevented: false };
  const target = { matches: (selector: string) => field && selector.includes("input, textarea"), closest: () => null };
  pressKey(table, desk, { key, target, preventDefault: () => (found.prevented = true) } as unknown as KeyboardEvent);
  return found;
}

test("a key that can do nothing says why", () => {
  const { table, said } = idle();
  for (const key of ["e", "x", "n", "u", "k", "7"]) press(table, key);
  expect(said).toEqual([
    "There is no turn to end now.",
    "There is nothing to pass now.",
    "No unit of yours can act now.",
    "There is nothing to undo.",
    "Pick a unit first.",
    "There is no action 7 now.",
  ]);
});

test("letters typed into a field are no keys, and the GM's keys are the GM's", () => {
  const { table, said } = idle(false);
  expect(press(table, "e", true).prevented).toBe(false);
  expect(press(table, "g").prevented).toBe(false);
  expect(press(idle(true).table, "g").prevented).toBe(true);
  expect(said).toEqual([]);
});
