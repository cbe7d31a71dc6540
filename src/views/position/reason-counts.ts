import type { Measure } from "../../analytics/measure.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Reason } from "../../analytics/position/reason.js";
import { severityOf, stakeOf } from "../../analytics/position/stake.js";
import { sumOf } from "../../base/decimal.js";
import type { PositionReasonCode, ReasonCode } from "../../base/reason-codes.js";
import type { Severity } from "../../base/severity.js";
import { compact } from "../../output/text/compact.js";
import type { Look } from "../../output/text/look.js";
import type { Tone } from "../../output/text/paint.js";
import type { Piece } from "../../output/text/pieces.js";

/** Colours of severities: red can hurt today, yellow costs money, data is dim. */
export const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  critical: "loss",
  warning: "warning",
  info: "label",
};

/** A kind of reason by which positions are counted. */
interface Kind {
  readonly label: string;
  /** The label for a single position. */
  readonly one?: string;
  /** Meaning of the sum of the stakes, if it is shown. */
  readonly sum?: "amount" | "loss" | "daily";
}

const UNHEDGED: Kind = { label: "unhedged", sum: "amount" };
const STALE: Kind = { label: "stale" };
const UNKNOWN: Kind = { label: "unknown" };

/** Kinds by the code of a reason; of any other it is unknown. */
const KINDS: Readonly<Record<PositionReasonCode, Kind> & Partial<Record<ReasonCode, Kind>>> = {
  margin_thin: { label: "margin" },
  legs_missing: { label: "hold nothing", one: "holds nothing" },
  quantity_negative: { label: "negative quantity" },
  unbalanced: { label: "imbalance", sum: "amount" },
  losing: { label: "losing", sum: "loss" },
  paying: { label: "cost funding", one: "costs funding", sum: "daily" },
  fees_unearned: { label: "fees not covered", sum: "loss" },
  mark_missing: { label: "mark missing" },
  net_pnl_unavailable: { label: "net PnL unknown" },
  mark_stale: STALE,
  performance_stale: STALE,
};

/** Kinds of reasons, the gravest first. */
const IN_ORDER = new Set([UNHEDGED, ...Object.values(KINDS), UNKNOWN]);

function kindOf(reason: Reason): Kind {
  const isOneSided = reason.code === "unbalanced" && reason.missing !== undefined;
  return isOneSided ? UNHEDGED : (KINDS[reason.code] ?? UNKNOWN);
}

/** Returns a reason in a word or two: `no short leg 13.8k`, `costs funding`. */
export function briefReason(reason: Reason): string {
  if (reason.code === "unbalanced" && reason.missing !== undefined) {
    const amount = reason.unhedged === null ? "" : ` ${compact(reason.unhedged.abs())}`;
    return `no ${reason.missing} leg${amount}`;
  }
  const { label, one = label } = kindOf(reason);
  return one;
}

/** Counts positions for each reason: `4 unhedged 35.5k`, `13 cost funding 464/day`; one may count twice. */
export function reasonCounts(
  { attention, notJudged }: PortfolioStatus,
  look: Pick<Look, "unicode">,
): Piece[] {
  const all = [...attention, ...notJudged];
  return [...IN_ORDER].flatMap((kind) => {
    const { label, one = label, sum } = kind;
    const found = all.flatMap(({ position, reasons }) => {
      const reason = reasons.find((it) => kindOf(it) === kind);
      return reason === undefined ? [] : [{ position, reason }];
    });
    const [first] = found;
    if (first === undefined) return [];
    const stakes = found.map(({ position, reason }) => stakeOf(position, reason));
    const text = [
      `${found.length} ${found.length === 1 ? one : label}`,
      ...(sum === undefined ? [] : amountText(stakes, sum, look)),
    ].join(" ");
    const severity = kind === UNKNOWN ? "info" : severityOf(first.reason);
    return [{ text, tone: SEVERITY_TONES[severity] }];
  });
}

/** Sums the stakes; funding of less than a day is in no sum of a day. */
function amountText(
  stakes: readonly Measure[],
  sum: NonNullable<Kind["sum"]>,
  { unicode }: Pick<Look, "unicode">,
): string[] {
  const isCounted = ({ unit }: Measure) => sum !== "daily" || unit === "usd_per_day";
  const known = stakes.flatMap((it) => (it.value !== null && isCounted(it) ? [it.value] : []));
  const total = known.length === 0 ? null : sumOf(known);
  if (total === null) return sum === "daily" ? [] : ["unknown"];
  const bound = known.length === stakes.length ? "" : unicode ? "≥" : ">=";
  const amount = bound + compact(sum === "loss" ? total.times(-1) : total);
  return [sum === "daily" ? `${amount}/day` : amount];
}
