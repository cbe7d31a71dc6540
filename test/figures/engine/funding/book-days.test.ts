import { expect, it } from "vitest";
import type { FundingEvent } from "../../../../src/client/resources/funding.js";
import { daysOfBook } from "../../../../src/figures/engine/funding/run.js";
import { DAY, HOUR } from "../../../support/fresh-legs.js";
import { historyFrom } from "../../../support/market-events.js";
import { NOW } from "../../../support/now.js";
import { leg } from "./run-leg.js";

const END = Math.floor(NOW / DAY) * DAY;

/** Hourly events of 33 days; market 1 pays nothing, market 2 pays 0.1 USD a unit. */
const hourly = (market: number, lacking: readonly number[] = []): FundingEvent[] =>
  Array.from({ length: 33 * 24 }, (_, n) => END - n * HOUR)
    .filter((time) => !lacking.includes(time))
    .map((time) => ({
      funding_time: new Date(time).toISOString(),
      ...{ funding_rate: market === 2 ? "0.001" : "0", funding_interval: 1, mark_price: "100" },
    }));

function days(lacking: readonly number[] = []) {
  const position = { status: "open", legs: [leg("long", 1), leg("short", 2)] };
  const histories = new Map([1, 2].map((id) => [id, hourly(id, id === 2 ? lacking : [])]));
  const inputs = { now: END + 1, historyOf: historyFrom((id: number) => histories.get(id)) };
  return daysOfBook([position], inputs).map((it) => (it === null ? null : Number(it)));
}

it("A day of which an event is missing has no figure, since it would be taken for a whole one", () => {
  expect(days()).toEqual(Array.from({ length: 30 }, () => 2.4));
  const found = days([END - DAY - 12 * HOUR]);
  expect(found.at(-2)).toBeNull();
  expect(found.filter((it) => it === 2.4)).toHaveLength(29);
});
