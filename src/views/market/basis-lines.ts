import type { PairBasis } from "../../analytics/market/pair-basis.js";
import type { Measure } from "../../analytics/measure.js";
import { type Figure, PERCENT } from "../../base/decimal.js";
import { isoTime } from "../../base/time/iso-time.js";
import type { Total } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import { inSentence } from "../../output/text/format.js";
import { figure } from "../figure-line.js";

/** Returns the basis of a pair over 30 days as lines of label and figure. */
export function basisLines(basis: PairBasis): Total[] {
  const { now, mean, percentile, dailySd, halfLife, worstWeek, instants } = basis;
  if (now.value === null) {
    const few = `${counted(instants, "common settlement")} with a mark price in 30 days`;
    const unknown =
      now.unknown === "too_few_instants"
        ? few
        : "a side or its funding is missing, or a quantity is negative";
    return [figure("basis", "rate", null, { missing: unknown })];
  }
  const share = inSentence("percent", percentile.value?.toFixed(), false);
  return [
    rate("basis", now, `${share} of ${instants} instants at or below`),
    rate("mean", mean),
    points("daily sd", dailySd),
    figure("half-life", "quantity", halfLife.value?.round(1) ?? null, { note: "days" }),
    points("worst week", worstWeek, true),
    { label: "as of", kind: "time", value: now.asOf && isoTime(now.asOf) },
  ];
}

function rate(label: string, { value }: Measure, note?: string): Total {
  return figure(label, "rate", value?.times(PERCENT) ?? null, { signed: true, note });
}

function points(label: string, { value }: Measure, signed = false): Total {
  const look = { note: "points", ...(signed && { signed: true as const }) };
  return figure(label, "quantity", pointsOf(value), look);
}

/** Rounds points for a page. */
function pointsOf(value: Figure): Figure {
  return value?.round(4) ?? null;
}
