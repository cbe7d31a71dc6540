import { Big } from "big.js";
import type { LegFunding, PositionFunding } from "../../analytics/funding/position-funding.js";
import { feesOf, fundingOf } from "../../analytics/position/leg.js";
import type { SizeSource, UnknownLeg } from "../../analytics/position/leg-size.js";
import { feesOf as feesSent, spreadOf } from "../../analytics/position/position-figures.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import { recordOf } from "../../base/map-values.js";
import type { LegDetail, Performance, PositionDetail } from "../../client/resources/position.js";
import { type Reconciled, VERDICTS, type Verdict } from "./reconciled.js";

/** Why two figures differ, or cannot be compared. */
export type Cause =
  | UnknownLeg
  /** Nobody has the events of a part of the time. */
  | "events_missing"
  /** An event has no rate or mark price, or conflicting values. */
  | "event_unknown"
  /** The size changed between two snapshots, and an event settled between them. */
  | "size_changed"
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
  /** Of a leg: where the sizes of its own sum come from. */
  readonly size?: SizeSource | undefined;
  /** Of a leg: number of events in its own sum, of all since the opening. */
  readonly events?: { readonly counted: number; readonly of: number } | undefined;
}

/** A position whose performance was requested. */
export type Reconcilable = PositionDetail & { readonly performance?: Performance | undefined };

/** Greatest difference that counts as equal, USD: the service rounds to cents. */
const CENT = new Big("0.01");

/** Compares the service's figures with own sums. src/features/reconcile/explain.md, "Reconcile". */
export function reconcile(position: Reconcilable, funding: PositionFunding): ReconciledLine[] {
  const { performance, legs } = position;
  return [
    ...funding.legs.map(ofLeg),
    compared("funding_pnl", decimal(performance?.funding_pnl ?? null), fundingOf(legs), () =>
      isWithoutOverride(position) ? "override_left_out" : undefined,
    ),
    compared("fees_paid", decimal(performance?.fees.paid ?? null), feesOf(legs), () =>
      legs.some(isWithoutCloseFee) ? "close_fee_missing" : undefined,
    ),
    compared("net_pnl", decimal(performance?.net_pnl ?? null), netOf(performance), () => undefined),
  ];
}

function ofLeg({ leg, sum, unknown, missing, size }: LegFunding): ReconciledLine {
  const service = decimal(leg.funding.calculated);
  if (unknown !== undefined) return { ...line("leg_funding", service, null), leg, cause: unknown };
  const { counted = 0, of = 0 } = sum;
  const cause = () => {
    if (counted === of) return undefined;
    if (missing.length > 0) return "events_missing";
    return size.unsized > 0 ? "size_changed" : "event_unknown";
  };
  return {
    ...compared("leg_funding", service, sum.value, cause),
    leg,
    size,
    events: { counted, of },
  };
}

function compared(
  what: Reconciled,
  service: Figure,
  own: Figure,
  causeOf: () => Cause | undefined,
): ReconciledLine {
  const found = line(what, service, own);
  if (found.difference === null) return { ...found, cause: causeOf() ?? "not_sent" };
  if (found.difference.abs().lte(CENT)) return { ...found, verdict: "equal" };
  const cause = causeOf();
  return { ...found, cause, verdict: cause === undefined ? "unexplained" : "explained" };
}

function line(what: Reconciled, service: Figure, own: Figure): ReconciledLine {
  const difference = service === null || own === null ? null : service.minus(own);
  return { what, service, own, difference, verdict: "unknown" };
}

/** Reports whether the performance has the calculated funding although a leg has an override. */
function isWithoutOverride({ legs, performance }: Reconcilable): boolean {
  const isOverridden = legs.some(({ funding }) => funding.override !== null);
  const calculated = sumOf(legs.map(({ funding }) => decimal(funding.calculated)));
  const sent = decimal(performance?.funding_pnl ?? null);
  return isOverridden && sent !== null && calculated?.minus(sent).abs().lte(CENT) === true;
}

function isWithoutCloseFee({ close_price: price, close_fee_paid: fee }: LegDetail): boolean {
  return price !== null && fee === null;
}

/** Returns the net PnL as the sum of its parts, USD; null where the service has none, since it lacks a part. */
function netOf(performance: Performance | undefined): Figure {
  if (performance === undefined || performance.net_pnl === null) return null;
  const gains = sumOf([decimal(performance.funding_pnl), spreadOf(performance)]);
  const costs = feesSent(performance);
  return gains === null || costs === null ? null : gains.minus(costs);
}

/** Returns how many lines have each verdict. */
export function verdictsOf(lines: readonly ReconciledLine[]): Readonly<Record<Verdict, number>> {
  return recordOf(VERDICTS, (wanted) => lines.filter((it) => it.verdict === wanted).length);
}
