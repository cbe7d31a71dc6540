import { expect, it } from "vitest";
import { settledFunding } from "../../src/analytics/settled.js";
import type { FundingPoint } from "../../src/api/funding.js";
import type { LegSummary } from "../../src/api/position.js";
import { leg } from "../support/records.js";

const SINCE = Date.parse("2026-05-31T12:00:00Z");

const event = (funding_time: string, funding_rate: string | null): FundingPoint => ({
  funding_time,
  funding_rate,
  funding_interval: 8,
  mark_price: "60000",
});

const earned = (events: readonly FundingPoint[]) =>
  settledFunding(leg({ quantity: 2 }) as unknown as LegSummary, events, SINCE)?.toFixed() ?? null;

it("counts an event settled at the very start, and none before it", () => {
  expect(earned([event("2026-05-31T12:00:00Z", "-0.0001")])).toBe("12");
  expect(earned([event("2026-05-31T11:59:59.999Z", "-0.0001")])).toBe("0");
});

it("is not known where an event since then tells no rate, whatever came before", () => {
  expect(earned([event("2026-05-31T12:00:00Z", null)])).toBeNull();
  expect(earned([event("2026-05-31T11:00:00Z", null)])).toBe("0");
});
