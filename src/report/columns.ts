import { causesOf, severity } from "../figures/catalog/causes.js";
import { name, portfolio } from "../figures/catalog/position.js";
import type { Fig } from "../figures/figure.js";
import type { PositionOf } from "../figures/subjects.js";
import { element } from "../output/markup/element.js";
import { IN_UTC } from "../output/text/format.js";
import { pairText, signText, toneOf } from "../run/position-columns.js";
import { whyOf } from "../run/why.js";
import { type Own, printed, type Shown } from "./html.js";

const NAME: Own<PositionOf> = {
  head: "position",
  cell: (p) => {
    const sign = signText(severity(p), { unicode: true });
    return [
      element("span", { class: `sign ${toneOf(severity(p))}` }, sign),
      ` ${printed(name(p))}`,
    ];
  },
};

const PAIR: Own<PositionOf> = {
  head: "long/short",
  cell: (p) => pairText(p, IN_UTC, printed),
};

/** Returns the columns of who positions are: with their portfolios where these are several. */
export function whoColumns(rows: readonly PositionOf[]): Shown<PositionOf>[] {
  const isOfSeveral = new Set(rows.map(portfolio)).size > 1;
  return isOfSeveral ? [NAME, PORTFOLIO, PAIR] : [NAME, PAIR];
}

const PORTFOLIO: Own<PositionOf> = {
  head: "portfolio",
  cell: (p) => printed(portfolio(p) ?? "–"),
};

/** Returns the column of why positions need attention. @param isBrief only the gravest cause, in a few words */
export function whyColumn(isBrief: boolean): Own<PositionOf> {
  return {
    head: "why",
    cell: (p, writing) => {
      const said = { nameOf: printed, amount: writing.amount.bind(writing) };
      const all = causesOf(p).map((it) => whyOf(p, it, said));
      const texts = isBrief ? all.slice(0, 1).map((it) => it.brief) : all.map((it) => it.text);
      return texts.join(" · ");
    },
  };
}

/** Returns the range of a figure: `-12 … +74`. */
export function range<S extends object>({
  low,
  high,
}: {
  readonly low: Fig<S>;
  readonly high: Fig<S>;
}): Own<S> {
  return {
    ...{ head: "range", help: low.spec.help, isNumber: true },
    cell: (of, writing) => {
      const [from, to] = [low, high].map((end) => writing.value(end(of).value, end.spec));
      return low(of).value === null ? from : `${from} … ${to}`;
    },
  };
}
