import { Big } from "big.js";
import type { Figure } from "../../base/decimal.js";
import { isoTime } from "../../base/time/iso-time.js";
import { isSide } from "../../client/resources/words.js";
import type { Measure } from "../measure.js";
import type { Step, Track } from "../portfolio/tracked-position.js";
import { mayHideAClosedLeg } from "../position/doubt.js";
import { signOf } from "../position/leg.js";
import { type LegName, type LegSizes, sizedSpans } from "../position/recorded-sizes.js";
import type { SnapshotPosition } from "../position/snapshot-position.js";
import { EXPECTED_UNKNOWN, type ExpectedUnknown } from "./expected-unknown.js";
import type { SettledTotals } from "./prefix-sums.js";

/** A position whose expected funding is unknown. */
export interface UnexpectedTrack {
  readonly track: Track;
  readonly why: ExpectedUnknown;
  /** The leg concerned; undefined for a reason of the position. */
  readonly leg?: LegName | undefined;
}

/** The funding that settled events explain, beside the realized one. */
export interface ExpectedFunding {
  /** USD; `counted` of `of` are positions. */
  readonly expected: Measure;
  /** Realized minus expected funding of the same positions, USD. */
  readonly difference: Measure;
  readonly unknown: readonly UnexpectedTrack[];
}

/** The recorded sizes of positions, and the settled funding of their markets. */
export interface ExpectedInputs {
  readonly sizesOf: (track: Track) => readonly LegSizes[];
  /** Returns undefined for a market whose funding is unknown. */
  readonly totalsOf: (marketId: number) => SettledTotals | undefined;
}

type Span = Step["span"];

/**
 * Sums the funding that positions should have been paid in the time of their steps: Σ -sign × recorded
 * quantity × mark price × rate over the settled events. src/features/pnl/explain.md, "Expected funding".
 * @param realized the funding of the same row
 */
export function expectedFunding(
  steps: readonly Step[],
  { asOf, of = 0 }: Measure,
  inputs: ExpectedInputs,
): ExpectedFunding {
  let [sum, apart] = [new Big(0), new Big(0)];
  let counted = 0;
  const unknown: UnexpectedTrack[] = [];
  for (const step of steps) {
    const found = expectedOf(step, inputs);
    if ("why" in found) {
      unknown.push({ track: step.track, ...found });
      continue;
    }
    counted++;
    sum = sum.plus(found.value);
    apart = apart.plus(step.parts.funding_pnl).minus(found.value);
  }
  const isNone = counted === 0 && of > 0;
  const figure = (value: Big): Measure => {
    const known: Figure = isNone ? null : value;
    return { value: known, unit: "usd", asOf, counted, of };
  };
  return { expected: figure(sum), difference: figure(apart), unknown };
}

type Unknown = Omit<UnexpectedTrack, "track">;

function expectedOf(step: Step, inputs: ExpectedInputs): { readonly value: Big } | Unknown {
  const { isBack, ...span } = openSpan(step);
  let value = new Big(0);
  if (Number.isNaN(span.from - span.to)) return { why: "size_unknown" }; // no time that can be read
  if (span.from >= span.to) return { value };
  if (mayHide(step.end)) return { why: "legs_unchecked" };
  const legs = inputs.sizesOf(step.track);
  if (legs.length === 0) return { why: "size_unknown" }; // opened and closed between two snapshots
  let gravest: Unknown | undefined;
  for (const leg of legs) {
    const found = ofLeg(leg, span, inputs);
    if (typeof found === "string") gravest = graver(gravest, { why: found, leg: leg.name });
    else value = value.plus(found);
  }
  return gravest ?? { value: isBack ? value.neg() : value };
}

/**
 * Returns the part of a step's time in which the position was open. `isBack` if its later figures were
 * calculated before its earlier ones: then what settled in between is subtracted.
 */
function openSpan({
  span,
  end: { openedAt, closedAt },
}: Step): Span & { readonly isBack: boolean } {
  const open = (time: number) => Math.max(openedAt, Math.min(time, closedAt ?? time));
  const [from, to] = [open(span.from), open(span.to)];
  return { from: Math.min(from, to), to: Math.max(from, to), isBack: from > to };
}

function mayHide({ status, legs, parts, calculatedAt }: SnapshotPosition): boolean {
  if (parts === null || calculatedAt === null) return mayHideAClosedLeg({ status, legs });
  const spread_pnl = { unrealized: parts.spread_unrealized.toNumber() };
  const performance = { spread_pnl, calculated_at: isoTime(calculatedAt) };
  return mayHideAClosedLeg({ status, legs, performance });
}

function graver(one: Unknown | undefined, other: Unknown): Unknown {
  const rank = ({ why }: Unknown) => EXPECTED_UNKNOWN.indexOf(why);
  return one === undefined || rank(other) < rank(one) ? other : one;
}

function ofLeg(leg: LegSizes, { from, to }: Span, { totalsOf }: ExpectedInputs) {
  const spans = sizedSpans(leg, from, to).filter(({ quantity }) => quantity?.eq(0) !== true);
  if (spans.length === 0) return new Big(0);
  if (spans.some(({ quantity }) => quantity?.lt(0))) return "quantity_negative";
  if (!isSide(leg.name.side)) return "unreadable";
  const { market_id: marketId } = leg.name;
  if (marketId === null) return "market_unknown";
  const totals = totalsOf(marketId);
  if (totals === undefined) return "funding_unknown";
  let sum = new Big(0);
  let why: ExpectedUnknown | undefined;
  for (const span of spans) {
    const { perUnit, events, missing, unknown } = totals.between(span.from, span.to);
    if (missing > 0) return "events_missing";
    if (unknown > 0) return "event_unknown";
    if (events === 0) continue;
    if (span.quantity === undefined) why = "size_unknown";
    else sum = sum.plus(perUnit.times(span.quantity));
  }
  return why ?? sum.times(-signOf(leg.name));
}

/** The markets whose funding is needed, each with its time; milliseconds since the epoch. */
export type NeededMarkets = ReadonlyMap<number, Span>;

/** Returns the markets in which positions held something in the time of their steps. */
export function neededMarkets(
  steps: readonly Step[],
  { sizesOf }: Pick<ExpectedInputs, "sizesOf">,
): NeededMarkets {
  const needed = new Map<number, Span>();
  for (const step of steps) {
    const { from: since, to: until } = openSpan(step);
    const span = { from: since, to: until };
    if (since >= until) continue;
    for (const leg of sizesOf(step.track)) {
      const { market_id: id } = leg.name;
      const holds = sizedSpans(leg, span.from, span.to).some(({ quantity }) => !quantity?.eq(0));
      if (id === null || !holds) continue;
      const known = needed.get(id) ?? span;
      const from = Math.min(known.from, span.from);
      needed.set(id, { from, to: Math.max(known.to, span.to) });
    }
  }
  return needed;
}
