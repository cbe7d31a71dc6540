import type { Measure } from "../analytics/measure.js";
import type { LeftOutSum } from "../analytics/portfolio/left-out.js";
import type { Total } from "../output/table/column.js";
import { inSentence } from "../output/text/format.js";
import { textLine } from "./sum-total.js";

/** `not in net PnL (23): realized -414,538.26, funding +2,757.48, fees 1,448.66, 31.00% of gross` */
export function leftOutTotal(sum: LeftOutSum): Total[] {
  return textLine(`not in net PnL (${sum.positions}):`, amountsText(sum));
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
