import { describe, expect, test } from "vitest";
import type { CreatureLine, OrderField } from "../src/protocol";
import { asksForSeveral, shortNames, wantedLine, wantedList, wantedOf, wantedWords } from "../src/table/gm/creatures";
import { isFilled } from "../src/table/gm/orders";

const field = (made: Partial<OrderField>): OrderField => ({
  key: "how", kind: "text", label: "", hint: "", options: [], source: "", before: "", optional: false, signed: false, ...made,
});

describe("a field of an order", () => {
  test("a square looks like one", () => {
    expect(isFilled(field({ kind: "square" }), "c4")).toBe(true);
    expect(isFilled(field({ kind: "square" }), "there")).toBe(false);
    expect(isFilled(field({ optional: true }), "")).toBe(true);
  });
});

describe("creatures as somebody types them", () => {
  const line = (name: string, plural: string): CreatureLine => ({ name, plural, hp: 4, ac: 12, size: 1, own: false });
  const known = [line("wolf", "wolves"), line("dire wolf", "dire wolves"), line("harpy", "harpies")];
  const found = (typed: string) => wantedOf(typed, known).map((one) => `${one.count} ${one.creature.name}`);
  test("by the plural the server sends", () => {
    expect(found("3 wolves")).toEqual(["3 wolf", "3 dire wolf"]);
    expect(found("harpies x2")).toEqual(["2 harpy"]);
  });
  test("by the beginning of a name", () => {
    expect(found("har")).toEqual(["1 harpy"]);
  });
  test("several kinds in one line, the last one still being typed", () => {
    const list = wantedList("3 wolves, harpy, dir", known);
    expect(list.settled.map(wantedWords)).toEqual(["3 wolves", "1 harpy"]);
    expect(list.found.map(wantedWords)).toEqual(["1 dire wolf"]);
    expect(list.unknown).toBe("");
  });
  test("a finished line with all of them, or nothing where a name is unknown", () => {
    const line = (typed: string) => wantedLine(typed, known).map(wantedWords);
    expect(line("3 wolves, harpy")).toEqual(["3 wolves", "1 harpy"]);
    expect(line("3 wolves,")).toEqual(["3 wolves"]);
    expect(line("3 wolves, wyrm")).toEqual([]);
    expect(line("wyrm, harpy")).toEqual([]);
  });
  test("several are asked for by a number or a list", () => {
    expect(["3 goblins, wolf", "2 x wolf", "wolf x 2", "wolf, harpy"].filter(asksForSeveral)).toHaveLength(4);
    expect(["wolf", "dire wolf", "goblin-2"].filter(asksForSeveral)).toEqual([]);
  });
  test("a name nobody has is told, not left out", () => {
    expect(wantedList("3 wolves, wyrm, harpy", known).unknown).toBe("wyrm");
  });
  test("several of a kind are numbered from 1, one of a kind is named by the server", () => {
    expect(shortNames(["goblin", "goblin", "wolf"], ["alda"])).toEqual(["goblin-1", "goblin-2", ""]);
    expect(shortNames(["Will o' the wisp", "Will o' the wisp"], [])).toEqual(["will-o-the-wisp-1", "will-o-the-wisp-2"]);
  });
  test("numbers in use are passed over", () => {
    expect(shortNames(["goblin", "goblin"], ["goblin"])).toEqual(["goblin-2", "goblin-3"]);
    expect(shortNames(["goblin", "goblin"], ["goblin-1", "goblin-3"])).toEqual(["goblin-2", "goblin-4"]);
  });
});
