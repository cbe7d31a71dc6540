import { describe, it } from "vitest";
import { NOW } from "../support/now.js";
import { preloading } from "../support/preload.js";
import { sandboxForFile } from "../support/sandbox.js";
import { hasTmux, showOnTerminal } from "../support/tmux.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

/** Screens, by the names of their files. */
const VIEWS: Readonly<Record<string, string>> = {
  "positions-list": "positions list --performance",
  "positions-list-by-leg": "positions list --by-leg --performance --status open",
  "positions-get": "positions get 0de7 --performance",
  "positions-summary": "positions summary",
  "positions-outlook": "positions outlook",
  "positions-upcoming": "positions upcoming",
  "positions-upcoming-by-time": "positions upcoming --by time",
  status: "status",
  "funding-history": "funding history 1 5 --start 1d",
  "funding-arbitrage": "funding arbitrage",
  "funding-chart": "funding history 1 --start 7d --chart",
  "funding-chart-several": "funding history 1 4 9 --start 30d --chart",
  "funding-compare": "funding compare 1 4",
  "funding-compare-chart": "funding compare 1 4 --start 14d --chart",
  assets: "assets",
};

const PLAIN = { NO_COLOR: "1", LANG: "C.UTF-8" };

const KINDS = [
  { kind: "60x24", columns: 60, rows: 24, looks: PLAIN },
  { kind: "80x24", columns: 80, rows: 24, looks: PLAIN },
  { kind: "120x40", columns: 120, rows: 40, looks: PLAIN },
  { kind: "200x50", columns: 200, rows: 50, looks: PLAIN },
  { kind: "80x24-colours", columns: 80, rows: 24, looks: { LANG: "C.UTF-8" } },
  { kind: "80x24-ascii", columns: 80, rows: 24, looks: { NO_COLOR: "1", LANG: "C" } },
] as const;

const SCREENS = Object.entries(VIEWS).flatMap(([name, line]) =>
  KINDS.map((kind) => ({ file: `${name}-${kind.kind}.txt`, line, ...kind })),
);

const STEADY = {
  CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
  CARRY_CACHE_DIR: "/nonexistent/carry-test-cache",
  TERM: "screen-256color",
  TZ: "UTC",
  NODE_OPTIONS: preloading("frozen-clock.cjs"),
  TEST_NOW: String(NOW),
};

describe.runIf(hasTmux())("on a real terminal", () => {
  it.concurrent.for(SCREENS)("carry $line is $file", async (screen, { expect }) => {
    const { file, line, columns, rows, looks } = screen;
    const shown = await showOnTerminal(line.split(" "), {
      columns,
      rows,
      env: { ...env(), ...STEADY, ...looks },
    });
    expect(shown.isBroken).toBe(false);
    if (looks.LANG === "C") expect(shown.text).toMatch(/^\p{ASCII}*$/u);
    await expect(shown.text).toMatchFileSnapshot(file);
  });
});
