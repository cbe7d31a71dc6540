import type { Measure, Unit } from "../analytics/measure.js";
import { type Figure, toDecimal } from "../base/decimal.js";
import { type Content, element, type Markup } from "../output/markup/element.js";
import type { Total } from "../output/table/column.js";
import { boundSign } from "../output/table/figure-text.js";
import { inSentence } from "../output/text/format.js";
import { toneOf } from "../output/text/paint.js";
import type { Amounts } from "./amounts.js";

/** Units of amounts, which a redacted report shows as percentages. */
const MONEY: ReadonlySet<Unit> = new Set(["usd", "usd_per_day"]);

/** Writes an amount. */
export function money(usd: Figure, amounts: Amounts, signed = true): Markup {
  return toned(usd, amounts.money(usd, signed));
}

/** Writes a measure with its signs (`~` for an estimate, `≥` for a bound, `*` for a stale one) and how many are counted. */
export function measure(
  { value, unit, counted, of, stale, about, bound }: Measure,
  amounts: Amounts,
  { signed = true, isCounted = true } = {},
): Content {
  const text = MONEY.has(unit)
    ? amounts.money(value, signed)
    : inSentence("percent", value?.toFixed(), signed);
  const marked =
    value === null ? text : `${signs({ about, bound })}${text}${stale === true ? "*" : ""}`;
  const isPart = isCounted && value !== null && counted !== of;
  return [toned(value, marked), isPart ? noted(`${counted} of ${of}`) : undefined];
}

/** Writes the figure of a total, without its label. */
export function totalFigure(total: Total, amounts: Amounts): Content {
  const { kind, value, signed = false, note } = total;
  const text =
    kind === "usd"
      ? amounts.money(toDecimal(value) ?? null, signed)
      : inSentence(kind, value, signed);
  const figure = value == null ? text : `${signs(total)}${text}`;
  return [toned(value, figure), note === undefined ? undefined : noted(note)];
}

function signs({ about, bound }: Pick<Total, "about" | "bound">): string {
  return `${boundSign(bound, true)}${about === true ? "~" : ""}`;
}

function toned(value: unknown, text: string): Markup {
  const tone = toneOf(value);
  return element("span", { class: tone === "plain" ? undefined : tone }, text);
}

function noted(text: string): Markup {
  return element("small", {}, ` (${text})`);
}
