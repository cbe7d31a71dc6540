import type { Big } from "big.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Market } from "../engine/market/periods.js";
import type { BySide } from "../engine/position/legs.js";
import { type Declared, type Fact, type Fig, type FigureSpec, fact, fig, once } from "../figure.js";
import { lacking, plus, type Q } from "../measure.js";
import { pairSeries } from "../next/series.js";
import { type NextFigures, type NextWeek, nextFigures, nextOfMove } from "../next/week.js";
import type { PositionOf } from "../subjects.js";
import type { Unknown } from "../unknown.js";
import { notional } from "./leg.js";
import { seriesOf, sizedOf, unknownBy } from "./next.js";
import * as position from "./position.js";

/** A market that positions could move to. */
export interface MoveMarket {
  readonly id: number;
  /** `okx:BTC-USDT-SWAP`, or its id where that is not known. */
  readonly name: string;
  readonly exchange: string | undefined;
  /** Whether its exchange lists several markets of its asset. */
  readonly isOneOfSeveral: boolean;
  readonly market: Market;
}

/** Returns the fee of a fill on an exchange, a fraction of the notional, and whether it is assumed. */
export type FeeOn = (exchange: string | undefined) => {
  readonly rate: Big;
  readonly isAssumed: boolean;
};

/** A held position, and the pair of markets that it could move to. */
export class MoveOf {
  constructor(
    readonly position: PositionOf,
    /** Undefined where no pair can be compared with what is held. */
    readonly to: BySide<MoveMarket> | undefined,
    readonly feeOn: FeeOn,
    /** Why there is no pair. */
    readonly why?: Unknown,
  ) {}
}

/** Returns why a position cannot be compared with other pairs; undefined where it can be. */
export function whyNoMove(p: PositionOf): Unknown | undefined {
  const series = seriesOf(p);
  if (typeof series === "string") return series;
  return new Set(p.legs.map(({ sign }) => sign)).size < 2 ? "side_missing" : undefined;
}

/** The held legs that a move changes, each with the market that takes its place. */
export const changes = once(({ position: { legs }, to }: MoveOf) =>
  legs.flatMap((leg) => {
    const into = to?.[leg.sign === 1 ? "long" : "short"];
    return into === undefined || into.id === leg.record.market_id ? [] : [{ leg, into }];
  }),
);

/** The exchanges of the fills of a move. */
export const exchangesOf = once((m: MoveOf) => [
  ...new Set(changes(m).flatMap(({ leg, into }) => [leg.record.exchange, into.exchange])),
]);

const NEEDS = ["funding", "pool"] as const;

export const fees: Fig<MoveOf> = fig(
  "fees",
  {
    unit: "usd",
    help: "Fees of a move: out of each changed leg, and into what takes its place.",
    head: "fees",
    formula:
      "Σ changed legs notional × (fee of a fill where it is + fee of a fill where it goes); the fee is --fee, else the profile's, else 5 bp",
    unknownWhen: "a price is missing, or there is no other pair",
    leftOut: "slippage, the change of basis, leaving the new pair, which is due either way",
    needs: NEEDS,
  },
  (m) => {
    if (m.to === undefined) return lacking(m.why);
    const fills = changes(m).map(({ leg, into }) => {
      const both = m.feeOn(leg.record.exchange).rate.plus(m.feeOn(into.exchange).rate);
      return notional(leg).map((usd) => usd.times(both));
    });
    return plus(fills);
  },
);

/** What the next days of a move are likely to bring, and E, the end of the older of its two series. */
export const nextOf = once((m: MoveOf): { next: NextWeek; end: number } | undefined => {
  const { position: p, to } = m;
  const held = seriesOf(p);
  if (to === undefined || typeof held === "string") return undefined;
  const { now, pool } = p.inputs;
  const into = pairSeries(to.long.market, to.short.market, now);
  const next = nextOfMove(sizedOf(p), into.days, pool().pool);
  return { next, end: Math.min(held.end, into.end) };
});

const figuresOf = once((m: MoveOf): NextFigures => {
  const found = nextOf(m);
  if (found === undefined) return unknownBy(m.why ?? "no_other_pair");
  const evidence = { ...position.size(m.position).evidence, asOf: found.end };
  return nextFigures({ ...found.next, of: 1 }, evidence);
});

/** Declares what a move is likely to bring in the next 7 days. */
function likely(
  id: string,
  said: Partial<FigureSpec> & Pick<FigureSpec, "help">,
  of: (it: NextFigures, m: MoveOf) => Q,
): Fig<MoveOf> {
  const spec: FigureSpec = {
    unit: "usd",
    signed: true,
    needs: NEEDS,
    formula: "next_7d ± q × its error, that of the daily differences of both pairs",
    unknownWhen:
      "the last day or more than a third of 30 days is not covered by settled events, fewer than 5 pairs can be scored, or there is no other pair",
    leftOut: "price PnL; fees, which stand beside it",
    ...said,
  };
  return fig(id, spec, (m) => of(figuresOf(m), m));
}

export const next7d = likely(
  "next_7d",
  {
    head: "next 7d",
    help: "Funding that the new pair is likely to be paid in the next 7 days beyond what the held one is.",
    formula: "that of the new pair at the held size − next_7d of the position",
  },
  ({ sum }) => sum,
);
export const low = likely(
  "next_7d_low",
  { help: "Lower end of the range of the next_7d of a move." },
  (it) => it.low,
);
export const high = likely(
  "next_7d_high",
  { help: "Upper end of the range of the next_7d of a move." },
  (it) => it.high,
);
export const chance = likely(
  "next_7d_chance",
  {
    unit: "chance",
    signed: false,
    head: "chance",
    help: "Chance that a move has earned its fees within 7 days, 0 to 1; it counts from 0.8 on.",
    formula: "Φ((next_7d − fees) ÷ (its error × q ÷ 1.2816))",
    leftOut: "price PnL",
  },
  (it, m) => {
    const cost = fees(m).value;
    return cost === null ? lacking(fees(m).unknown) : it.chance(cost.toNumber());
  },
);

const backBy = fact(
  "back_by",
  {
    type: "time|null",
    help: "When the fees are earned with a chance of 80 %; null where not within 30 days, or unknown.",
    needs: NEEDS,
  },
  (m: MoveOf) => {
    const [found, cost] = [nextOf(m), fees(m).value];
    const days = cost === null ? undefined : found?.next.backBy(cost.toNumber());
    return found === undefined || days === undefined ? null : found.end + days * DAY_MS;
  },
);

/** Returns a fact of the position of a move. */
function own<T>({ id, spec }: Fact<PositionOf, T>, of: (p: PositionOf) => T): Fact<MoveOf, T> {
  return fact(id, spec, (m: MoveOf) => of(m.position));
}

export const name = own(position.name, position.name);
export const portfolio = own(position.portfolio, position.portfolio);

const held = fact(
  "held",
  { type: "text", help: "Exchanges of what is held, long/short.", head: "held" },
  ({ position: p }: MoveOf) =>
    [position.long(p), position.short(p)].map((it) => it.join("+")).join("/"),
);

const market = (side: "long" | "short") =>
  fact(
    side,
    { type: "text|null", help: `Market of the ${side} side of the new pair; null without one.` },
    ({ to }: MoveOf) => to?.[side].name ?? null,
  );

/** Whether a move is the held pair with its sides exchanged. */
export const reverse = fact(
  "reverse",
  { type: "flag", help: "Whether it is the held pair with its sides exchanged: every fill twice." },
  ({ position: { legs }, to }: MoveOf) =>
    to !== undefined &&
    legs.every(({ sign, record }) => record.market_id === to[sign === 1 ? "short" : "long"].id),
);

/** Which position a move is of, and where to. */
export const MOVE_WHO: readonly Declared<MoveOf>[] = [
  own(position.positionId, position.positionId),
  name,
  own(position.asset, position.asset),
  portfolio,
  own(position.portfolioId, position.portfolioId),
  ...[held, market("long"), market("short"), reverse],
];

export const MOVE_FIGURES: readonly Declared<MoveOf>[] = [
  ...[fees, next7d, low, high, chance, backBy],
];
