import type { Big } from "big.js";
import type { Found } from "../../figures/catalog/causes.js";
import { away } from "../../figures/catalog/leg.js";
import { fundingPnl, imbalance } from "../../figures/catalog/position.js";
import { implausibleValues } from "../../figures/credible/credible-position.js";
import { type LegOf, markOf, type PositionOf, performanceOf } from "../../figures/subjects.js";
import { inSentence } from "../../output/text/format.js";

/** A cause of a position in words: as much as a line has room for, and as few as a column needs. */
export interface Why {
  readonly text: string;
  readonly brief: string;
}

/** How names and amounts are written in what is said of causes. */
export interface CauseWriting {
  /** Name of an exchange, which may be shortened. */
  readonly nameOf: (exchange: string) => string;
  /** Writes US dollars. */
  readonly amount: (usd: Big | null) => string;
}

/** Whole names, and amounts in three digits. */
export const IN_USD: CauseWriting = {
  nameOf: (exchange) => exchange,
  amount: (usd) => inSentence("size", usd?.toFixed()),
};

/** Returns a cause in words. */
export function whyOf(p: PositionOf, found: Found, writing: Partial<CauseWriting> = {}): Why {
  const { nameOf, amount } = { ...IN_USD, ...writing };
  const only = (text: string): Why => ({ text, brief: text });
  switch (found.cause) {
    case "unhedged":
      return only(`no ${found.missing} leg`);
    case "margin_thin":
      return { text: nearText(found.legs[0], nameOf), brief: "margin" };
    case "legs_missing":
      return only("no legs");
    case "quantity_negative":
      return only("negative quantity");
    case "costs_funding":
      return only(costsText(p, found));
    case "imbalance":
      return only(`${shareText(imbalance(p).value?.toFixed())} apart`);
    case "losing": {
      const lost = amount(found.value.value);
      return { text: `lost ${lost} on funding and price`, brief: `lost ${lost}` };
    }
    case "fees_unearned":
      return only("fees not earned");
    case "mark_missing":
      return only("no mark");
    case "mark_stale":
      return only(`mark ${ageText(p, oldest(found.legs))} old`);
    case "market_unknown":
      return only("no market id");
    case "events_missing":
      return only("events missing");
    case "performance_missing":
      return only("no performance");
    case "performance_stale":
      return only(`performance ${ageText(p, performanceOf(p).evidence.asOf)} old`);
    case "implausible": {
      const [first] = implausibleValues(p.record);
      return { text: `implausible ${first ?? "funding"}`, brief: "implausible" };
    }
    case "unreadable":
      return only("unreadable");
    case "legs_unchecked":
      return only("legs not checked");
  }
}

/** Returns how near a leg is to the loss of its margin: `short hyperliquid 3.9 % from zero`. */
function nearText(leg: LegOf | undefined, nameOf: CauseWriting["nameOf"]): string {
  if (leg === undefined) return "margin";
  const { side, exchange } = leg.record;
  return `${side} ${nameOf(exchange)} ${shareText(away(leg).value?.toFixed())} from zero`;
}

/** Returns since when funding costs; a position that has earned some has turned. */
function costsText(p: PositionOf, { turned }: Found): string {
  if (turned === undefined) return "costs funding";
  if (turned.isWhole) return `costs over ${turned.days - 1} days`;
  const hasPaid = fundingPnl(p).value?.gt(0) === true;
  return `${hasPaid ? "turned" : "costs since"} ${dayText(turned.at)}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns a day: `24 May`. @param time milliseconds since the epoch */
export function dayText(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function shareText(percent: string | undefined): string {
  return inSentence("share", percent).replace("%", " %");
}

function oldest(legs: readonly LegOf[]): number | undefined {
  const times = legs.flatMap((leg) => markOf(leg).evidence.asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

function ageText({ inputs }: PositionOf, time: number | null | undefined): string {
  return time == null ? "?" : inSentence("age", inputs.now - time);
}
