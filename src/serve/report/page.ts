import { createHash } from "node:crypto";
import { type Content, element, styleElement, voidElement } from "../../output/markup/element.js";
import type { ReportData } from "./data.js";
import { byExchangePart, byPositionPart, portfoliosPart } from "./groups.js";
import { headingPart } from "./heading.js";
import { aside } from "./html.js";
import { movesPart } from "./moves.js";
import { fundingPart, pastPart } from "./over-time.js";
import { attentionPart, positionsPart } from "./positions.js";
import { restsOnPart } from "./rests-on.js";
import { PAGE_RULES } from "./style.js";
import { Writing } from "./writing.js";

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

/** How a report is written. */
interface ReportLook {
  /** Shows percentages instead of amounts. */
  readonly redact: boolean;
  /** IANA name of the time zone; undefined for that of this machine. */
  readonly zone: string | undefined;
  /** Name and version of the program. */
  readonly made: string;
}

/** Makes the page of a report: one HTML document without scripts, which requests nothing. */
export async function reportPage(data: ReportData, look: ReportLook): Promise<string> {
  const { book, past } = data;
  const writing = new Writing(book, look.redact, look.zone);
  const time = writing.time(book.inputs.now);
  const pair = (...parts: Content[]) => element("div", { class: "pair" }, parts);
  const parts =
    book.members.length === 0
      ? [
          aside("No open positions."),
          typeof past === "string" ? undefined : pastPart(data, writing),
        ]
      : [
          portfoliosPart(book, writing),
          attentionPart(book, writing),
          positionsPart(book, writing),
          pair(fundingPart(book, writing), pastPart(data, writing)),
          pair(byPositionPart(book, writing), byExchangePart(book, writing)),
          movesPart(data, writing),
        ];
  const made = `Made ${time} by ${look.made}. This page requests nothing and runs nothing.`;
  return documentOf(`Positions ${time}`, [
    headingPart(data, writing),
    element("main", {}, parts, await restsOnPart(data, writing)),
    element("footer", {}, made),
  ]);
}
