import { expect, test } from "vitest";
import type { Beat, LogLine } from "../src/protocol";
import { involved, result } from "../src/table/play/watched";

const line = (beat: Partial<Beat>): LogLine =>
  ({ number: 1, beat: { unit: "", target: "", by: "", squares: [], ...beat } }) as unknown as LogLine;

test("a walk is followed to its end, a blow shows both", () => {
  expect(involved(line({ shows: "walk", unit: "ada", squares: ["B2", "C3"] }))).toEqual({ units: [], square: "C3" });
  expect(involved(line({ shows: "blow", unit: "ada", target: "orc" }))).toEqual({ units: ["ada", "orc"], square: null });
});

test("what is only announced shows who announces it", () => {
  expect(involved(line({ shows: "", unit: "ada", target: "orc" })).units).toEqual(["ada"]);
  expect(involved(null)).toEqual({ units: [], square: null });
});

test("at instant pace the view goes to one place, where something has changed", () => {
  expect(result(line({ shows: "blow", unit: "ada", target: "orc" }))).toEqual({ units: ["orc"], square: null });
  expect(result(line({ shows: "walk", unit: "ada", squares: ["B2", "C3"] }))).toEqual({ units: [], square: "C3" });
});
