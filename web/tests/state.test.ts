import { describe, expect, test } from "vitest";
import { freePlaces } from "../src/table/gm/freePlaces";
import { optionsBySquare } from "../src/table/act/rows";
import { Kept } from "../src/state/kept";
import { developed, type Film } from "../src/replay/film";
import { map, option, unit } from "./made";

describe("what can be done at a square", () => {
  test("blows are aimed at somebody and so at no square", () => {
    const walk = option({ choice: "run C4", square: "C4" });
    const charge = option({ choice: "charge", square: "C4", target: "goblin" });
    expect([...optionsBySquare([walk, charge, option({})])]).toEqual([["C4", [walk]]]);
  });
});

describe("units of whom nothing is new", () => {
  test("stay the same objects until they are changed", () => {
    const kept = new Kept();
    const first = kept.keep([unit({ hp: 4 })])[0];
    expect(kept.keep([unit({ hp: 4 })])[0]).toBe(first);
    expect(kept.keep([unit({ hp: 3 })])[0]).not.toBe(first);
    const now = kept.keep([unit({ hp: 3 })])[0]!;
    kept.forget(now.id);
    expect(kept.keep([unit({ hp: 3 })])[0]).not.toBe(now);
  });
});

describe("several creatures added at once", () => {
  test("stand on free ground, the nearest first", () => {
    const places = freePlaces(map(["..#", "...", "..."]), [unit({ x: 1, y: 1 })], { x: 1, y: 1 }, [1, 1, 1]);
    expect(places).toHaveLength(3);
    expect(places).not.toContain({ x: 1, y: 1 });
    for (const at of places) expect(Math.max(Math.abs(at!.x - 1), Math.abs(at!.y - 1))).toBe(1);
    expect(places).not.toContainEqual({ x: 2, y: 0 });
  });
  test("those of two squares need all four of them", () => {
    expect(freePlaces(map(["..#", "..."]), [], { x: 2, y: 0 }, [2, 2])).toEqual([{ x: 0, y: 0 }, null]);
  });
});

describe("a film", () => {
  const start = { units: [unit({ id: "ada", hp: 5, square: "A1" })], clock: { round: 1 }, sides: [], map: map(["..."]) };
  const film = (frames: unknown[]): Film =>
    ({ film: 1, title: "", book: "", role: "gm", seat: "", start, frames, acts: [], over: null }) as unknown as Film;
  const line = (beat: object) => ({ line: { number: 1, kind: "", text: "", beat } });
  test("who walks stands where the line says until the board is told", () => {
    const { shots } = developed(film([line({ unit: "ada", shows: "walk", squares: ["B1", "C1"] })]));
    expect(shots[1]!.units[0]).toMatchObject({ x: 2, y: 0, square: "C1" });
  });
  test("who falls is down, who dies is dead", () => {
    const bands = ["fall", "death"].map((shows) => developed(film([line({ unit: "ada", shows })])).shots[1]!.units[0]!.band);
    expect(bands).toEqual(["down", "dead"]);
  });
});
