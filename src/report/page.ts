import { createHash } from "node:crypto";
import {
  type Content,
  element,
  type Markup,
  styleElement,
  voidElement,
} from "../output/markup/element.js";
import type { ReportData, ReportLook } from "./data.js";
import { type PageLook, pageLook } from "./page-look.js";
import { attentionPart } from "./parts/attention.js";
import { byPositionPart } from "./parts/by-position.js";
import { coveragePart } from "./parts/coverage.js";
import { exchangesPart } from "./parts/exchanges.js";
import { historyPart } from "./parts/history.js";
import { movesPart } from "./parts/moves.js";
import { nextWeekPart } from "./parts/next-week.js";
import { paidPart } from "./parts/paid.js";
import { portfoliosPart } from "./parts/portfolios.js";
import { totalsPart } from "./parts/totals.js";
import { PAGE_RULES } from "./style.js";

/**
 * Makes an HTML document that requests nothing: its policy allows the one style element and no script,
 * picture, font, form or address.
 */
function documentOf(title: string, body: Content): string {
  const hash = createHash("sha256").update(PAGE_RULES).digest("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const { markup } = element(
    "html",
    { lang: "en" },
    element(
      "head",
      {},
      voidElement("meta", { charset: "utf-8" }),
      voidElement("meta", { "http-equiv": "Content-Security-Policy", content: policy.join("; ") }),
      voidElement("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      voidElement("meta", { name: "referrer", content: "no-referrer" }),
      voidElement("meta", { name: "robots", content: "noindex, nofollow" }),
      element("title", {}, title),
      styleElement(PAGE_RULES),
    ),
    element("body", {}, body),
  );
  return `<!doctype html>\n${markup}\n`;
}

/** Makes the page of a report: one HTML document without scripts, which requests nothing. */
export function reportPage(data: ReportData, look: ReportLook): string {
  const page = pageLook(data, look);
  const { now } = data.status.criteria;
  const isRecorded = typeof data.history !== "string";
  const parts =
    data.positions.length === 0
      ? [element("section", {}, element("p", {}, "No open positions."))]
      : [
          attentionPart(data, page),
          ...chartsOf(data, page),
          nextWeekPart(data, page),
          movesPart(data, page),
        ];
  const rest = data.positions.length === 0 && isRecorded ? historyPart(data, page) : undefined;
  return documentOf(`Positions ${page.time(now)}`, [
    totalsPart(data, look, page),
    element("main", {}, portfoliosPart(data, page), parts, rest, coveragePart(data, page)),
    element(
      "footer",
      {},
      `Made ${page.time(now)} by ${look.made}. This page requests nothing and runs nothing.`,
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
