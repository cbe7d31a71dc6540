import type { Position } from "../../client/resources/position.js";
import type { FundedLeg } from "../engine/funding/leg-size.js";
import type { LegEvent } from "../engine/funding/position-funding.js";
import { type Declared, fact, fig } from "../figure.js";
import { known, sum } from "../measure.js";

/** What one leg of a position received or paid at one settlement. */
export interface Settlement {
  readonly position: Position;
  readonly event: LegEvent<FundedLeg>;
}

/** Settlements of a range of time. Times are milliseconds since the epoch. */
export interface Settlements {
  readonly from: number;
  readonly to: number;
  /** Oldest first. */
  readonly rows: readonly Settlement[];
}

export const settledFunding = fig(
  "funding_pnl",
  {
    unit: "usd",
    signed: true,
    head: "funding",
    help: "What the leg received at the settlement; below zero it paid.",
    formula: "−quantity × mark_price × funding_rate for a long leg, + for a short one",
    unknownWhen: "the quantity, the mark price or the rate is unknown",
  },
  ({ event }: Settlement) => {
    return known(event.usd, { asOf: event.time, doubts: [] }, "events_missing");
  },
);

export const settledFundingSum = fig(
  "funding_pnl",
  {
    unit: "usd",
    signed: true,
    help: "What all legs received together.",
    formula: "Σ funding_pnl of the settlements",
    leftOut: "settlements without a known quantity, mark price or rate",
  },
  ({ rows }: Settlements) => sum(rows, settledFunding),
);

/** The time, position and leg of a settlement. */
export const SETTLEMENT_WHO: readonly Declared<Settlement>[] = [
  fact("time", { type: "time", help: "When it was settled." }, ({ event }: Settlement) => {
    return event.time;
  }),
  fact(
    "position_id",
    { type: "text", help: "Position identifier (uuid).", head: "position" },
    ({ position }: Settlement) => position.position_id,
  ),
  fact(
    "market_id",
    { type: "integer|null", help: "Market of the leg.", head: "leg" },
    ({ event }: Settlement) => event.leg.market_id,
  ),
  fact("side", { type: "text", help: "Side of the leg." }, ({ event }: Settlement) => {
    return event.leg.side;
  }),
];

/** What a settlement is made of, as the service sent it, and what it came to. */
export const SETTLEMENT_FIGURES: readonly Declared<Settlement>[] = [
  fact(
    "quantity",
    {
      type: "text|null",
      help: "What the leg held: as the looks around have it, else what it holds now; null if they differ.",
    },
    ({ event }: Settlement) => event.quantity?.toFixed() ?? null,
  ),
  fact(
    "funding_rate",
    { type: "text|null", help: "Funding rate, a decimal fraction.", head: "rate" },
    ({ event }: Settlement) => event.rate,
  ),
  fact(
    "mark_price",
    { type: "text|null", help: "Mark price at the settlement, USD.", head: "mark" },
    ({ event }: Settlement) => event.mark,
  ),
  settledFunding,
];
