import { type ExchangeRisk, exchangesOf } from "../../analytics/portfolio/exchanges.js";
import { element, type Markup } from "../../output/markup/element.js";
import { type BarPart, drawBarChart } from "../../output/svg/bar-chart.js";
import { inSentence } from "../../output/text/format.js";
import { measure } from "../cells.js";
import { MOST_POSITIONS, type ReportData } from "../data.js";
import { aside, CHART_WIDTH, figure, part, table } from "../html.js";
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
  const values = exchangeTable(exchanges, page);
  const isDrawn = rows.some(({ parts }) => parts.length > 0);
  return part(
    title,
    isDrawn ? figure(drawBarChart(rows, CHART_WIDTH, amounts.unit), title, values) : values,
    aside("Held legs at their mark price: short to the left, long to the right."),
    rest > 0 ? aside(`and ${rest} more exchanges`) : undefined,
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
  const column = (
    header: string,
    of: (risk: ExchangeRisk) => ExchangeRisk["gross"],
    signed = false,
  ) => ({
    header,
    cell: (risk: ExchangeRisk) => measure(of(risk), amounts, { signed }),
    isNumber: true,
  });
  return table(exchanges, [
    { header: "exchange", cell: (it) => it.exchange },
    { header: "legs", cell: (it) => String(it.legs), isNumber: true, isWide: true },
    column("long", (it) => it.long),
    column("short", (it) => it.short),
    { ...column("net", (it) => it.net), cell: (it) => amounts.money(it.net.value, true) },
    { header: "share", cell: shareText, isNumber: true, isWide: true },
    { ...column("margin", (it) => it.margin), isWide: true },
    { ...column("price PnL", (it) => it.pricePnl, true), isWide: true },
  ]);
}
