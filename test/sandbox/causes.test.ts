import { describe, expect, test } from "vitest";
import type { Cause } from "../../src/figures/causes.js";
import { SCENARIOS, type ScenarioName } from "../../src/sandbox/scenarios.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";

/** The scenario that brings each cause but one that the usual data have. */
const SCENARIO_OF: Readonly<Record<Exclude<Cause, "imbalance">, ScenarioName>> = {
  unhedged: "unhedged",
  margin_thin: "margin-thin",
  losing: "losing",
  costs_funding: "turned",
  fees_unearned: "fees-unearned",
  legs_missing: "legs-missing",
  quantity_negative: "negative-quantity",
  mark_missing: "mark-missing",
  performance_missing: "mark-missing",
  performance_stale: "stale-performance",
  mark_stale: "stale",
  events_missing: "missing-events",
  market_unknown: "market-unknown",
  legs_unchecked: "legs-unchecked",
  unreadable: "unknown-status",
  implausible: "implausible",
};

/** Returns the causes of each position of a sandbox. */
async function reasonsIn(scenarios: readonly ScenarioName[], start: number) {
  const sandbox = await startSandbox({ now: () => start, scenarios, positions: 48 });
  try {
    const env = {
      CARRY_BASE_URL: sandbox.url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
    };
    const clock = { now: () => start };
    const { stdout } = await carry(["status", "-q", "-o", "json"], { env, clock });
    const { rows } = JSON.parse(stdout) as {
      rows: readonly { position_id: string; causes: readonly Cause[] }[];
    };
    const notes = new Map<string, string>();
    for (const { position_id } of rows) {
      const detail = await carry(["positions", "get", position_id, "-o", "json"], { env, clock });
      const note = detail.code === 4 ? "hidden" : JSON.parse(detail.stdout).note;
      notes.set(position_id, note ?? "");
    }
    return rows.flatMap(({ position_id, causes }) =>
      causes.map((code) => ({ code, note: notes.get(position_id) ?? "" })),
    );
  } finally {
    await sandbox.close();
  }
}

describe("each cause appears in the sandbox by a scenario", () => {
  test.each(Object.keys(SCENARIO_OF) as (keyof typeof SCENARIO_OF)[])("%s", async (code) => {
    const name = SCENARIO_OF[code];
    for (const start of [NOW, NOW + 37.4 * 86_400_000]) {
      const found = await reasonsIn([name], start);
      const own = found.filter(({ note }) =>
        name === "legs-unchecked" ? note === "hidden" : note.startsWith(`Scenario ${name}:`),
      );
      expect(own.map((it) => it.code)).toContain(code);
    }
  });

  test("but for what the usual data has, none appears without one", async () => {
    const usual = new Set((await reasonsIn([], NOW)).map(({ code }) => code));
    for (const code of [
      ...["margin_thin", "fees_unearned", "legs_missing", "quantity_negative"],
      ...["performance_stale", "legs_unchecked"],
    ]) {
      expect(usual).not.toContain(code);
    }
    expect(Object.keys(SCENARIOS)).toEqual(
      expect.arrayContaining([...new Set(Object.values(SCENARIO_OF))]),
    );
  });
});
