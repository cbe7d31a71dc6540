import { createHash } from "node:crypto";
import { netPnl, run7dOf } from "../../figures/catalog/group.js";
import { name } from "../../figures/catalog/position.js";
import type { Section } from "../../output/text/look.js";
import {
  type Content,
  element,
  type Markup,
  styleElement,
  voidElement,
} from "../../output/text/markup.js";
import { counted } from "../../output/text/words.js";
import { footSection, whySection } from "../../run/screen/foot.js";
import {
  byExchangePart,
  byPositionPart,
  HEADING_FIGURES,
  headingPart,
  portfoliosPart,
} from "./groups.js";
import { aside, glossary, MOST_ROWS, part, printed, type ReportData } from "./html.js";
import { fundingPart, pastPart } from "./over-time.js";
import { attentionPart, POSITION_FIGURES, positionsPart } from "./positions.js";
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
        ];
  const made = `Made ${time} by ${look.made}. This page requests nothing and runs nothing.`;
  return documentOf(`Positions ${time}`, [
    headingPart(data, writing),
    element("main", {}, parts, await restsOnPart(data, writing)),
    element("footer", {}, made),
  ]);
}

const REDACTED =
  "Redacted: each amount is in percent of the gross notional of all open positions, so that parts add up; ids and names of portfolios are left out.";

/** Returns what the page rests on: times, what could not be fetched, and which figures are estimates or unknown. */
async function restsOnPart(data: ReportData, writing: Writing): Promise<Markup> {
  const { book, lost, isWhole } = data;
  const linesOf = async ({ render }: Section) => {
    const look = { color: false, width: undefined, unicode: true };
    const text = await render({ ...look, now: book.inputs.now, zone: writing.zone });
    return text.split("\n").filter((it) => it !== "");
  };
  const rows = book.members;
  const counts = await linesOf(footSection(rows, POSITION_FIGURES));
  const why = await linesOf(whySection(rows, POSITION_FIGURES, (p) => printed(name(p))));
  const lines = [
    ...timesOf(data, writing),
    ...(lost === 0
      ? []
      : [`${counted(lost, "portfolio")} could not be listed, and is in no figure.`]),
    ...(isWhole ? [] : ["A part of the data could not be fetched; what rests on it is unknown."]),
    "~ is an estimate; – is unknown, and never 0. A count such as 13 of 14 says how many positions are in a sum.",
    ...(writing.isRedacted ? [REDACTED] : []),
    ...counts,
    ...why.slice(0, MOST_ROWS),
    ...(why.length > MOST_ROWS ? [`and ${why.length - MOST_ROWS} more positions`] : []),
  ];
  const items = lines.map((it) => element("li", {}, it));
  const words = rows.length === 0 ? undefined : glossary([...POSITION_FIGURES, ...HEADING_FIGURES]);
  return part("What this rests on", element("ul", {}, items), words);
}

function timesOf({ book }: ReportData, writing: Writing): string[] {
  const text = (what: string, asOf: number | null | undefined) =>
    asOf == null ? [] : [`${what} ${writing.time(asOf)}.`];
  return [
    ...text("Net PnL as of", netPnl(book).evidence.asOf),
    ...text("Funding settled up to", run7dOf(book).evidence.asOf),
  ];
}
