import stringWidth from "string-width";
import { type ExpectStatic, expect } from "vitest";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { preloading } from "../support/preload.js";
import { taggedScreen } from "../support/styles.js";

type Env = Readonly<Record<string, string>>;

/** A size and the looks of a terminal. */
interface Kind {
  readonly columns: number;
  readonly rows: number;
  readonly looks: Env;
}

const PLAIN = { NO_COLOR: "1", LANG: "C.UTF-8" };
export const COLOURED: Kind = { columns: 80, rows: 24, looks: { LANG: "C.UTF-8" } };
const WIDE: Kind = { columns: 120, rows: 40, looks: PLAIN };
const ASCII: Kind = { columns: 80, rows: 24, looks: { NO_COLOR: "1", LANG: "C" } };
const OTHER_SIZES: readonly Kind[] = [
  { columns: 60, rows: 24, looks: PLAIN },
  { columns: 200, rows: 50, looks: PLAIN },
];

/** Variables of a run whose output is always the same. */
const ALWAYS = {
  CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
  CARRY_CACHE_DIR: "/dev/null/carry-test-cache", // no user can create it, so nothing is cached
  CARRY_STATE_DIR: "/dev/null/carry-test-state", // so that nothing is said once
  TERM: "screen-256color",
  TZ: "UTC",
};

/** The same for a process, whose clock stands still. */
export const STEADY = {
  ...ALWAYS,
  NODE_OPTIONS: preloading("frozen-clock.cjs"),
  TEST_NOW: String(NOW),
};

/** Returns what a command line shows on a terminal, its styles in braces; no line is too wide. */
async function shown(line: string, { columns, rows, looks }: Kind, env: Env): Promise<string> {
  let written = "";
  await carry(line.split(" "), {
    ...{ terminal: columns, errorTerminal: columns, rows },
    env: { ...env, ...ALWAYS, ...looks },
    write: async (text) => {
      written += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
    },
    onStderr: (text) => {
      written += text;
    },
  });
  const screen = taggedScreen(written);
  const tooWide = withoutTags(screen)
    .split("\n")
    .filter((it) => stringWidth(it) > columns);
  expect(tooWide).toEqual([]);
  return screen;
}

const withoutTags = (text: string) => text.replaceAll(/\{[^}]*\}/g, "");

/** Path of the stored screens of a view, from this folder. */
export const fileOf = (name: string) => `stored/${name}.txt`;

/** Sizes of the stored screens, each with the line above it in its file. */
const STORED = [
  { title: "=== 80 columns, colours ===", kind: COLOURED },
  { title: "=== 120 columns ===", kind: WIDE },
] as const;

/**
 * Compares a view in five looks: in colours at 80 columns and without at 120 with its file, in ASCII at
 * 80 columns, and in other widths within the width.
 */
export async function checkScreens(
  name: string,
  line: string,
  env: Env,
  expect: ExpectStatic,
): Promise<void> {
  const stored: string[] = [];
  for (const { title, kind } of STORED) stored.push(title, await shown(line, kind, env));
  // When this fails: npx vitest run test/screens --update, and look at the difference.
  await expect(stored.join("\n")).toMatchFileSnapshot(fileOf(name));
  expect(await shown(line, ASCII, env)).toMatch(/^\p{ASCII}+$/u);
  for (const kind of OTHER_SIZES) expect(await shown(line, kind, env)).not.toBe("\n");
}
