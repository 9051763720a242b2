import { defineConfig } from "vitest/config";

// The parts of the page that need no browser. `npm test` runs them; tests/house does too.
export default defineConfig({ test: { include: ["tests/*.test.ts"], environment: "node" } });
