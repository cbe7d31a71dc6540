import type { ExpectStatic } from "vitest";
import { NOW } from "../support/now.js";
import { preloading } from "../support/preload.js";
import { showOnTerminal } from "../support/tmux.js";

const PLAIN = { NO_COLOR: "1", LANG: "C.UTF-8" };

const KINDS = [
  { kind: "60x24", columns: 60, rows: 24, looks: PLAIN },
  { kind: "80x24", columns: 80, rows: 24, looks: PLAIN },
  { kind: "120x40", columns: 120, rows: 40, looks: PLAIN },
  { kind: "200x50", columns: 200, rows: 50, looks: PLAIN },
  { kind: "80x24-colours", columns: 80, rows: 24, looks: { LANG: "C.UTF-8" } },
  { kind: "80x24-ascii", columns: 80, rows: 24, looks: { NO_COLOR: "1", LANG: "C" } },
] as const;

/** Variables of a run whose output is always the same. */
export const STEADY = {
  CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
  CARRY_CACHE_DIR: "/dev/null/carry-test-cache", // no user can create it, so nothing is cached
  TERM: "screen-256color",
  TZ: "UTC",
  NODE_OPTIONS: preloading("frozen-clock.cjs"),
  TEST_NOW: String(NOW),
};

/** A command line on a terminal of a kind. */
export interface Screen {
  readonly file: string;
  readonly line: string;
  readonly columns: number;
  readonly rows: number;
  readonly looks: Readonly<Record<string, string>>;
}

/** Returns the screens of command lines. @param views command lines by the names of their files */
export function screensOf(views: Readonly<Record<string, string>>): Screen[] {
  return Object.entries(views).flatMap(([name, line]) =>
    KINDS.map((kind) => ({ file: `${name}-${kind.kind}.txt`, line, ...kind })),
  );
}

/** Compares what a terminal shows with the file of the screen. */
export async function checkScreen(
  { file, line, columns, rows, looks }: Screen,
  env: Readonly<Record<string, string>>,
  expect: ExpectStatic,
): Promise<void> {
  const shown = await showOnTerminal(line.split(" "), {
    columns,
    rows,
    env: { ...env, ...STEADY, ...looks },
  });
  expect(shown.isBroken).toBe(false);
  if (looks.LANG === "C") expect(shown.text).toMatch(/^\p{ASCII}*$/u);
  await expect(shown.text).toMatchFileSnapshot(file);
}
