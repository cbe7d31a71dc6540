import { netPnl, run7dOf } from "../../figures/catalog/group.js";
import { name } from "../../figures/catalog/position.js";
import { element, type Markup } from "../../output/markup/element.js";
import type { Section } from "../../output/table/section.js";
import { counted } from "../../output/text/counted.js";
import { footSection, whySection } from "../../run/screen/foot.js";
import type { ReportData } from "./data.js";
import { HEADING_FIGURES } from "./heading.js";
import { glossary, MOST_ROWS, part, printed } from "./html.js";
import { POSITION_FIGURES } from "./positions.js";
import type { Writing } from "./writing.js";

const REDACTED =
  "Redacted: each amount is in percent of the gross notional of all open positions, so that parts add up; ids and names of portfolios are left out.";

/** Returns what the page rests on: times, what could not be fetched, and which figures are estimates or unknown. */
export async function restsOnPart(data: ReportData, writing: Writing): Promise<Markup> {
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
