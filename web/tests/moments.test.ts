import { expect, test } from "vitest";
import type { Beat, LogLine } from "../src/protocol";
import { Moments } from "../src/table/play/moments";

const line = (number: number, big: LogLine["big"], beat: Partial<Beat>, text = ""): LogLine =>
  ({ number, kind: "", text, terms: [], round: 1, hidden: false, big, beat }) as LogLine;
const told = (lines: LogLine[]) => {
  const moments = new Moments();
  return lines.map((one) => moments.of(one, (id) => ({ name: id.toUpperCase(), number: "" }))).filter((one) => one !== null);
};

test("courage that breaks is told at once, and grows into one banner for many", () => {
  const breaks = (number: number, unit: string) => line(number, "bad", { shows: "break", unit, word: "morale breaks" }, `${unit} breaks.`);
  const found = told([breaks(1, "ada"), line(2, "", { shows: "test", unit: "bo" }), breaks(3, "bo"), breaks(4, "cy")]);
  expect(found.map((one) => one.text)).toEqual(["ada breaks", "Morale breaks: ADA and BO", "Morale breaks: ADA, BO and CY"]);
  expect(new Set(found.map((one) => one.key)).size).toBe(1);
});

test("a spell is told big only when it takes three", () => {
  const sleeps = (number: number, unit: string) => line(number, "many", { shows: "effect", unit, word: "helpless" });
  expect(told([sleeps(1, "ada"), sleeps(2, "bo")])).toEqual([]);
  expect(told([sleeps(1, "ada"), sleeps(2, "bo"), sleeps(3, "cy")]).map((one) => one.text)).toEqual(["Helpless: ADA, BO and CY"]);
});

test("a fall in between begins a new banner", () => {
  const breaks = (number: number, unit: string) => line(number, "bad", { shows: "break", unit, word: "morale breaks" }, `${unit} breaks.`);
  const found = told([breaks(1, "ada"), line(2, "grave", { shows: "fall", unit: "bo" }, "bo falls."), breaks(3, "cy")]);
  expect(found.map((one) => one.text)).toEqual(["ada breaks", "bo falls", "cy breaks"]);
});

test("several of a kind are told by their numbers", () => {
  const moments = new Moments();
  const of = (number: number) =>
    moments.of(line(number, "bad", { shows: "break", unit: String(number), word: "morale breaks" }), (id) => ({ name: `Bandit ${id}`, number: id }));
  of(2);
  of(3);
  expect(of(4)?.text).toBe("Morale breaks: Bandit 2, 3 and 4");
});
