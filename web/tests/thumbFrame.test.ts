import { describe, expect, test } from "vitest";
import { frame } from "../src/ui/thumbFrame";

const unit = (x: number, y: number, size = 1) => ({ x: x + size / 2, y: y + size / 2, size });

describe("the small picture of a map", () => {
  test("shows the middle of the map where everybody stands there", () => {
    expect(frame({ wide: 20, high: 20 }, [unit(8, 9), unit(11, 10)], 2)).toEqual({ x: 0, y: 5, wide: 20, high: 10 });
  });
  test("moves towards whoever stands at the edge of the map", () => {
    const box = frame({ wide: 20, high: 20 }, [unit(3, 0), unit(3, 6)], 2);
    expect(box.y).toBeLessThanOrEqual(0);
    expect(box.high).toBe(10);
  });
  test("shows more than the map before it cuts anybody off", () => {
    const people = [unit(5, 0), unit(9, 11, 2)];
    const box = frame({ wide: 20, high: 13 }, people, 2.4);
    expect(box.wide / box.high).toBeCloseTo(2.4);
    for (const one of people) {
      expect(box.y).toBeLessThan(one.y - one.size / 2);
      expect(box.y + box.high).toBeGreaterThan(one.y + one.size / 2);
      expect(box.x).toBeLessThan(one.x - one.size / 2);
      expect(box.x + box.wide).toBeGreaterThan(one.x + one.size / 2);
    }
  });
  test("of a map without people is as large as it can be", () => {
    expect(frame({ wide: 10, high: 5 }, [], 1)).toEqual({ x: 2.5, y: 0, wide: 5, high: 5 });
  });
});
