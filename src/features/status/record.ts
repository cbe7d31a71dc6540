import { SHOWN_WINDOWS } from "../../analytics/funding/shown-runs.js";
import type { Since } from "../../analytics/portfolio/since.js";
import {
  allAttention,
  allNotJudged,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import type { LeftOut } from "../../analytics/position/position-figures.js";
import type { Concern, Concerned, FeesNotEarned } from "../../analytics/position/reason.js";
import type { SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import { REASON_CODES, UNKNOWN_CODES } from "../../base/reason-codes.js";
import {
  answer,
  each,
  type Field,
  type Fields,
  group,
  inner,
  own,
  part,
  plain,
  within,
} from "../../output/record.js";
import { leftOutField } from "../../views/left-out.js";
import { LIMITS } from "../../views/limit-fields.js";
import { figure } from "../../views/measure-fields.js";
import { NET, UNHEDGED_BY_ASSET } from "../../views/net-exposure.js";
import {
  narrowed,
  type Owned,
  type OwnerOf,
  type OwnTotals,
  portfoliosField,
  SERVICE_TIME,
} from "../../views/row-fields.js";
import { FIGURES } from "../../views/totals-fields.js";
import { GRAVITY, NAMED, type ReasonRow, reasonFields, reasonRows } from "./rows.js";

const SETTLED = "Funding settled in the window since the opening, USD.";
const PER_DAY = "Funding per day at the current size, including the time before the opening.";
const TO_EARN = "Days until the fees are earned at the funding of the last 7 days.";
const LACKING = "Number of positions with a leg without leverage, whose margin is unknown.";
const NOT_JUDGED = "Positions of which a reason is unknown; they may also be in attention.";

const NOW_APR =
  "Funding per day over 7 days × 365 in percent of N, the notional of the larger side.";
const NOTIONAL = "N of the positions that it is over, USD.";
const NOW_RUN = "Funding per day at the current size, USD per day.";

/** What the open positions together are paid now. */
const NOW: Fields<PortfolioStatus> = [
  ...SHOWN_WINDOWS.map((window) =>
    figure<PortfolioStatus>(`run_${window}`, NOW_RUN, ({ runs }) => runs[window].perDay),
  ),
  figure("now_apr", NOW_APR, ({ book }) => book.apr, [
    plain("notional", "number|null", NOTIONAL, ({ book }) => book.notional),
  ]),
];

const RUNS: Fields<PortfolioStatus["runs"]> = SHOWN_WINDOWS.map((window) =>
  figure(`run_${window}`, SETTLED, (runs) => runs[window].settled, [
    figure("per_day", PER_DAY, (runs) => runs[window].perDay),
    plain("younger", "count", "Number of counted positions opened within the window.", (runs) => {
      return runs[window].younger;
    }),
  ]),
);

const LEFT_OUT: Fields<LeftOut> = [
  own("position_id", "text", "Position identifier (uuid)."),
  own("asset", "text", "Asset symbol."),
  plain("funding_pnl", "number|null", "Funding PnL, USD.", ({ funding }) => funding),
  own("fees", "number|null", "Fees paid and estimated exit fees, USD."),
  plain(
    "reason",
    ["mark_missing", "net_pnl_missing", "performance_missing"],
    "Why.",
    (it) => it.why,
  ),
];

/** A status of portfolios. */
interface ShownStatus extends PortfolioStatus {
  readonly ownerOf: OwnerOf;
  /** Each portfolio alone; default: the only one. */
  readonly portfolios?: readonly OwnTotals<PortfolioStatus>[];
  readonly since?: Since | undefined;
}

const SINCE_HELP =
  "What changed since the archive's snapshot of a day ago, or of the last one before; absent without one.";
const CLOSED = "Positions that were open then and are no longer listed.";

const NAMES: Fields<SnapshotPosition> = [
  plain("position_id", "text", "Position identifier (uuid).", ({ positionId }) => positionId),
  own("asset", "text", "Asset symbol."),
];

const SINCE: Fields<Since> = [
  plain("as_of", "moment", "Time of the snapshot (ISO 8601).", ({ at }) => at),
  figure(
    "net_pnl",
    "Change of the net PnL since, USD; a closed one keeps its figures.",
    (it) => it.net,
  ),
  each("opened", "Positions opened since.", ({ opened }) => opened, NAMES),
  each("closed", CLOSED, ({ closed }) => closed, NAMES),
];

const FEES: Fields<FeesNotEarned & Owned> = [...NAMED, figure("days", TO_EARN, ({ days }) => days)];

function owned<C extends { readonly position?: Concerned }>(it: C, { ownerOf }: ShownStatus) {
  return { ...it, ...ownerOf(it.position?.position_id) };
}

function concernFields(codes: readonly string[]): Field<Concern<Concerned> & Owned>[] {
  const rows = (concern: Concern<Concerned>) => reasonRows([concern]);
  // A concern has at least one reason, the gravest first.
  const gravest = within((concern: Concern<Concerned>) => rows(concern)[0] as ReasonRow, GRAVITY);
  const reasons = each("reasons", "Reasons, most serious first.", rows, reasonFields(codes));
  return [...NAMED, ...gravest, narrowed(reasons, { minItems: 1 })];
}

const TOTALS: Fields<PortfolioStatus> = [
  group("now", "What the open positions together are paid now.", NOW),
  ...within(({ totals }: PortfolioStatus) => totals.figures, FIGURES),
  ...within(({ totals }: PortfolioStatus) => totals, [UNHEDGED_BY_ASSET]),
  leftOutField(({ totals }) => totals.leftOut),
  inner(
    "funding_run",
    "Current funding of the open positions.",
    ({ runs }: PortfolioStatus) => runs,
    RUNS,
  ),
];

/** `status`. */
export const STATUS = answer<ShownStatus>("status", [
  plain(
    "as_of",
    "time|null",
    "Time at which the oldest performance was calculated (ISO 8601); null if unknown.",
    (it) => {
      return it.asOf;
    },
  ),
  ...within(({ criteria }: PortfolioStatus) => criteria, [SERVICE_TIME]),
  group("inputs", "The limits in effect, as the profile has them.", [
    ...within(({ criteria }: PortfolioStatus) => criteria.limits, LIMITS),
    ...within(({ totals }: PortfolioStatus) => totals, [NET]),
  ]),
  part("since", SINCE_HELP, ({ since }) => since, SINCE),
  plain("open_positions", "count", "Number of open positions.", ({ totals }) => totals.positions),
  group("totals", "Totals of the open positions.", TOTALS),
  portfoliosField((it) => it.portfolios ?? [{ ...it.ownerOf(), totals: it }], TOTALS),
  each(
    "not_in_net_pnl",
    "Positions excluded from the sums of the net PnL, with their known figures.",
    ({ totals }) => totals.notInNetPnl,
    LEFT_OUT,
  ),
  each(
    "attention",
    "Positions that need attention, and all of them together, worst first.",
    (status) => allAttention(status).map((it) => owned(it, status)),
    concernFields(REASON_CODES),
  ),
  each(
    "not_judged",
    NOT_JUDGED,
    (status) => allNotJudged(status).map((it) => owned(it, status)),
    concernFields(UNKNOWN_CODES),
  ),
  each(
    "fees_not_earned",
    "Positions with a loss due to fees only, which funding is earning.",
    (status) => status.feesNotEarned.map((it) => owned(it, status)),
    FEES,
  ),
  plain("without_leverage", "count", LACKING, ({ withoutLeverage }) => withoutLeverage),
  own("ignored", "count", "Number of reasons excluded by the setting ignore."),
]);
