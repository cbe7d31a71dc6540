import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { EMPTY_STATE } from "../../src/alerts/book.js";
import { createKeeper } from "../../src/alerts/keeper.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/time/clock.js";

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
  });
  for (const verdict of ["failed", "passed"] as const) {
    const [severity, summary] = verdict === "failed" ? ["critical", "no leg"] : ["warning", ""];
    const finding = { rule: "unbalanced", positionId: "p1", asset: "BTC", summary, severity };
    keeper.take({ at: 0, findings: [{ ...finding, verdict }], forMsOf: () => 0 });
    await keeper.settled();
    writeFileSync(ready, "");
  }
  const events = readFileSync(told, "utf8").trim().split("\n");
  expect(events.map((line) => JSON.parse(line))).toMatchObject([
    { event: "alert", severity: "critical", summary: "BTC.p1: unbalanced: no leg" },
    { event: "resolved", severity: "critical" },
  ]);
});
