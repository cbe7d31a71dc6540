import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

/** Files that start the built program, a shell, a terminal or a server: `x.process.test.ts`. */
const PROCESSES = "test/**/*.process.test.ts";
/** Files that play every command, format or fault in memory: `x.every.test.ts`. */
const EVERY = "test/**/*.every.test.ts";
/** Files that take minutes, or programs of some hundred megabytes: `x.big.test.ts`. */
const BIG = "test/**/*.big.test.ts";
/** Those that measure time or memory, or run a cluster, a database or agents: one after the other. */
const ALONE = [
  "test/archive/killed.big.test.ts",
  "test/big/{agents,alerts-long-watch,prometheus}.big.test.ts",
  "test/big/archive-{ceph,postgres}.big.test.ts",
  "test/faults/costs.big.test.ts",
];

/** Rooms of functions. */
const FUNCTIONS = "test/{base,book,client,figures,output,terminal,tools}/**/*.test.ts";

/** What these show is not there on Windows: POSIX shells and signals, file modes, /dev, tmux. */
const POSIX_ONLY = [
  "test/bundle.process.test.ts",
  "test/docs/samples*.test.ts",
  "test/storage/public-cache*.test.ts",
  "test/commands/{auth-*,doctor,examples-apart,profile}*.test.ts",
  "test/{completion,faults,screens,scripting,settings,watch}/**",
  "test/output/shell-word.process.test.ts",
  "test/terminal/{pager,signals,spinner}.process.test.ts",
];

const excluded = [...configDefaults.exclude, ...(process.platform === "win32" ? POSIX_ONLY : [])];

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
        test: {
          name: "functions",
          include: [FUNCTIONS],
          exclude: [...excluded, PROCESSES, EVERY, BIG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "commands",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...excluded, PROCESSES, EVERY, BIG, FUNCTIONS],
        },
      },
      {
        extends: true,
        test: { name: "every", isolate: false, include: [EVERY], exclude: excluded },
      },
      {
        extends: true,
        test: { name: "processes", include: [PROCESSES], exclude: [...excluded, BIG] },
      },
      {
        extends: true,
        test: {
          name: "big",
          include: [BIG],
          exclude: [...excluded, ...ALONE],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: ALONE,
          exclude: excluded,
          testTimeout: 300_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 }, // after the others
        },
      },
    ],
    setupFiles: ["test/support/table-width.ts"],
    testTimeout: 60_000,
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
