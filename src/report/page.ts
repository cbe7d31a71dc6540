import { element, type Markup } from "../output/markup/element.js";
import type { ReportData, ReportLook } from "./data.js";
import { documentOf } from "./document.js";
import { type PageLook, pageLook } from "./page-look.js";
import { attentionPart } from "./parts/attention.js";
import { byPositionPart } from "./parts/by-position.js";
import { coveragePart } from "./parts/coverage.js";
import { exchangesPart } from "./parts/exchanges.js";
import { historyPart } from "./parts/history.js";
import { outlookPart } from "./parts/outlook.js";
import { paidPart } from "./parts/paid.js";
import { totalsPart } from "./parts/totals.js";

/** Makes the page of a report: one HTML document without scripts, which asks for nothing. */
export function reportPage(data: ReportData, look: ReportLook): string {
  const page = pageLook(data, look);
  const { now } = data.status.criteria;
  const isRecorded = typeof data.history !== "string";
  const parts =
    data.positions.length === 0
      ? [element("section", {}, element("p", {}, "There are no open positions."))]
      : [attentionPart(data, page), ...chartsOf(data, page), outlookPart(data, page)];
  const rest = data.positions.length === 0 && isRecorded ? historyPart(data, page) : undefined;
  return documentOf(`Positions ${page.time(now)}`, [
    totalsPart(data, look, page),
    element("main", {}, parts, rest, coveragePart(data, page)),
    element(
      "footer",
      {},
      `Made ${page.time(now)} by ${look.made}. This page asks for nothing and runs nothing.`,
    ),
  ]);
}

/** Returns the parts with charts, two side by side where there is room. */
function chartsOf(data: ReportData, page: PageLook): Markup[] {
  const pair = (...parts: Markup[]) => element("div", { class: "pair" }, parts);
  const [paid, history] = [paidPart(data, page), historyPart(data, page)];
  const [byPosition, exchanges] = [byPositionPart(data, page), exchangesPart(data, page)];
  const isRecorded = typeof data.history !== "string";
  return isRecorded
    ? [pair(paid, history), pair(byPosition, exchanges)]
    : [pair(paid, byPosition), pair(exchanges, history)];
}
