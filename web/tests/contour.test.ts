import { describe, expect, test } from "vitest";
import { contour, loops, spilling } from "../src/table/map/contour";

function cells(rows: string[]) {
  const size = { width: rows[0]!.length, height: rows.length };
  return { size, is: (x: number, y: number) => rows[y]![x] === "#" };
}

/** The area inside, holes taken off: loops of holes run the other way round. */
function area(rows: string[]): number {
  const { size, is } = cells(rows);
  const sum = (loop: [number, number][]): number =>
    loop.reduce((all, [x, y], at) => {
      const [nextX, nextY] = loop[(at + 1) % loop.length]!;
      return all + (x * nextY - nextX * y) / 2;
    }, 0);
  return loops(size, is).reduce((all, loop) => all + sum(loop), 0);
}

describe("the outline of squares", () => {
  test("one square has four corners", () => {
    const { size, is } = cells(["#"]);
    expect(contour(size, is)).toBe("M0 0L1 0L1 1L0 1z");
  });
  test("a row is one loop without points along its edges", () => {
    const { size, is } = cells(["..", "##"]);
    expect(loops(size, is)).toEqual([[[0, 1], [2, 1], [2, 2], [0, 2]]]);
  });
  test("a ring has an outer and an inner loop, and the area between them", () => {
    const rows = ["###", "#.#", "###"];
    const { size, is } = cells(rows);
    expect(loops(size, is)).toHaveLength(2);
    expect(area(rows)).toBe(8);
  });
  test("squares that touch at a corner stay apart", () => {
    const rows = ["#.", ".#"];
    const { size, is } = cells(rows);
    expect(loops(size, is)).toHaveLength(2);
    expect(area(rows)).toBe(2);
  });
  test("any shape encloses as many squares as it has", () => {
    const rows = ["##..#", "#.###", "###..", "..###", "#...#"];
    expect(area(rows)).toBe(rows.join("").replaceAll(".", "").length);
  });
  test("round corners stay on the edges", () => {
    const { size, is } = cells(["#"]);
    expect(contour(size, is, 0.25)).toBe(
      "M0 0.25Q0 0 0.25 0L0.75 0Q1 0 1 0.25L1 0.75Q1 1 0.75 1L0.25 1Q0 1 0 0.75z",
    );
  });
  test("what is softened goes on beyond the border, and only there", () => {
    const all = cells(["##"]);
    expect(spilling(all.size, all.is)).toBe("M-1 -1L3 -1L3 2L-1 2z");
    const half = cells([".#"]);
    expect(spilling(half.size, half.is)).toBe("M1 -1L3 -1L3 2L1 2z");
  });
  test("nothing has no outline", () => {
    const { size, is } = cells(["..", ".."]);
    expect(contour(size, is)).toBe("");
  });
});
