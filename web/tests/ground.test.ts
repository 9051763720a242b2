import { describe, expect, test } from "vitest";
import { drawDark, drawGround, drawUnknown, drawUnseen, squareWords, wallPath } from "../src/table/map/ground";
import { slabs, TILE } from "../src/table/map/texture";
import { map } from "./made";

describe("the ground", () => {
  test("is drawn as the server says squares look", () => {
    const drawn = drawGround(map(["..~", "#.."], { looks: { C1: "water", A2: "tree" } }));
    expect(drawn.made.map((one) => one.pattern)).toEqual(["water"]);
    expect(drawn.things).toEqual([{ x: 0, y: 1, look: "tree" }]);
    expect(drawn.solid).toBe("");
  });
  test("without a name a block alone is a pillar indoors and a boulder outdoors", () => {
    expect(drawGround(map(["...", ".#.", "..."])).things[0]!.look).toBe("pillar");
    expect(drawGround(map(["...", ".#.", "..."], { sky: true })).things[0]!.look).toBe("boulder");
    expect(drawGround(map(["##."])).things).toEqual([]);
  });
  test("under fog a piece of wall is no boulder, and a boulder seen from one side is one", () => {
    const seen = (known: string[]): string | undefined => drawGround(map(["...", ".#.", "..."], { sky: true, known })).things[0]?.look;
    expect(seen(["100", "110", "100"])).toBeUndefined();
    expect(seen(["110", "110", "110"])).toBe("boulder");
  });
  test("under the sky a wall one square thick is built, and a heap is rock", () => {
    expect(drawGround(map(["###", "#.#", "###"], { sky: true })).crag).toBe(false);
    expect(drawGround(map(["##.", "##.", "..."], { sky: true })).crag).toBe(true);
    expect(drawGround(map(["##.", "##.", "..."])).crag).toBe(false);
  });
  test("a stall stands on the ground around it, and a fountain of several squares has one rim", () => {
    const looks = Object.fromEntries(["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"].map((at) => [at, "cobbles"]));
    const market = drawGround(map(["...", "...", "..."], { sky: true, looks: { ...looks, B2: "stall" } }));
    expect(market.made).toEqual([{ pattern: "cobbles", path: "M0 0L3 0L3 3L0 3z" }]);
    const well = drawGround(map(["...."], { looks: { A1: "fountain", B1: "fountain", D1: "fountain" } }));
    expect(well.things).toEqual([{ x: 3, y: 0, look: "fountain" }]);
    expect(well.jets).toEqual([{ x: 1, y: 0.5 }]);
    expect(well.basins).toBe("M0 0.4Q0 0 0.4 0L1.6 0Q2 0 2 0.4L2 0.6Q2 1 1.6 1L0.4 1Q0 1 0 0.6z");
  });
  test("difficult ground without a name is rubble indoors and undergrowth outdoors", () => {
    expect(drawGround(map(["~."])).made[0]!.pattern).toBe("rubble");
    expect(drawGround(map(["~."], { sky: true })).made[0]!.pattern).toBe("leaves");
  });
  test("a plateau is labelled once, and its edge has a shadow below", () => {
    const drawn = drawGround(map(["...."], { floor: [[0, 0, 0, 5]] }));
    expect(drawn.heights).toEqual([{ x: 3, y: 0, text: "+5 ft" }]);
    expect(drawn.drops).toBe("M3 0v1h-0.22v-1z");
  });
  test("a square in words says what stands there, and nothing of what lies in the fog", () => {
    const seen = map(["#."], { names: { A1: "statue" }, known: ["10"] });
    expect(squareWords(seen, 0, 0)).toBe("A1, statue");
    expect(squareWords(seen, 1, 0)).toBe("B1, not seen yet");
  });
  test("an open door hangs aside", () => {
    const door = { x0: 1, y0: 0, x1: 1, y1: 1, kind: "door" as const, label: "", door: 1 };
    expect(wallPath({ ...door, is_open: false })).toBe("M1 0L1 1");
    expect(wallPath({ ...door, is_open: true })).not.toBe("M1 0L1 1");
  });
});

describe("fog and darkness", () => {
  test("follow what is known and what is seen now", () => {
    const fogged = map(["..."], { known: ["110"] });
    expect(drawUnknown(fogged)).toMatch(/^M2 /);
    expect(drawUnseen(fogged, ["100"])).toMatch(/^M1 /);
    expect(drawUnseen(fogged, [])).toBe("");
    expect(drawUnknown(map(["..."]))).toBe("");
  });
  test("a light of 10 ft reaches two squares", () => {
    const dark = drawDark(map(["......"]), [{ x: 0, y: 0, size: 1, light: 10 }]);
    expect(dark).toMatch(/^M3 /);
    expect(drawDark(map(["..."]), [{ x: 0, y: 0, size: 1, light: 60 }])).toBe("");
  });
});

test("a texture is the same every time and stays in its tile", () => {
  const floor = slabs();
  expect(floor).toEqual(slabs());
  const numbers = [...floor.light.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].flatMap((one) => [Number(one[1]), Number(one[2])]);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(TILE);
});
