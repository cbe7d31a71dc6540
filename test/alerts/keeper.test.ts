import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createKeeper } from "../../src/alerts/keeper.js";
import { EMPTY_STATE } from "../../src/alerts/state.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/time/system-clock.js";

it("tries a failed delivery again by the computer's clock while the time of a sandbox stands", async () => {
  const stands = Date.parse("2026-03-10T12:00:00Z");
  let computer = Date.parse("2027-01-05T08:00:00Z");
  const faults: string[] = [];
  const keeper = createKeeper({
    io: {
      env: { PATH: process.env.PATH },
      clock: { ...systemClock, now: () => stands, ofComputer: () => computer },
      signal: new AbortController().signal,
      secrets: createSecrets(),
    },
    warn: (code) => faults.push(code),
    state: EMPTY_STATE,
    command: "exit 1",
    backoff: () => 60_000,
  });
  const round = async () => {
    const lost = { rule: "losing", positionId: "p1", asset: "BTC", summary: "losing" };
    const findings = [{ ...lost, verdict: "failed" as const }];
    keeper.take({ at: stands, findings, dampersOf: () => ({ forMs: 0, cooldownMs: 0 }) });
    await keeper.settled();
    return faults.length;
  };
  expect([await round(), await round()]).toEqual([1, 1]);
  computer += 60_000;
  expect(await round()).toBe(2);
});

it("keeps what was wrong and how serious it was, for an alert that is told after it is over", async () => {
  const directory = mkdtempSync(join(tmpdir(), "carry-keeper-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [told, ready] = [join(directory, "told"), join(directory, "ready")];
  const keeper = createKeeper({
    io: {
      env: { PATH: process.env.PATH },
      clock: systemClock,
      signal: new AbortController().signal,
      secrets: createSecrets(),
    },
    warn: () => {},
    state: EMPTY_STATE,
    command: `test -e '${ready}' && cat >>'${told}'`,
    backoff: () => 0,
  });
  for (const verdict of ["failed", "passed"] as const) {
    const [severity, summary] = verdict === "failed" ? ["critical", "no leg"] : ["warning", ""];
    const finding = { rule: "unbalanced", positionId: "p1", asset: "BTC", summary, severity };
    const dampersOf = () => ({ forMs: 0, cooldownMs: 0 });
    keeper.take({ at: 0, findings: [{ ...finding, verdict }], dampersOf });
    await keeper.settled();
    writeFileSync(ready, "");
  }
  const events = readFileSync(told, "utf8").trim().split("\n");
  expect(events.map((line) => JSON.parse(line))).toMatchObject([
    { event: "alert", severity: "critical", summary: "no leg" },
    { event: "resolved", severity: "critical" },
  ]);
});
