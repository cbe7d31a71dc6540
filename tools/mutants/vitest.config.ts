import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "virtual:program-model": fileURLToPath(
        new URL("../../test/support/program-model.ts", import.meta.url),
      ),
    },
  },
  test: {
    include: process.env.MUTANTS_TESTS?.split(",") ?? [],
    setupFiles: ["tools/mutants/fewer-runs.ts"],
    testTimeout: 30_000,
  },
});
