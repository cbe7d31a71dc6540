import { configDefaults, defineConfig } from "vitest/config";
import base from "./vitest.config.js";

const { projects: _, ...shared } = base.test ?? {};

/** What takes minutes, or programs of some hundred megabytes: `npm run test:big`. */
export default defineConfig({
  ...base,
  test: {
    ...shared,
    include: [
      "test/big/**/*.test.ts",
      "test/faults/{costs,mutations,mutations-in-process,soak}.test.ts",
      "test/commands/cursor-file.test.ts",
      "test/archive/killed.test.ts",
      "test/archive/together.test.ts",
    ],
    exclude: configDefaults.exclude,
    env: {
      MUTATED_ANSWERS: "100000",
      ANSWERS_BY_SOCKET: "10000",
      FAULT_COSTS: "all",
      SOAK_PAGES: "2000",
      CURSOR_KILLS: "200",
      ARCHIVE_KILLS: "50",
      TOGETHER_SECONDS: "60",
    },
    testTimeout: 300_000,
    fileParallelism: false,
  },
});
