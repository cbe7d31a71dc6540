import type { Big } from "big.js";
import type { Reason } from "../../analytics/position/reason.js";
import type { Position } from "../../client/resources/position.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { formatCell } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";
import { legNames } from "./leg-names.js";
import { coverageText } from "./run-coverage.js";

/** How amounts are written in a reason. */
export interface ReasonAmounts {
  /** Formats US dollars with their sign, if below zero. */
  readonly money: (usd: Big | null) => string;
  /**
   * Describes what is held on one side only, with a space before it.
   * @param worth USD; null if unknown
   */
  readonly excess: (quantity: Big, asset: string, worth: Big | null | undefined) => string;
}

const IN_FULL: ReasonAmounts = {
  money: (usd) => number("usd", usd),
  excess: (quantity, asset, worth) => {
    const dollarsWorth = worth == null ? "" : ` = ${dollars(worth)} USD`;
    return ` ${number("quantity", quantity)} ${asset}${dollarsWorth}`;
  },
};

/**
 * Returns the text of a reason, in ASCII and without a full stop.
 * @param amounts default: in USD and in the asset
 */
export function reasonText(
  reason: Reason,
  { asset }: Pick<Position, "asset"> = { asset: "" },
  { money, excess }: ReasonAmounts = IN_FULL,
): string {
  switch (reason.code) {
    case "unbalanced": {
      const side = reason.netQuantity.gt(0) ? "long" : "short";
      const size = reason.netQuantity.abs();
      if (reason.missing !== undefined) {
        const held = excess(size, asset, reason.unhedged?.abs() ?? null);
        return `unhedged: no ${reason.missing} leg,${held} ${side}`;
      }
      const percent = number("percent", reason.imbalance);
      return `out of balance by ${percent}: net ${side}${excess(size, asset, undefined)}`;
    }
    case "margin_thin":
      return `initial margin gone in ${distanceText(reason)}: ${legNames(reason.legs)}`;
    case "losing":
      return `losing: funding and price PnL ${money(reason.amount)}`;
    case "paying": {
      const { value, coveredHours, wantedHours } = reason.funding;
      const since = reason.since === undefined ? "over the last day" : "since it was opened";
      const part = coveredHours === wantedHours ? "" : ` in ${coveredHours}h of ${wantedHours}h`;
      return `paying ${since}: funding ${money(value)}${part}`;
    }
    case "fees_unearned": {
      const [net, aDay] = [money(reason.netPnl), money(reason.perDay)];
      return `fees not earned: net PnL ${net}, funding of 7 days ${aDay} a day`;
    }
    case "book_paying":
      return `all together: funding of 7 days ${money(reason.run.value)} a day`;
    case "legs_missing":
      return "open, and no leg holds anything";
    case "quantity_negative":
      return `negative quantity, so that nothing is known: ${legNames(reason.legs)}`;
    case "mark_missing":
      return `no mark price: ${legNames(reason.legs)}`;
    case "net_pnl_unavailable":
      return "net PnL not available";
    case "performance_stale":
      return `figures ${aged(reason.ageMs)}`;
    case "mark_stale": {
      const marks = reason.legs.length === 1 ? "mark price" : "mark prices up to";
      return `${marks} ${aged(reason.ageMs)}: ${legNames(reason.legs)}`;
    }
    case "funding_unknown": {
      if ("known" in reason) return ofBook(reason);
      const what = reason.window === "24h" ? "of the last day" : "of 7 days";
      if (reason.legs.length > 0) return `no funding ${what}: ${legNames(reason.legs)}`;
      return `no funding ${what}: ${coverageText(reason.run)}`;
    }
    case "not_settled": {
      const next = reason.next === undefined ? "" : `, next ${clockTime(reason.next)}`;
      return `not settled yet: ${legNames(reason.legs)}${next}`;
    }
    case "market_unknown":
      return `no market id: ${legNames(reason.legs)}`;
    case "margin_unknown":
      return `${MARGIN_UNKNOWN[reason.why]}: ${legNames(reason.legs)}`;
    case "unreadable":
      return `cannot be read: ${firstOf(reason.fields)}`;
    case "legs_unchecked":
      return "legs not checked: whether one is closed could not be asked";
  }
}

function ofBook({ run, known }: Extract<Reason, { readonly known: unknown }>): string {
  const share = known === null ? "" : `, ${number("percent", known)} of notional`;
  return `all together: funding of 7 days known of ${run.counted} of ${counted(run.of ?? 0, "position")}${share}`;
}

/** `5.20%`, `5.20% (2.1 daily sd)` */
function distanceText({
  distance,
  distanceSd: sd,
}: Extract<Reason, { readonly code: "margin_thin" }>): string {
  const percent = number("percent", distance);
  return sd === undefined ? percent : `${percent} (${sd.toFixed(1)} daily sd)`;
}

const MARGIN_UNKNOWN = {
  past: "margin past: collateral was added, or margin is shared",
  price: "margin not known: a price is missing or not above zero",
  mark_old: "margin not known: the mark price is not of now",
  mark_undated: "margin not known: the mark price has no time",
} as const;

/** Formats an age: `3h old`, `8m ahead`. */
function aged(ms: number): string {
  return ms < 0 ? `${number("age", -ms)} ahead` : `${number("age", ms)} old`;
}

/** Formats a time as `00:00Z`, without a date since the next settlement is within a day. */
function clockTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)}Z`;
}

/** Formats an amount, with cents below 1,000 USD. */
function dollars(value: Big): string {
  return value.lt(1000) ? number("usd", value) : number("integer", value.round(0));
}

function number(kind: Kind, value: Big | number | null): string {
  const text = typeof value === "number" ? value : value?.toFixed();
  return formatCell(kind, text, { unicode: false, zone: "UTC" });
}
