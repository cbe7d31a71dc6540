import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { JudgedPosition, PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Balance } from "../../analytics/position/hedge.js";
import { balanceOf, exposureOf } from "../../analytics/position/hedge.js";
import { type LegRisk, legRisksOf } from "../../analytics/position/leg-risk.js";
import { type CodeVerdict, verdictsOf } from "../../analytics/position/verdicts.js";
import type { Figure } from "../../base/decimal.js";
import { once } from "../../base/once.js";
import type { Position } from "../../client/resources/position.js";
import { bookOfStatus } from "../../figures/next/book-of-status.js";
import type { PositionOf } from "../../figures/subjects.js";
import { type Field, figure } from "./field.js";

/** An open position with everything that its figures rest on, each computed at most once. */
export interface PositionSubject extends JudgedPosition {
  /** The time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Whether a leg may be closed, so that what is held is unknown. */
  readonly isUnchecked: boolean;
  readonly balance: () => Balance;
  readonly exposure: () => { readonly netNotional: Figure };
  /** The position as declared figures see it, in its book. */
  readonly declared: () => PositionOf;
  /** Risk of each held leg. */
  readonly risks: () => readonly LegRisk[];
  /** What each check of `status` says. */
  readonly verdicts: () => readonly CodeVerdict[];
}

/** Returns a field of a figure of what is held; unknown for a position whose legs are not checked. */
export function held(
  what: string,
  of: (subject: PositionSubject) => Figure,
): Field<PositionSubject> {
  return figure(what, (subject) => (subject.isUnchecked ? null : of(subject)));
}

function isOpen({ status }: PositionSubject["position"]): boolean {
  return status !== "closed";
}

/** Returns a judged position as the subject of a record. */
export function subjectOf(
  judged: JudgedPosition,
  status: PortfolioStatus,
  historyOf: HistoryOf,
): PositionSubject {
  const { position, runs } = judged;
  const { criteria } = status;
  const { now, limits, isUnchecked } = criteria;
  const clock = { now, staleMs: limits.staleMs };
  return {
    ...{ ...judged, now },
    isUnchecked: isUnchecked(position.position_id),
    balance: once(() => balanceOf(position)),
    exposure: once(() => exposureOf(position)),
    declared: once(() => memberOf(status, position)),
    risks: once(() => legRisksOf(position, { historyOf, ...clock }, limits.margin)),
    verdicts: once(() => (isOpen(position) ? verdictsOf(position, runs, criteria) : [])),
  };
}

function memberOf(status: PortfolioStatus, position: Position): PositionOf {
  const found = bookOfStatus(status).members.find(({ record }) => record === position);
  if (found === undefined) throw new Error("a judged position is not in its book");
  return found;
}
