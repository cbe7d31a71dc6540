import type { Big } from "big.js";
import { descending } from "../../base/decimal.js";
import { type CommonCause, commonCauses } from "../../figures/catalog/causes.js";
import * as group from "../../figures/catalog/group.js";
import { leverage, moveOf } from "../../figures/catalog/leg.js";
import { name } from "../../figures/catalog/position.js";
import { type Cause, causeSpec, type Gravity } from "../../figures/causes.js";
import type { Group } from "../../figures/subjects.js";
import { UNKNOWN } from "../../figures/unknown.js";
import { inSentence } from "../../output/text/format.js";
import { type CauseWriting, IN_USD, whyOf } from "./why.js";

/** A line about a cause: how many positions have it, what it is worth, and who carries it. */
export interface CauseLine {
  readonly gravity: Gravity;
  readonly count: number;
  readonly noun: string;
  readonly worth: string;
  readonly who: readonly string[];
  /** The command that shows more of it. */
  readonly see?: string | undefined;
}

const NOUNS: Partial<Readonly<Record<Cause, string>>> = {
  unhedged: "unhedged",
  margin_thin: "near margin",
  legs_missing: "no legs",
  quantity_negative: "negative",
  costs_funding: "cost funding",
  imbalance: "uneven",
  losing: "losing",
  fees_unearned: "fees unearned",
};

/** Returns the causes of a book, a line each, the gravest first; what is not known is one line. */
export function causeLines(book: Group, writing: Partial<CauseWriting> = {}): CauseLine[] {
  const all = commonCauses(book.members);
  const isUnknown = ({ cause }: CommonCause) => causeSpec(cause).severity === "unknown";
  const written = { ...IN_USD, ...writing };
  const known = all.filter((it) => !isUnknown(it)).map((it) => lineOf(it, book, written));
  return [...known, ...unknownLine(all.filter(isUnknown))];
}

function lineOf(it: CommonCause, book: Group, writing: CauseWriting): CauseLine {
  const { cause, found, value } = it;
  const { severity, isDaily } = causeSpec(cause);
  const isMargin = cause === "margin_thin";
  const amount = writing.amount(signed(value.value, cause));
  return {
    gravity: severity,
    count: found.length,
    noun: NOUNS[cause] ?? cause,
    worth: value.value?.eq(0) ? "" : `${amount}${isDaily === true ? "/d" : ""}`,
    who: isMargin ? [marginText(it, book, writing)] : whoText(it, writing),
    see: isMargin ? "carry risk" : undefined,
  };
}

/** `all 10x; ±20 % needs 35.6k more margin` */
function marginText({ found }: CommonCause, book: Group, { amount }: CauseWriting): string {
  const times = found.flatMap(({ cause }) =>
    cause.legs.map((leg) => leverage(leg).value?.toFixed()),
  );
  const [first] = times;
  const alike = times.every((it) => it === first) ? [`all ${inSentence("times", first)}`] : [];
  const add = group.marginToAddOf(book).value;
  const needs = `±${moveOf(book.inputs).toFixed()} % needs ${add === null ? "unknown" : amount(add)} more margin`;
  return [...alike, needs].join("; ");
}

/** Returns the market that carries more than half of a cause, else the three positions that carry most. */
function whoText(
  { cause, found, market }: CommonCause,
  { nameOf, amount }: CauseWriting,
): string[] {
  if (market !== undefined) {
    const { leg, positions, value } = market;
    const { exchange, side } = leg.record;
    const { asset } = leg.position.record;
    const since = [
      ...new Set(
        found.flatMap(({ position, cause: own }) =>
          positions.includes(position) ? [whyOf(position, own, { nameOf }).brief] : [],
        ),
      ),
    ];
    const alike = since.length === 1 && cause === "costs_funding" ? `, ${since[0]}` : "";
    const worth = amount(signed(value.value, cause));
    return [`${exchange} ${asset} ${side} ${worth} (${positions.length} positions${alike})`];
  }
  const most = found
    .toSorted((a, b) => descending(a.cause.value.value, b.cause.value.value))
    .slice(0, 3);
  return most.map(
    ({ position, cause: own }) => `${name(position)} ${amount(signed(own.value.value, cause))}`,
  );
}

/** Returns what a cause is worth; a cost is below zero. */
function signed(value: Big | null, cause: Cause): Big | null {
  const isCost = causeSpec(cause).severity === "warning" && cause !== "imbalance";
  return isCost && value !== null ? value.times(-1) : value;
}

/** `○ 12 unknown      8 no market id, 4 stale mark` */
function unknownLine(all: readonly CommonCause[]): CauseLine[] {
  if (all.length === 0) return [];
  const positions = new Set(all.flatMap(({ found }) => found.map(({ position }) => position)));
  const who = all
    .toSorted((a, b) => b.found.length - a.found.length)
    .map(({ cause, found }) => `${found.length} ${wordOf(cause)}`);
  return [{ gravity: "unknown", count: positions.size, noun: "unknown", worth: "", who }];
}

function wordOf(cause: Cause): string {
  if (cause === "performance_stale") return "stale performance";
  if (cause === "legs_unchecked") return "legs not checked";
  return cause in UNKNOWN ? UNKNOWN[cause as keyof typeof UNKNOWN][0] : cause;
}
