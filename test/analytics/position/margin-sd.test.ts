import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { legRisksOf } from "../../../src/analytics/position/leg-risk.js";
import type { FundingEvent } from "../../../src/client/resources/funding.js";
import type { Leg } from "../../../src/client/resources/position.js";
import { historyFrom } from "../../support/market-events.js";
import { held, leg, NOW, numberOf } from "./risk-leg.js";

const DAY = 86_400_000;
const SD = { unit: "sd", amount: new Big(3) } as const;
const PERCENT = { unit: "percent", amount: new Big(10) } as const;

/** Daily events whose mark is multiplied by these in turn. */
function market(steps: readonly number[], days = 29): FundingEvent[] {
  const marks = [100];
  for (let n = 0; n < days; n++) marks.push((marks[n] ?? 1) * (steps[n % steps.length] ?? 1));
  return marks.map((mark, n) => ({
    funding_time: new Date(NOW - (days - n) * DAY).toISOString(),
    funding_rate: "0",
    funding_interval: 24,
    mark_price: mark.toFixed(12),
  }));
}

/** A short opened at 100 with leverage 4: bankrupt at 125, half left at 112.5. */
function risk(
  history: FundingEvent[],
  more: Partial<Leg> = {},
  limit: typeof SD | typeof PERCENT = SD,
) {
  const short = leg("short", { leverage: 4, mark_price: 115, ...more });
  const inputs = { now: NOW, historyOf: historyFrom(() => history) };
  const [found] = legRisksOf(held(short), inputs, limit);
  if (found === undefined) throw new Error("no leg");
  return found;
}

/* Up and down by 2 or 5 percent a day. */
const calm = market([1.02, 1 / 1.02]);
const wild = market([1.05, 1 / 1.05]);

describe("a margin in daily standard deviations", () => {
  it("is |ln(bankruptcy price ÷ mark)| ÷ that of the changes of a day", () => {
    const changes = Array.from({ length: 29 }, (_, n) => (n % 2 === 0 ? 1 : -1) * Math.log(1.02));
    const mean = changes.reduce((a, b) => a + b) / 29;
    const sd = Math.sqrt(changes.reduce((sum, it) => sum + (it - mean) ** 2, 0) / 28);
    expect(numberOf(risk(calm).distanceSd)).toBeCloseTo(Math.log(125 / 115) / sd, 6);
  });

  it("is thin under 3 of them with less than half left, so 8.7 % may be far or near", () => {
    expect([risk(calm).isThin, risk(wild).isThin]).toEqual([false, true]);
    expect(risk(calm, {}, PERCENT).isThin).toBe(true);
    expect(risk(wild, { mark_price: 112 }).isThin).toBe(false); // more than half left
  });

  it("goes by 10 % where fewer than 20 changes are known, or all are equal", () => {
    for (const history of [market([1.02, 1 / 1.02], 19), market([1]), market([1.001])]) {
      const found = risk(history);
      expect([found.isThin, found.distanceSd.unknown]).toEqual([true, "too_few_instants"]);
      expect(risk(history, { mark_price: 113 }).isThin).toBe(false); // 10.6 %
    }
  });

  it("is unknown where the prices are too far apart for a logarithm, and not infinite", () => {
    const far = risk(calm, { open_price: 1e-300, side: "long" } as Partial<Leg>);
    expect(far.distanceSd.value).toBeNull();
  });

  it("passes where the bankruptcy price cannot be reached, and is unknown past it", () => {
    const [safe] = legRisksOf(
      held(leg("long", { leverage: 1, mark_price: 1 })),
      { now: NOW, historyOf: historyFrom(() => wild) },
      SD,
    );
    expect(safe).toMatchObject({ isThin: false, unknown: undefined });
    expect(safe?.distance).toMatchObject({ value: null, unknown: "not_reachable" });
    expect(safe?.distanceSd).toMatchObject({ value: null, unknown: "not_reachable" });
    expect(risk(wild, { mark_price: 126 })).toMatchObject({ isThin: undefined, unknown: "past" });
  });
});
