import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Outcome } from "../support/carry.js";
import { type ListedService, listedService } from "../support/listed-service.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO } from "../support/records.js";

/** What a service answers, and what is right about it. */
interface Report {
  readonly positions: Required<ListedService>["positions"];
  /** Events by market, or those at a time of the service. */
  readonly markets: Readonly<Record<number, Events | ((now: number) => Events)>>;
  readonly right: readonly Right[];
}

type Events = readonly object[];

/** A command line, what is right about its outcome, and how long after the first one it runs, milliseconds. */
export type Right = readonly [line: string, right: (outcome: Outcome) => void, after?: number];

/** Runs the command lines of each report one after the other, with a cache and an archive of its own. */
export function testReports(reports: Readonly<Record<string, Report>>): void {
  test.each(Object.entries(reports))("%s", async (_, { positions, markets, right }) => {
    let now = NOW;
    const kept = mkdtempSync(join(tmpdir(), "carry-report-"));
    onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
    const listed = Object.entries(markets).map(([id, events]) => ({
      id: Number(id),
      get events() {
        return typeof events === "function" ? events(now) : events;
      },
    }));
    const service = await listedService({ positions, markets: listed, now: () => now });
    const places = { CARRY_CACHE_DIR: join(kept, "cache"), CARRY_ARCHIVE: join(kept, "archive") };
    const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, ...places };
    for (const [line, check, after = 0] of right) {
      now = NOW + after;
      check(await service.run(line.split(" "), { env }));
    }
  });
}

/** Expects rows of json to have values, by the asset of each. */
export const rows =
  (expected: Readonly<Record<string, object>>) =>
  ({ stdout }: Outcome) => {
    const { rows: all } = JSON.parse(stdout) as { rows: readonly { asset: string }[] };
    for (const [asset, values] of Object.entries(expected)) {
      expect(
        all.find((it) => it.asset === asset),
        asset,
      ).toMatchObject(values);
    }
  };

/** Expects these lines of csv under the heading. */
export const lines =
  (...expected: readonly string[]) =>
  ({ stdout }: Outcome) =>
    expect(stdout.trim().split("\r\n").slice(1)).toEqual(expected);

export const value = (of: number | null) => ({ value: of });
export const exit = (code: number) => (outcome: Outcome) =>
  expect(outcome.code, outcome.stdout + outcome.stderr).toBe(code);
export const prints = (text: RegExp) => (outcome: Outcome) => expect(outcome.stdout).toMatch(text);
export const warns = (text: RegExp) => (outcome: Outcome) => expect(outcome.stderr).toMatch(text);

/** Expects all of these. */
export const all =
  (...rights: readonly Right[1][]) =>
  (outcome: Outcome) => {
    for (const right of rights) right(outcome);
  };
