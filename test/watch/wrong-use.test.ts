import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO } from "../support/records.js";

/** Refused command lines, each with a part of its error. */
const REFUSED: readonly (readonly [words: readonly string[], error: string])[] = [
  [["--watch", "4s"], '--watch: "4s" is not a time from 5s to 24h'],
  [["--watch", "4"], '--watch: "4" is not a time from 5s to 24h'],
  [["--watch", "25h"], '--watch: "25h" is not a time from 5s to 24h'],
  [["--watch", "soon"], '--watch: "soon" is not a time from 5s to 24h'],
  [["--watch", "--limit", "5"], "'--watch [interval]' cannot be used with option '--limit <n>'"],
  [["--watch", "--cursor", "c"], "'--watch [interval]' cannot be used with option '--cursor"],
  [["--watch", "-o", "csv"], "a watch prints events as JSON, not as csv"],
  [["--watch", "--query", "event"], "--query works with json, ndjson and text, not with table"],
  [["--watch", "--columns", "nonsense"], "nonsense"],
  [["--watch", "--sort", "nonsense"], "nonsense"],
  [["--columns", "+,asset"], '--columns: "+,asset" is not names of columns'],
  [["--alert", "status"], "--alert works only with --watch"],
  [["--initial"], "--initial works only with --watch"],
  [["--heartbeat", "5m"], "--heartbeat works only with --watch"],
  [["--state-file", "state"], "--state-file works only with --watch"],
  [["--watch", "--heartbeat", "0s"], '--heartbeat: "0s" is not a time from 1s to 24h'],
  [["--watch", "--heartbeat", "25h"], '--heartbeat: "25h" is not a time from 1s to 24h'],
  [["--watch", "--state-file", ""], '--state-file: "" is not a path'],
  [["--exit-on-alert", "--watch"], "--exit-on-alert needs a condition"],
  [["--exit-on-alert"], "--exit-on-alert needs a condition"],
  [
    ["--watch", "--alert", "net_pnl <"],
    '--alert: "net_pnl <" is not a JMESPath expression: at character 10',
  ],
  [["--watch", "--alert", "asset = 'BTC'"], "at character 7: = is not a comparison"],
  [["--watch", "--alert", "asset = 'BTC'"], "hint: use == to compare"],
  [["--watch", "--alert", "net_pnl < -100 5"], "at character 16: "],
  [["--watch", "--alert", "larger(@)"], '--alert: "larger(@)": there is no function larger()'],
  [
    ["--watch", "--no-performance", "--alert", "performance.apr < `0`"],
    "needs the performance, which --no-performance leaves out",
  ],
];

describe("positions list --watch on a terminal", () => {
  it.each([["--initial"], ["--heartbeat", "5m"]])(
    "refuses %s, which prints events, before anything is sent",
    async (...words) => {
      const server = await faultyServer(() => {});
      const { code, stderr } = await carry(["positions", "list", "--watch", ...words], {
        env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
        terminal: 80,
      });
      expect(stderr).toBe(
        `error: ${words[0]} prints events, and the screen has none\nhint: add -o ndjson\n`,
      );
      expect(code).toBe(2);
      expect(server.requests).toEqual([]);
    },
  );
});

describe("positions list --watch", () => {
  it.each(REFUSED)("%j is refused before anything is sent", async (words, error) => {
    const server = await faultyServer(() => {});
    const { code, stderr, stdout } = await carry(["positions", "list", ...words], {
      env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
    });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(error);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(server.requests).toEqual([]);
  });
});
