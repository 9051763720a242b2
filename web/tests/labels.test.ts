import { describe, expect, test } from "vitest";
import { named } from "../src/table/map/labels";

const unit = (name: string, x: number, y: number, size = 1) => ({ name, x, y, size });
const names = (units: ReturnType<typeof unit>[], first = "") =>
  named(units, 0.3, (one) => (one.name === first ? 0 : 3)).map((one) => one.name);

describe("names below tokens", () => {
  test("are all written where everybody has room", () => {
    expect(names([unit("Alda", 1, 1), unit("Brand", 5, 1)])).toEqual(["Alda", "Brand"]);
  });
  test("cover nobody who stands below, nor beside that", () => {
    expect(names([unit("Guard 2", 2, 2), unit("Archer", 2, 3)])).toEqual(["Archer"]);
    expect(names([unit("Guard 12", 2, 2), unit("Archer", 1, 3)])).toEqual(["Archer"]);
  });
  test("of two that touch only the first is written", () => {
    expect(names([unit("Mercenary 1", 2, 2), unit("Mercenary 2", 3, 2)])).toEqual(["Mercenary 1"]);
  });
  test("whoever acts is named even in a crowd", () => {
    expect(names([unit("Guard 2", 2, 2), unit("Archer", 2, 3)], "Guard 2")).toContain("Guard 2");
  });
});
