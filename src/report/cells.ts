import type { Measure, Unit } from "../analytics/measure.js";
import { type Figure, toDecimal } from "../base/decimal.js";
import { type Content, element, type Markup } from "../output/markup/element.js";
import type { Total } from "../output/table/column.js";
import { inSentence } from "../output/text/format.js";
import { toneOf } from "../output/text/paint.js";
import type { Amounts } from "./amounts.js";

/** Units of amounts, which a redacted report shows as percentages. */
const MONEY: ReadonlySet<Unit> = new Set(["usd", "usd_per_day"]);

/** Writes an amount. */
export function money(usd: Figure, amounts: Amounts, signed = true): Markup {
  return toned(usd, amounts.money(usd, signed));
}

/** Writes a measure with what it rests on: `~` about, `*` stale, and how many are counted. */
export function measure(
  { value, unit, counted, of, stale, about }: Measure,
  amounts: Amounts,
  { signed = true, isCounted = true } = {},
): Content {
  const text = MONEY.has(unit)
    ? amounts.money(value, signed)
    : inSentence("percent", value?.toFixed(), signed);
  const marked =
    value === null ? text : `${about === true ? "~" : ""}${text}${stale === true ? "*" : ""}`;
  const isPart = isCounted && value !== null && counted !== of;
  return [toned(value, marked), isPart ? noted(`${counted} of ${of}`) : undefined];
}

/** Writes the figure of a total, without its label. */
export function totalFigure(total: Total, amounts: Amounts): Content {
  const { kind, value, signed = false, about, note } = total;
  const text =
    kind === "usd"
      ? amounts.money(toDecimal(value) ?? null, signed)
      : inSentence(kind, value, signed);
  const figure = about === true && value != null ? `~${text}` : text;
  return [toned(value, figure), note === undefined ? undefined : noted(note)];
}

function toned(value: unknown, text: string): Markup {
  const tone = toneOf(value);
  return element("span", { class: tone === "plain" ? undefined : tone }, text);
}

function noted(text: string): Markup {
  return element("small", {}, ` (${text})`);
}
