import type { CountedSum } from "../analytics/sum.js";
import type { Total } from "../output/table/column.js";
import { formatCell } from "../output/text/format.js";
import type { Tone } from "../output/text/paint.js";

interface SumLook {
  readonly signed?: boolean;
  readonly tone?: Tone;
  /** What is counted: `legs`; positions when omitted. */
  readonly things?: string;
}

/**
 * Returns a sum as a figure below a table: with the number of those that have it, and their share of
 * the gross notional, unless all have it: `+54.43 (13 of 15, about 96.62% of gross)`.
 */
export function sumTotal(
  label: string,
  sum: CountedSum,
  { signed = false, tone, things }: SumLook = {},
): Total {
  const { value, counted, of, about } = sum;
  const what = things === undefined ? "" : ` ${things}`;
  return {
    ...{ label, kind: "usd", signed, value: value?.toFixed() },
    ...(tone !== undefined && { tone }),
    ...(about === true && { about }),
    ...(counted < of && { note: `${counted} of ${of}${what}${shareText(sum)}` }),
  };
}

function shareText({ counted, grossShare, grossShareAbout }: CountedSum): string {
  if (counted === 0 || grossShare == null) return "";
  const share = formatCell("percent", grossShare.toFixed(), { unicode: true, zone: "UTC" });
  return `, ${grossShareAbout === true ? "about " : ""}${share} of gross`;
}
