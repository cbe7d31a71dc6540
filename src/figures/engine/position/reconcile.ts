import { Big } from "big.js";
import { recordOf } from "../../../base/collections.js";
import { decimal, type Figure, sumOf } from "../../../base/decimal.js";
import type { LegDetail, Performance, PositionDetail } from "../../../client/resources/position.js";
import { partsOfNet } from "../../credible/credible-position.js";
import type { SizeSource, UnknownLeg } from "../funding/leg-size.js";
import type { LegFunding, PositionFunding } from "../funding/position-funding.js";
import { feesOf, feesPaidOf, fundingOf, readable } from "./legs.js";

/** What a line compares. */
export const RECONCILED = ["leg_funding", "funding_pnl", "fees_paid", "net_pnl"] as const;
export type Reconciled = (typeof RECONCILED)[number];

/** Two figures are equal, differ for a known cause or for none, or one of them is unknown. */
export const VERDICTS = ["equal", "explained", "unexplained", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why two figures differ, or cannot be compared. */
export type Cause =
  | UnknownLeg
  /** Nobody has the events of a part of the time. */
  | "events_missing"
  /** An event has no rate or mark price, or conflicting values. */
  | "event_unknown"
  /** The size changed between two snapshots, and an event settled between them. */
  | "size_changed"
  /** An open position has realized price PnL, so that it held more than is counted. */
  | "resized"
  /** The performance has the calculated funding of a leg that is overridden. */
  | "override_left_out"
  /** The service sends no closing fee of a closed leg. */
  | "close_fee_missing"
  /** The service sends no performance, or no figure. */
  | "not_sent";

/** A figure of the service beside carry's own sum. */
export interface ReconciledLine {
  readonly what: Reconciled;
  readonly leg?: LegDetail;
  /** USD; null if unknown. */
  readonly service: Figure;
  readonly own: Figure;
  /** The service's minus the own. */
  readonly difference: Figure;
  readonly verdict: Verdict;
  readonly cause?: Cause | undefined;
  /** Most that the known causes can make of the difference, USD; undefined if they have no limit, or without one. */
  readonly explains?: Big | undefined;
  /** Of a leg: where the sizes of its own sum come from. */
  readonly size?: SizeSource | undefined;
  /** Of a leg: number of events in its own sum, of all since the opening. */
  readonly events?: { readonly counted: number; readonly of: number } | undefined;
}

/** A position whose performance was requested. */
export type Reconcilable = PositionDetail & { readonly performance?: Performance | undefined };

/** What the data show that a difference can come from. */
interface Known {
  readonly cause: Cause;
  /** Most that it can make, USD; null if nothing tells, undefined if the data prove it whatever its size. */
  readonly most?: Figure;
}

/** Greatest difference that counts as equal, USD: the service rounds to cents. */
const CENT = new Big("0.01");

/** Compares the service's figures with own sums. */
export function reconcile(position: Reconcilable, funding: PositionFunding): ReconciledLine[] {
  const { performance, legs } = position;
  const overrides: Known[] = leavesOutOverride(position) ? [{ cause: "override_left_out" }] : [];
  return [
    ...funding.legs.map((leg) => ofLeg(position, leg)),
    compared("funding_pnl", decimal(performance?.funding_pnl ?? null), fundingOf(legs), overrides),
    compared("fees_paid", decimal(performance?.fees.paid ?? null), feesOf(legs), closeFees(legs)),
    compared("net_pnl", decimal(performance?.net_pnl ?? null), netOf(performance), []),
  ];
}

function ofLeg(position: Reconcilable, funding: LegFunding): ReconciledLine {
  const { leg, sum, unknown, size } = funding;
  const service = decimal(leg.funding.calculated);
  if (unknown !== undefined) return { ...line("leg_funding", service, null), leg, cause: unknown };
  const { counted = 0, of = 0 } = sum.evidence;
  const resized: Known[] = isResized(position, funding) ? [{ cause: "resized" }] : [];
  const known = [...notCounted(funding, of - counted), ...resized];
  return {
    ...compared("leg_funding", service, sum.value, known),
    leg,
    size,
    events: { counted, of },
  };
}

function notCounted({ missing, events, size }: LegFunding, count: number): Known[] {
  const other = size.unsized > 0 ? "size_changed" : "event_unknown";
  const amounts = events.map(({ usd }) => usd);
  return mostOf(missing.length > 0 ? "events_missing" : other, count, amounts);
}

/** Returns a cause with the most that unknown amounts can make: their number × the largest known one × 3. */
function mostOf(cause: Cause, count: number, known: readonly Figure[]): Known[] {
  const [largest] = known.flatMap((it) => it?.abs() ?? []).sort((a, b) => b.cmp(a));
  const most = largest?.gt(0) === true ? largest.times(3 * count) : null;
  return count === 0 ? [] : [{ cause, most }];
}

/** Reports whether an open position with all its legs realized price PnL, and its events count at one size. */
function isResized({ status, legs, performance }: Reconcilable, { events }: LegFunding): boolean {
  const isWhole = status === "open" && legs.every(({ close_price: price }) => price === null);
  const realized = decimal(performance?.spread_pnl.realized ?? null);
  const sizes = new Set(events.flatMap(({ quantity }) => quantity?.toFixed() ?? []));
  return isWhole && sizes.size === 1 && realized !== null && !readable(realized).eq(0);
}

function closeFees(legs: readonly LegDetail[]): Known[] {
  const without = legs.filter((it) => it.close_price !== null && it.close_fee_paid === null);
  return mostOf("close_fee_missing", without.length, legs.map(feesPaidOf));
}

function compared(
  what: Reconciled,
  service: Figure,
  own: Figure,
  known: readonly Known[],
): ReconciledLine {
  const found = line(what, service, own);
  const { difference } = found;
  if (difference === null) return { ...found, cause: known[0]?.cause ?? "not_sent" };
  if (difference.abs().lte(CENT)) return { ...found, verdict: "equal" };
  const made = known.find(({ most }) => most === undefined || most?.gte(difference.abs()));
  const explains = (made ?? known[0])?.most ?? undefined;
  if (made !== undefined) return { ...found, cause: made.cause, explains, verdict: "explained" };
  const unlimited = known.find(({ most }) => most === null);
  return unlimited === undefined
    ? { ...found, explains, verdict: "unexplained" }
    : { ...found, cause: unlimited.cause };
}

function line(what: Reconciled, service: Figure, own: Figure): ReconciledLine {
  const difference = service === null || own === null ? null : service.minus(own);
  return { what, service, own, difference, verdict: "unknown" };
}

/** Returns the net PnL as the sum of its parts, USD; null where the service has none, since it lacks a part. */
function netOf(performance: Performance | undefined): Figure {
  if (performance === undefined || performance.net_pnl === null) return null;
  return sumOf(partsOfNet(performance));
}

/** Returns how many lines have each verdict. */
export function verdictsOf(lines: readonly ReconciledLine[]): Readonly<Record<Verdict, number>> {
  return recordOf(VERDICTS, (wanted) => lines.filter((it) => it.verdict === wanted).length);
}

/** Reports whether a performance has the calculated funding although a leg has an override. */
function leavesOutOverride({ legs, performance }: PositionDetail): boolean {
  const isOverridden = legs.some(({ funding }) => funding.override !== null);
  const calculated = sumOf(legs.map(({ funding }) => decimal(funding.calculated)));
  const sent = decimal(performance?.funding_pnl ?? null);
  return isOverridden && sent !== null && calculated?.minus(sent).abs().lte(CENT) === true;
}
