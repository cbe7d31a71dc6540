import { type ExchangeRisk, exchangesOf } from "../../analytics/portfolio/exchanges.js";
import { element, type Markup } from "../../output/markup/element.js";
import type { BarPart } from "../../output/svg/bar-chart.js";
import { inSentence } from "../../output/text/format.js";
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
    title: `${it.exchange}: long ${amounts.money(it.long.value)} · short ${amounts.money(it.short.value)} · net ${amounts.money(it.net.value, true)}`,
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

function shareText({ share: { value, about } }: ExchangeRisk): string {
  const text = inSentence("percent", value?.toFixed(1));
  return `${about === true && value !== null ? "~" : ""}${text.replace(/0%$/, "%")}`;
}

function exchangeTable(exchanges: readonly ExchangeRisk[], { amounts }: PageLook): Markup {
  const column = (header: string, name: "long" | "short" | "margin" | "pricePnl", isWide = false) =>
    numbers<ExchangeRisk>(
      header,
      (it) => measure(it[name], amounts, { signed: name === "pricePnl" }),
      isWide,
    );
  return table(exchanges, [
    { header: "exchange", cell: (it) => it.exchange },
    numbers("legs", (it) => String(it.legs), true),
    column("long", "long"),
    column("short", "short"),
    numbers("net", (it) => amounts.money(it.net.value, true)),
    numbers("share", shareText, true),
    column("margin", "margin", true),
    column("price PnL", "pricePnl", true),
  ]);
}
