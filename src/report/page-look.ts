import { formatTime } from "../output/text/format-time.js";
import { IN_USD, inPercentOf } from "./amounts.js";
import type { ReportData, ReportLook } from "./data.js";
import { namesOf } from "./names.js";

/** How the parts of a page write amounts, names and times. */
export type PageLook = ReturnType<typeof pageLook>;

/** Returns the look of a page. */
export function pageLook({ status, positions }: ReportData, { redact, zone }: ReportLook) {
  const gross = status.totals.figures.gross_notional.value;
  return {
    amounts: redact ? inPercentOf(gross) : IN_USD,
    nameOf: namesOf(positions, redact),
    zone,
    /** Formats milliseconds since the epoch; null is unknown. */
    time: (at: number | null) => {
      if (at === null) return "unknown";
      const iso = new Date(at).toISOString();
      return formatTime(iso, zone) ?? iso;
    },
  };
}
