import { sumOf, toDecimal } from "../../base/decimal.js";
import { credibleEvents } from "../../book/credible-events.js";
import { eventOf, onceEach, type SettledEvent } from "../../book/settled-event.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import { itemsOf, membersOf, options } from "../fields.js";
import { defineTool } from "../tool.js";

export const compare = defineTool({
  name: "compare",
  about:
    "Settled funding of two markets day by day: spread is the funding of long the first and short the second, a fraction of the notional; totals: what holding the pair made, and the next 7 days with the record of such ranges.",
  inputs: {
    long_market: { type: "integer", required: true },
    short_market: { type: "integer", required: true },
    start: { type: "string" },
    end: { type: "string" },
    offset: { type: "integer" },
  },
  async call({ long_market: long, short_market: short, offset: _, ...range }, { run }) {
    const words = ["funding", "compare", "--resolution=1d", ...options(range), "--"];
    const { value, notes } = await run([...words, String(long), String(short)]);
    return {
      head: { long_market: long, short_market: short, totals: membersOf(value).totals },
      rows: itemsOf(membersOf(value).rows).toReversed(),
      notes,
    };
  },
});

export const fundingHistory = defineTool({
  name: "funding_history",
  about:
    "Settled funding of a market by UTC day, newest first: sum of the rates, a fraction of the notional; positive: longs pay shorts.",
  inputs: {
    market_id: { type: "integer", required: true },
    start: { type: "string", description: "such as 7d or 2026-05-01" },
    end: { type: "string" },
    offset: { type: "integer" },
  },
  async call({ market_id: market, offset: _, ...range }, { run }) {
    const words = ["funding", "history", ...options(range), "--", String(market)];
    const { value, notes } = await run(words);
    const sent = itemsOf(value).map((it) => eventOf(it as FundingEvent));
    const { events: credible } = credibleEvents(sent, { now: Number.POSITIVE_INFINITY });
    const events = onceEach(credible).toReversed();
    return {
      head: { market_id: market, unit: "fraction of the notional", events: events.length },
      rows: byDay(events),
      notes,
    };
  },
});

/** Sums events by the UTC day of the period that they settle: 00:00Z belongs to the day before. */
function byDay(events: readonly SettledEvent[]): object[] {
  const days = new Map<string, SettledEvent[]>();
  for (const event of events) {
    const day = new Date(event.time - 1).toISOString().slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].map(([day, own]) => {
    const known = own.flatMap(({ rate }) => toDecimal(rate) ?? []);
    const isUnknown = known.length === 0 || own.some(({ conflicting }) => conflicting);
    const sum = isUnknown ? null : sumOf(known);
    return {
      day,
      rates: sum?.toFixed() ?? null,
      counted: known.length,
      of: own.length,
    };
  });
}
