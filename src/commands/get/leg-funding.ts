import type { Leg, LegDetail, PositionDetail } from "../../client/resources/position.js";
import type { SizeSource, UnknownLeg } from "../../figures/engine/funding/leg-size.js";
import type { FundingDay, LegFunding } from "../../figures/engine/funding/position-funding.js";
import { fig } from "../../figures/figure.js";
import type { Evidence, Q } from "../../figures/measure.js";
import { type Field, type Fields, optional, own, plain, within } from "../../output/record.js";
import { fieldOf } from "../../run/screen/figure-field.js";

/** Why the held quantities are unknown. */
export const UNCOUNTABLE = "the status, a side or a quantity cannot be read";

/** Returns the look of a column of signed US dollars. */
export const signedUsd = (header: string, priority: number) =>
  ({ header, kind: "usd", signed: true, priority }) as const;

/** Names the legs whose funding was set by hand; empty without any. */
export function overriddenNames({ legs }: PositionDetail): string {
  const set = legs.filter(({ funding }) => funding.override !== null);
  return set.map(({ side, exchange }) => `${side} ${exchange}`).join(", ");
}

/** Settled funding of a leg, or of all legs of a position. */
const settled = fig<{ readonly sum: Q }>(
  "funding",
  {
    unit: "usd",
    head: "funding",
    signed: true,
    help: "Settled funding.",
    formula: "Σ −sign × quantity × rate × mark of each event",
    unknownWhen: "a market, its size or its time of closing is unknown",
  },
  ({ sum }) => sum,
);

/** The same as a part of an answer. */
export const SETTLED = fieldOf(settled, { kind: "usd", about: () => false, priority: 0 });

/** Returns the fields of the names of a leg. */
function legFields<T extends { readonly leg: LegDetail }>(
  priorities: readonly [side: number, exchange: number, symbol: number],
): Field<T>[] {
  const [side, exchange, symbol] = priorities;
  return [
    plain("leg_id", "text?", "Leg identifier (uuid).", ({ leg }) => leg.leg_id),
    plain("side", "text", "Side of the leg: long or short.", {
      ...{ of: ({ leg }) => leg.side, header: "side", priority: side },
    }),
    plain("exchange", "text", "Exchange of the leg.", {
      ...{ of: ({ leg }) => leg.exchange, header: "exchange", priority: exchange },
    }),
    plain("symbol", "text", "Symbol of the market.", {
      ...{ of: ({ leg }) => leg.symbol, header: "symbol", priority: symbol },
    }),
    plain("market_id", "integer|null", "Market identifier.", {
      ...{ of: ({ leg }) => leg.market_id, header: "market", priority: 6 },
    }),
  ];
}

const WITHOUT_SIZE = "Events between two snapshots with different sizes, which are not counted.";
const ALIKE = "Whether the archive cannot tell the leg from another one of the position.";

/** Where the sizes of a leg come from. */
export const SIZE: Fields<SizeSource> = [
  plain(
    "sizes",
    ["recorded", "now"],
    "Whether events count at the sizes of snapshots, or at the current quantity.",
    ({ recordedSince }) => (recordedSince === undefined ? "now" : "recorded"),
  ),
  plain("recorded_since", "time?", "Time of the first of these snapshots (ISO 8601).", (it) => {
    return it.recordedSince;
  }),
  plain("events_without_size", "count", WITHOUT_SIZE, ({ unsized }) => unsized),
  plain("legs_alike", "flag?", ALIKE, ({ alike }) => alike),
];

/** Why the funding of a leg is unknown, for people. */
export const REASONS: Readonly<Record<UnknownLeg, string>> = {
  market_unknown: "market id unknown",
  size_unknown: "size before it was closed unknown",
  legs_alike: "legs alike in side, exchange and symbol cannot be distinguished in the archive",
  closing_unknown: "time of closing unknown",
  quantity_negative: "negative quantity",
  unreadable: UNCOUNTABLE,
  time_unknown: "time of opening or closing unknown",
  funding_unknown: "settled funding not available",
};

/** Returns a column of what the sum of a leg rests on. */
function basis(name: string, header: string, priority: number, of: (it: Evidence) => unknown) {
  return plain<LegFunding>(name, "number?", `${header}, of the events.`, {
    ...{ of: ({ sum }) => of(sum.evidence), header, kind: "any", priority },
  });
}

/** The fields of a leg with its funding. */
export const LEG_FUNDING: Fields<LegFunding> = [
  ...legFields<LegFunding>([0, 0, 3]),
  plain("quantity", "number", "Quantity as sent.", {
    ...{ of: ({ leg }) => leg.quantity, header: "quantity", kind: "quantity", priority: 2 },
  }),
  basis("counted", "events", 4, ({ counted }) => counted),
  basis("of", "of", 5, ({ of }) => of),
  basis("covered_hours", "covered h", 7, ({ covered: it }) => it && roundedHours(it.hours)),
  basis("wanted_hours", "of h", 8, ({ covered: it }) => it && roundedHours(it.wanted)),
  SETTLED,
  optional(own("unknown", Object.keys(REASONS), "Why the funding is unknown.")),
  ...within(({ size }: LegFunding) => size, SIZE).map((field) =>
    optional(field, ({ unknown }) => unknown === undefined),
  ),
];

/** The fields of the funding of a day. */
export const FUNDING_DAY: Fields<FundingDay> = [
  plain("time", "text", "UTC day; what settles at 00:00 belongs to the day before.", {
    ...{ of: ({ day }) => new Date(day).toISOString().slice(0, 10), header: "day", priority: 0 },
  }),
  own("long", "number|null", "Funding of the long legs, USD.", signedUsd("long", 2)),
  own("short", "number|null", "Funding of the short legs, USD.", signedUsd("short", 2)),
  plain("funding", "number|null", "Funding of the day, USD; null without a known event.", {
    ...{
      of: (day) => day.usd,
      ...signedUsd("funding", 0),
      about: ({ counted, of }) => counted !== of,
    },
  }),
  own(
    "cumulative",
    "number|null",
    "Sum of the days up to this one, USD.",
    signedUsd("cumulative", 1),
  ),
  own("counted", "count", "Events with a rate and a mark price.", {
    header: "events",
    priority: 4,
  }),
  own("of", "count", "Events of the day.", { header: "of", priority: 5 }),
];

/** Returns hours with at most one decimal. */
export function roundedHours(hours = 0): number {
  return Number(hours.toFixed(1));
}

/** Names a leg: `long binance BTCUSDT`. */
export function legName({ side, exchange, symbol }: Leg): string {
  return `${side} ${exchange} ${symbol}`;
}
