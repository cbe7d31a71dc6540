import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { isUnknown, type Reason } from "../../analytics/position/reason.js";
import { severityOf, stakeOf } from "../../analytics/position/stake.js";
import { sumOf } from "../../base/decimal.js";
import type { ReasonCode } from "../../base/reason-codes.js";
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
  readonly is: (reason: Reason) => boolean;
  /** Whether the sum of what is at stake is shown: an amount, a loss, or an amount a day. */
  readonly sum?: "amount" | "loss" | "daily";
}

const of =
  (...codes: readonly ReasonCode[]) =>
  ({ code }: Reason) =>
    codes.includes(code);

const isOneSided = (it: Reason) => it.code === "unbalanced" && it.missing !== undefined;

/** Kinds of reasons, the gravest first. */
const KINDS: readonly Kind[] = [
  { label: "unhedged", is: isOneSided, sum: "amount" },
  { label: "margin", is: of("margin_thin") },
  { label: "hold nothing", one: "holds nothing", is: of("legs_missing") },
  { label: "negative quantity", is: of("quantity_negative") },
  { label: "imbalance", is: (it) => of("unbalanced")(it) && !isOneSided(it), sum: "amount" },
  { label: "losing", is: of("losing"), sum: "loss" },
  { label: "cost funding", one: "costs funding", is: of("paying"), sum: "daily" },
  { label: "fees not covered", is: of("fees_unearned"), sum: "loss" },
  { label: "mark missing", is: of("mark_missing") },
  { label: "net PnL unknown", is: of("net_pnl_unavailable") },
  { label: "stale", is: of("mark_stale", "performance_stale") },
  { label: "unknown", is: isUnknown },
];

/**
 * Counts the positions for each reason: `4 unhedged 35.5k`, `13 cost funding 464/day`, `4 stale`; one may
 * count twice.
 */
export function reasonCounts(
  { attention, notJudged, isOnlyNew }: PortfolioStatus,
  look: Pick<Look, "unicode">,
): Piece[] {
  const all = [...attention, ...notJudged];
  const pieces = KINDS.flatMap(({ label, one = label, is, sum }) => {
    const found = all.flatMap(({ position, reasons }) => {
      const reason = reasons.find(is);
      return reason === undefined ? [] : [{ position, reason }];
    });
    const [first] = found;
    if (first === undefined) return [];
    const stakes = found.map(({ position, reason }) => stakeOf(position, reason).value);
    const text = [
      `${found.length} ${found.length === 1 ? one : label}`,
      ...(sum === undefined ? [] : [amountText(stakes, sum, look)]),
    ].join(" ");
    const severity = label === "unknown" ? "info" : severityOf(first.reason);
    return [{ text, tone: SEVERITY_TONES[severity] }];
  });
  return isOnlyNew === true
    ? pieces.map((it, at) => ({ ...it, text: at === 0 ? `new: ${it.text}` : it.text }))
    : pieces;
}

function amountText(
  stakes: ReturnType<typeof stakeOf>["value"][],
  sum: NonNullable<Kind["sum"]>,
  { unicode }: Pick<Look, "unicode">,
): string {
  const known = stakes.filter((it) => it !== null);
  const total = known.length === 0 ? null : sumOf(known);
  if (total === null) return "unknown";
  const bound = known.length === stakes.length ? "" : unicode ? "≥" : ">=";
  const amount = bound + compact(sum === "loss" ? total.times(-1) : total);
  return sum === "daily" ? `${amount}/day` : amount;
}
