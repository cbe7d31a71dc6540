import type { Big } from "big.js";
import type { Reason } from "../../analytics/position/reason.js";
import { isOfDay } from "../../analytics/position/stake.js";
import type { Position } from "../../client/resources/position.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { formatCell } from "../../output/text/format.js";
import type { Kind } from "../../output/text/kind.js";
import { hoursText } from "../duration.js";
import { legNames } from "./leg-names.js";
import { coverageText } from "./run-coverage.js";

/** How amounts are written in a reason. */
export interface ReasonAmounts {
  /** Formats US dollars with their sign, if below zero. */
  readonly money: (usd: Big | null) => string;
  /** Describes what is held on one side only, after a space. @param worth USD; left out if unknown */
  readonly excess: (quantity: Big, asset: string, worth: Big | null | undefined) => string;
}

const IN_FULL: ReasonAmounts = {
  money: (usd) => number("usd", usd),
  excess: (quantity, asset, worth) => {
    const dollarsWorth = worth == null ? "" : ` = ${dollars(worth)} USD`;
    return ` ${number("quantity", quantity)} ${asset}${dollarsWorth}`;
  },
};

/** Returns the text of a reason, in ASCII and without a full stop; amounts default to USD and the asset. */
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
      return `imbalance ${percent}: net ${side}${excess(size, asset, undefined)}`;
    }
    case "margin_thin":
      return `margin: bankruptcy price ${distanceText(reason)}: ${legNames(reason.legs)}`;
    case "losing":
      return `losing: funding and price PnL ${money(reason.amount)}`;
    case "paying":
      return `costs ${costText(reason, money)}`;
    case "fees_unearned": {
      const [net, aDay] = [money(reason.netPnl), money(reason.perDay)];
      return `fees not covered: net PnL ${net}, funding ${aDay}/day (7d)`;
    }
    case "book_paying":
      return `whole book: funding ${money(reason.run.value)}/day (7d)`;
    case "legs_missing":
      return "open, but no leg holds anything";
    case "quantity_negative":
      return `figures unknown, negative quantity: ${legNames(reason.legs)}`;
    case "mark_missing":
      return `no mark price: ${legNames(reason.legs)}`;
    case "net_pnl_unavailable":
      return "net PnL unknown";
    case "performance_stale":
      return `figures ${aged(reason.ageMs)}`;
    case "mark_stale": {
      const marks = reason.legs.length === 1 ? "mark price" : "mark prices up to";
      return `${marks} ${aged(reason.ageMs)}: ${legNames(reason.legs)}`;
    }
    case "funding_unknown": {
      if ("known" in reason) return ofBook(reason);
      const why = reason.legs.length > 0 ? legNames(reason.legs) : coverageText(reason.run);
      return `funding unknown (${reason.window}): ${why}`;
    }
    case "not_settled": {
      const next = reason.next === undefined ? "" : `, next ${clockTime(reason.next)}`;
      return `not settled yet: ${legNames(reason.legs)}${next}`;
    }
    case "market_unknown":
      return `no market id: ${legNames(reason.legs)}`;
    case "margin_unknown":
      return `margin unknown, ${MARGIN_UNKNOWN[reason.why]}: ${legNames(reason.legs)}`;
    case "unreadable":
      return `unreadable: ${firstOf(reason.fields)}`;
    case "implausible":
      return `cannot be true: ${firstOf(reason.values)}`;
    case "legs_unchecked":
      return "legs not checked: one may be closed";
  }
}

function ofBook({ run, known }: Extract<Reason, { readonly known: unknown }>): string {
  const positions = `${run.counted} of ${counted(run.of ?? 0, "position")} known`;
  if (known === null && run.value !== null) {
    return `whole book: share of the notional unknown, funding (7d) of ${positions}`;
  }
  const share = known === null ? "" : `, ${number("percent", known)} of notional`;
  return `whole book: funding unknown (7d), ${positions}${share}`;
}

/** `5.20% away`, `5.20% away (2.1 sd)` */
function distanceText({ distance, distanceSd: sd }: ReasonOf<"margin_thin">): string {
  const away = `${number("percent", distance)} away`;
  return sd === undefined ? away : `${away} (${sd.toFixed(1)} sd)`;
}

/** `105.84/day`; of a part of the day `12.30 in 16h of 24h`, or `12.30 in 16h since opening`. */
function costText(reason: ReasonOf<"paying">, money: ReasonAmounts["money"]): string {
  const { value, coveredHours, wantedHours } = reason.funding;
  const cost = money(value?.abs() ?? null);
  if (isOfDay(reason)) return `${cost}/day`;
  const of = reason.since === undefined ? `of ${hoursText(wantedHours)}` : "since opening";
  return `${cost} in ${hoursText(coveredHours)} ${of}`;
}

type ReasonOf<C extends Reason["code"]> = Extract<Reason, { readonly code: C }>;

/** Why the margin of a leg is unknown. */
export const MARGIN_UNKNOWN = {
  past: "past the bankruptcy price (collateral was added, or margin is shared)",
  price: "a price is missing or not above zero",
  mark_old: "stale mark price",
  mark_undated: "age of the mark price unknown",
} as const;

/** Formats an age: `3h old`, `8m ahead`. */
function aged(ms: number): string {
  return ms < 0 ? `${number("age", -ms)} ahead` : `${number("age", ms)} old`;
}

/** Formats a time as `00:00Z`, without a date since the next settlement is within a day. */
function clockTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)}Z`;
}

/** Formats US dollars, with cents below 1,000. */
export function dollars(value: Big, signed = false): string {
  return value.abs().lt(1000)
    ? number("usd", value, signed)
    : number("integer", value.round(0), signed);
}

function number(kind: Kind, value: Big | number | null, signed = false): string {
  const text = typeof value === "number" ? value : value?.toFixed();
  return formatCell(kind, text, { unicode: false, zone: "UTC" }, signed);
}
