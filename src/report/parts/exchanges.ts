import {
  type ExchangeRisk,
  exchangesOf,
  type HeldSums,
} from "../../analytics/portfolio/exchanges.js";
import type { CountedSum } from "../../analytics/sum.js";
import { element, type Markup } from "../../output/markup/element.js";
import type { BarPart } from "../../output/svg/bar-chart.js";
import { boundSign, figureText } from "../../output/table/figure-text.js";
import { IN_UTC } from "../../output/text/format.js";
import { partOf } from "../../views/sum-total.js";
import type { Amounts } from "../amounts.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { aside, barFigure, more, numbers, part, table } from "../html.js";
import type { PageLook } from "../page-look.js";

/** Returns what is held on each exchange. */
export function exchangesPart({ risk }: ReportData, page: PageLook): Markup {
  const { amounts } = page;
  const all = exchangesOf(risk.legs);
  const exchanges = all.slice(0, MOST_POSITIONS);
  if (exchanges.length === 0) {
    return part("Exposure by exchange", element("p", {}, "Nothing is held."));
  }
  const rest = all.length - exchanges.length;
  const rows = exchanges.map((it) => ({
    name: it.exchange,
    parts: partsOf(it, page),
    text: `${shareText(it)} of gross`,
    title: `${it.exchange}: long ${sumText(it.long, amounts)} · short ${sumText(it.short, amounts)} · net ${sumText(it.net, amounts, true)}`,
  }));
  const title = `Exposure by exchange, ${amounts.named}`;
  return part(
    title,
    barFigure(rows, amounts.unit, title, exchangeTable(exchanges, page)),
    aside("Held legs at their mark price: short to the left, long to the right."),
    more(rest, " exchanges"),
  );
}

function partsOf({ long, short }: ExchangeRisk, { amounts }: PageLook): BarPart[] {
  const [longs, shorts] = [amounts.drawn(long.value), amounts.drawn(short.value)];
  return [
    ...(shorts === null ? [] : [{ value: -shorts, tone: "short" } as const]),
    ...(longs === null ? [] : [{ value: longs, tone: "long" } as const]),
  ];
}

/** `≥9,000.00 (1 of 2)` */
function sumText({ bound, ...sum }: CountedSum, amounts: Amounts, signed = false): string {
  const text = boundSign(bound, true) + amounts.money(sum.value, signed);
  return [text, partOf(sum)].filter((it) => it !== undefined).join(" ");
}

function shareText({ share: { value, about, bound } }: ExchangeRisk): string {
  const share = figureText({ kind: "percent", value: value?.toFixed(1), about, bound }, IN_UTC);
  return share.replace(/0%$/, "%");
}

function exchangeTable(exchanges: readonly ExchangeRisk[], { amounts }: PageLook): Markup {
  const column = (header: string, name: Exclude<keyof HeldSums, "legs">, isWide = false) => {
    const signed = name === "net" || name === "pricePnl";
    return numbers<ExchangeRisk>(header, (it) => measure(it[name], amounts, { signed }), isWide);
  };
  return table(exchanges, [
    { header: "exchange", cell: (it) => it.exchange },
    numbers("legs", (it) => String(it.legs), true),
    column("long", "long"),
    column("short", "short"),
    column("net", "net"),
    numbers("share", shareText, true),
    column("margin", "margin", true),
    column("price PnL", "pricePnl", true),
  ]);
}
