import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

/** What these show is not there on Windows: POSIX shells and signals, file modes, /dev, tmux. */
const POSIX_ONLY = [
  "test/bundle.test.ts",
  "test/storage/public-cache.test.ts",
  "test/commands/{auth-*,doctor,examples-apart,profile,profile-process}.test.ts",
  "test/{completion,faults,screens,scripting,settings,watch}/**",
  "test/output/shell-word.test.ts",
  "test/terminal/{signals-process,spinner}.test.ts",
];

/** Rooms of functions without a state of their own: their files share the modules of a worker. */
const SHARING = ["test/{analytics,base,client,output,recomputed}/**/*.test.ts"];

const excluded = [
  ...configDefaults.exclude,
  "test/big/**", // vitest.big.config.ts
  ...(process.platform === "win32" ? POSIX_ONLY : []),
];

export default defineConfig({
  resolve: {
    alias: {
      "virtual:program-model": fileURLToPath(
        new URL("test/support/program-model.ts", import.meta.url),
      ),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "sharing", include: SHARING, exclude: excluded, isolate: false },
      },
      {
        extends: true,
        test: { name: "apart", include: ["test/**/*.test.ts"], exclude: [...excluded, ...SHARING] },
      },
    ],
    testTimeout: 30_000,
    // Most tests wait for processes, so that two of them share even two cores well. With three,
    // node-pty loses the end of what a program wrote to a terminal: it waits 200 ms for it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary"],
      thresholds: { statements: 94, branches: 88, functions: 94, lines: 95 },
    },
  },
});
