import { defineConfig } from "vitest/config";

/** The tests of a room that run in one process without the built bundle, where a mutant can be put in. */
const TESTS = {
  analytics: ["test/{analytics,recomputed}/**/*.test.ts"],
  client: ["test/client/*.test.ts"],
};

export default defineConfig({
  test: {
    include: process.env.MUTANTS_OF === "client" ? TESTS.client : TESTS.analytics,
    setupFiles: ["tools/mutants/fewer-runs.ts"],
    testTimeout: 30_000,
  },
});
