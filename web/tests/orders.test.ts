import { describe, expect, test } from "vitest";
import type { CreatureLine, OrderField, OrderForm } from "../src/protocol";
import { wantedOf } from "../src/table/gm/creatures";
import { isFilled, writeOrder } from "../src/table/gm/orders";

const field = (made: Partial<OrderField>): OrderField => ({
  key: "how", kind: "text", label: "", hint: "", options: [], source: "", before: "", optional: false, signed: false, ...made,
});
const form = (name: string, ...fields: OrderField[]): OrderForm => ({ name, label: "", fields });

describe("orders are written as the server's form says", () => {
  const add = form(
    "add",
    field({ key: "what", kind: "creature" }),
    field({ key: "square", kind: "square" }),
    field({ key: "side", kind: "side", before: "for" }),
    field({ key: "ident", before: "as", optional: true }),
  );
  test("the name, and each value behind its word", () => {
    expect(writeOrder(add, { what: "giant rat", square: "C4", side: "foes", ident: "rex" })).toBe("add giant rat C4 for foes as rex");
  });
  test("what is left out takes its word with it", () => {
    expect(writeOrder(add, { what: "goblin", square: "C4", side: "foes", ident: "" })).toBe("add goblin C4 for foes");
  });
  test("an order in words of one's own has no name", () => {
    expect(writeOrder(form("", field({})), { how: "hp ogre 5" })).toBe("hp ogre 5");
  });
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
});
