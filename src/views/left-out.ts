import type { Measure } from "../analytics/measure.js";
import type { LeftOutSum } from "../analytics/portfolio/left-out.js";
import { type Field, own, part, plain } from "../output/record.js";
import type { Total } from "../output/table/column.js";
import { inSentence } from "../output/text/format.js";
import { figure } from "./measure-fields.js";
import { textLine } from "./sum-total.js";

const HELP =
  "Positions that are in no sum of the net PnL, with what is known of them; absent if there are none.";
const SHARE = "Their share of the gross notional of all positions, percent.";
const ABOUT = "Whether an open price replaces a missing mark price.";

/** Returns the field of what is left out. @param of returns undefined or 0 positions for nothing */
export function leftOutField<T>(of: (it: T) => LeftOutSum | undefined): Field<T> {
  const unlessNone = (it: T) => {
    const found = of(it);
    return found === undefined || found.positions === 0 ? undefined : found;
  };
  return part("left_out", HELP, unlessNone, [
    own<LeftOutSum>("positions", "count", "Number of positions."),
    figure("realized", "Realized price PnL, USD.", ({ realized }) => realized),
    figure("funding_pnl", "Funding PnL, USD.", ({ funding }) => funding),
    figure("fees", "Fees paid and estimated exit fees, USD.", ({ fees }) => fees),
    plain("gross_share", "number|null", SHARE, ({ grossShare }) => grossShare),
    plain("gross_share_about", "flag?", ABOUT, ({ grossShare, grossShareAbout }) =>
      grossShare !== null && grossShareAbout ? true : undefined,
    ),
  ]);
}

/** `not in net PnL (23): realized -414,538.26, funding +2,757.48, fees 1,448.66, 31.00% of gross` */
export function leftOutTotal(sum: LeftOutSum): Total[] {
  return textLine(`not in net PnL (${sum.positions}):`, amountsText(sum));
}

/** Returns what is left out as lines below a table, none for no positions. */
export function leftOutLines(sum: LeftOutSum): string[] {
  return sum.positions === 0 ? [] : [`not in net PnL (${sum.positions}): ${amountsText(sum)}`];
}

function amountsText(sum: LeftOutSum): string {
  const { realized, funding, fees, grossShare, grossShareAbout } = sum;
  const money = (name: string, { value, counted, of }: Measure, signed: boolean) => {
    if (value === null) return [];
    const amount = inSentence("usd", value.toFixed(), signed);
    return [`${name} ${amount}${counted === of ? "" : ` (${counted} of ${of})`}`];
  };
  const about = grossShareAbout ? "about " : "";
  return [
    ...money("realized", realized, true),
    ...money("funding", funding, true),
    ...money("fees", fees, false),
    ...(grossShare === null
      ? []
      : [`${about}${inSentence("percent", grossShare.toFixed())} of gross`]),
  ].join(", ");
}
