import { expect, test } from "vitest";
import { isDone, stepNow, STEPS, type Look } from "../src/tour/tour";

const look = (some: Partial<Look>): Look => ({ square: "C4", main: 1, prompted: false, round: 1, lines: 3, ...some });
const named = (id: string) => STEPS.find((step) => step.id === id)!;

test("steps come in order, but a prompt is explained when it comes", () => {
  expect(stepNow(new Set(), look({}))?.id).toBe("move");
  expect(stepNow(new Set(), look({ prompted: true }))?.id).toBe("interrupt");
  expect(stepNow(new Set(["interrupt"]), look({ prompted: true }))?.id).toBe("move");
  expect(stepNow(new Set(STEPS.map((step) => step.id)), look({}))).toBeUndefined();
});

test("a prompt counts as done when it is answered, not when it comes", () => {
  const prompted = look({ prompted: true });
  expect(isDone(named("interrupt"), look({}), prompted)).toBe(false);
  expect(isDone(named("interrupt"), prompted, look({}))).toBe(true);
  expect(isDone(named("undo"), look({ lines: 5 }), look({ lines: 4 }))).toBe(true);
});
