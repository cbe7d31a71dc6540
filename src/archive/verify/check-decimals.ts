import { isDecimalText } from "../../base/decimal-text.js";
import { type CodedColumn, MISSING } from "../parquet/coded/column.js";
import { type Texts, textAt } from "../parquet/coded/texts.js";

/** Decimals that databases hold exactly as DECIMAL(38,18). */
const MOST_DECIMALS = 18;
const MOST_WHOLE = 38 - MOST_DECIMALS;

/**
 * Checks the decimals of a column, each text once however many rows have it.
 * @returns the first row whose text is no decimal, and the number of rows whose decimal DECIMAL(38,18)
 *   cannot hold
 */
export function checkDecimals({ shared, places }: CodedColumn) {
  if (shared instanceof Float64Array) return { fault: undefined, long: 0 };
  const isWrong = new Set<number>();
  const isLongAt = new Set<number>();
  for (let place = 0; place < shared.length; place++) {
    if (isShort(shared, place)) continue;
    const text = textAt(shared, place);
    if (!isDecimalText(text)) isWrong.add(place);
    else if (isLong(text)) isLongAt.add(place);
  }
  if (isWrong.size === 0 && isLongAt.size === 0) return { fault: undefined, long: 0 };
  let fault: number | undefined;
  let long = 0;
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? MISSING;
    if (isWrong.has(place)) fault ??= row;
    else if (isLongAt.has(place)) long++;
  }
  return { fault, long };
}

const [PLUS, MINUS, POINT, ZERO, NINE] = [0x2b, 0x2d, 0x2e, 0x30, 0x39];

/**
 * Reports whether a text is a decimal with so few digits that it cannot be long, without decoding it, as
 * nearly all are. False does not mean that it is long: 1e-7, or many zeros.
 */
function isShort({ bytes, bounds }: Texts, place: number): boolean {
  let at = bounds[2 * place] ?? 0;
  const end = bounds[2 * place + 1] ?? 0;
  if (bytes[at] === MINUS || bytes[at] === PLUS) at++;
  const whole = digitsFrom(bytes, at, end);
  at += whole;
  if (at === end) return whole > 0 && whole <= MOST_WHOLE;
  if (bytes[at] !== POINT) return false;
  const part = digitsFrom(bytes, at + 1, end);
  const isAll = at + 1 + part === end && whole + part > 0;
  return isAll && whole <= MOST_WHOLE && part <= MOST_DECIMALS;
}

function digitsFrom(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < ZERO || byte > NINE) break;
  }
  return at - start;
}

/** Reports whether a decimal has digits beyond DECIMAL(38,18), without zeros at its ends. */
function isLong(text: string): boolean {
  const [, whole = "", part = "", power = "0"] =
    /^[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const decimals = part.replace(/0+$/, "").length - Number(power);
  const digits = whole.replace(/^0+/, "").length + Number(power);
  return decimals > MOST_DECIMALS || digits > MOST_WHOLE;
}
