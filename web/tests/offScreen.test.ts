import { describe, expect, test } from "vitest";
import { offScreen } from "../src/table/map/offScreen";

const at = (x: number, y: number): { x: number; y: number; size: number } => ({ x, y, size: 1 });

describe("foes beyond the edges of the map's view", () => {
  const shown = { x: 0, y: 0, wide: 8, high: 10 };
  test("are counted by side, and the nearest is named", () => {
    const found = offScreen([at(3, 3), at(12, 4), at(9, 5), at(2, 14)], shown);
    expect(found.map((one) => [one.side, one.count])).toEqual([["right", 2], ["bottom", 1]]);
    expect(found[0]!.nearest).toEqual(at(9, 5));
  });
  test("one at a corner is on the side where it is farther out", () => {
    expect(offScreen([at(20, 11)], shown)[0]!.side).toBe("right");
    expect(offScreen([at(9, 30)], shown)[0]!.side).toBe("bottom");
  });
  test("nobody in view is counted", () => {
    expect(offScreen([at(0, 0), at(7, 9)], shown)).toEqual([]);
  });
});
