import { defineConfig } from "vitest/config";

// The parts of the page that need no browser. `npm test` runs them; tests/house does too.
// They have no side effects, so one worker runs them all, with less than half of the work.
export default defineConfig({
  test: { include: ["tests/*.test.ts"], environment: "node", pool: "threads", isolate: false },
});
