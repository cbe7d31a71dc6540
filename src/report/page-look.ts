import { formatTime } from "../output/text/format-time.js";
import { type Amounts, IN_USD, inPercentOf } from "./amounts.js";
import type { ReportData, ReportLook } from "./data.js";
import { type NameOf, namesOf } from "./names.js";

/** How the parts of a page write amounts, names and times. */
export interface PageLook {
  readonly amounts: Amounts;
  readonly nameOf: NameOf;
  /** IANA name of the time zone; undefined for that of this machine. */
  readonly zone: string | undefined;
  /** Formats milliseconds since the epoch. */
  readonly time: (at: number) => string;
}

/** Returns how the parts of a page are written. */
export function pageLook(
  { status, positions }: ReportData,
  { redact, zone }: ReportLook,
): PageLook {
  const gross = status.totals.figures.gross_notional.value;
  return {
    amounts: redact ? inPercentOf(gross) : IN_USD,
    nameOf: namesOf(positions, redact),
    zone,
    time: (at) => {
      const iso = new Date(at).toISOString();
      return formatTime(iso, zone) ?? iso;
    },
  };
}
