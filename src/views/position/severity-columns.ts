import type { Measure } from "../../analytics/measure.js";
import type { Severity } from "../../base/severity.js";
import type { Column } from "../../output/table/column.js";
import type { Look } from "../../output/text/look.js";
import { SEVERITY_TONES } from "./reason-counts.js";
import { dollars } from "./reasons.js";

/** Characters of the severities, with and without Unicode. */
const SIGNS: Readonly<Record<Severity, readonly [string, string]>> = {
  critical: ["●", "*"],
  warning: ["!", "!"],
  info: ["○", "o"],
};

/** Column of the character of a severity, for those without colour. */
export const signColumn: Column<{ readonly severity: Severity }> = {
  ...{ key: "severity", header: "", kind: "text", priority: 0 },
  tone: ({ severity }) => SEVERITY_TONES[severity],
  value: ({ severity }) => severity,
  texts: ({ severity }, look) => [severitySign(severity, look)],
};

/** Returns the character of a severity. */
function severitySign(severity: Severity, { unicode }: Pick<Look, "unicode">): string {
  return SIGNS[severity][unicode ? 0 : 1];
}

/** Column of what is at stake, an amount a day marked as such: `13,818`, `105.84/d`. */
export const stakeColumn: Column<{ readonly stake: Measure }> = {
  ...{ key: "at_stake", header: "at stake", kind: "text", priority: 0, align: "right" },
  value: ({ stake }) => stake.value,
  texts: ({ stake }, { unicode }) => [stakeText(stake, unicode)],
};

function stakeText({ value, unit, about }: Measure, unicode: boolean): string {
  if (value === null) return unicode ? "–" : "-";
  return `${about === true ? "~" : ""}${dollars(value)}${unit === "usd_per_day" ? "/d" : ""}`;
}
