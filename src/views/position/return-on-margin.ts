import type { ReturnOnMargin } from "../../analytics/position/return-on-margin.js";
import { type Field, plain } from "../../output/record.js";
import type { Total } from "../../output/table/column.js";
import { inSentence } from "../../output/text/format.js";
import { figure } from "../measure-fields.js";

const RETURN = "Net PnL in percent of the initial margin of the held legs.";
const MARGIN = "Initial margin of the held legs at mark, USD; null if one is unknown.";

/** Returns the field of a return on margin, with the margin. */
export function returnOnMarginField<T>(of: (it: T) => ReturnOnMargin): Field<T> {
  return figure("return_on_margin", RETURN, (it) => of(it).value, [
    plain("margin", "number|null", MARGIN, (it) => of(it).margin),
  ]);
}

/** `return on margin +3.21% on 9,240 (12 of 13)` */
export function returnTotal({ value: measure, margin }: ReturnOnMargin): Total {
  const { value, counted, of } = measure;
  return {
    label: "return on margin",
    ...{ kind: "percent", signed: true, value: value?.toFixed() },
    ...(value !== null && {
      trail: ` on ${inSentence("integer", margin?.round(0).toFixed())}`,
    }),
    ...(counted !== of && { note: `${counted} of ${of}` }),
  };
}
