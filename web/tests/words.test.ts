import { describe, expect, test } from "vitest";
import { Moments } from "../src/table/play/moments";
import { columnName, healthShare, healthWords, listed, percent, placeName, spotOf } from "../src/words/words";
import type { Beat, LogLine } from "../src/protocol";
import { map, unit } from "./made";

describe("squares", () => {
  test("have names that lead back to them", () => {
    for (const x of [0, 25, 26, 59, 399]) expect(spotOf(`${columnName(x)}7`)).toEqual({ x, y: 6 });
    expect(spotOf("30ft")).toEqual({ x: 6, y: 0 });
    expect(spotOf("here")).toBeNull();
    expect(placeName(map(["..."], { open: true }), 2, 0)).toBe("10ft");
  });
});

describe("numbers in words", () => {
  test("a chance is never called certain where it is not", () => {
    expect([0, 0.004, 0.5, 0.996, 1].map(percent)).toEqual(["0 %", "under 1 %", "50 %", "over 99 %", "100 %"]);
  });
  test("health is told as far as it is known", () => {
    expect(healthWords(unit({ hp: 3, max_hp: 9 }))).toBe("3 of 9 HP");
    expect(healthWords(unit({ band: "bloodied" }))).toBe("bloodied");
    expect(healthShare(unit({ band: "bloodied" }))).toBe(0.5);
    expect(healthShare(unit({ hp: 3, max_hp: 9 }))).toBeCloseTo(1 / 3);
  });
  test("names are listed", () => {
    expect(listed(["A", "B", "C"])).toBe("A, B and C");
  });
});

describe("big moments", () => {
  const beat = (about: Partial<Beat>): Beat => ({
    unit: "", target: "", by: "", squares: [], word: "", weapon: "", amount: null, left: null, roll: null, shows: "", ...about,
  });
  const line = (big: LogLine["big"], number: number, about: Beat | null = null): LogLine => ({
    number, kind: "", text: `line ${number}`, terms: [], round: 1, hidden: false, beat: about, big,
  });
  const paralysed = (unit: string): Beat => beat({ unit, word: "paralysed", shows: "effect" });
  test("what the server calls big is told in its tone, a step is not", () => {
    const moments = new Moments();
    expect(moments.of(line("round", 1), (id) => ({ name: id, number: "" }))?.tone).toBe("round");
    expect(moments.of(line("grave", 2), (id) => ({ name: id, number: "" }))?.tone).toBe("grave");
    expect(moments.of(line("", 3), (id) => ({ name: id, number: "" }))).toBeNull();
  });
  test("three under one spell are one moment that grows, saves between them or not", () => {
    const moments = new Moments();
    const told = ["Ada", "Bo", "Cy", "Di"].map((name, at) => {
      moments.of(line("", 10 + at, beat({ unit: name, shows: "roll" })), (id) => ({ name: id, number: "" }));
      return moments.of(line("many", at, paralysed(name)), (id) => ({ name: id, number: "" }));
    });
    expect(told[1]).toBeNull();
    expect(told[2]?.text).toBe("Paralysed: Ada, Bo and Cy");
    expect(told[3]).toEqual({ key: told[2]!.key, text: "Paralysed: Ada, Bo, Cy and Di", tone: "bad" });
  });
  test("a step between them ends the moment", () => {
    const moments = new Moments();
    for (const name of ["Ada", "Bo"]) moments.of(line("many", 1, paralysed(name)), (id) => ({ name: id, number: "" }));
    moments.of(line("", 3, beat({ unit: "Ada", shows: "walk" })), (id) => ({ name: id, number: "" }));
    expect(moments.of(line("many", 4, paralysed("Cy")), (id) => ({ name: id, number: "" }))).toBeNull();
  });
});
