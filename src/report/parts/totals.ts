import type { RunTotal } from "../../analytics/funding/run-totals.js";
import { SHOWN_WINDOWS, type ShownWindow } from "../../analytics/funding/shown-runs.js";
import type { Measure } from "../../analytics/measure.js";
import { ofGroup } from "../../figures/catalog/next.js";
import type { Q } from "../../figures/measure.js";
import { bookOfStatus } from "../../figures/next/book-of-status.js";
import { recordText } from "../../figures/next/pool.js";
import type { Group } from "../../figures/subjects.js";
import { type Content, element, type Markup } from "../../output/markup/element.js";
import type { Total } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import { wholeNote } from "../../views/figures.js";
import { holdingLines, partLines } from "../../views/position/status-totals.js";
import { totalFigure } from "../cells.js";
import type { ReportData, ReportLook } from "../data.js";
import type { PageLook } from "../page-look.js";

/** Returns the heading of the page and its totals. */
export function totalsPart(data: ReportData, look: ReportLook, page: PageLook): Markup {
  const { status, portfolios } = data;
  const { positions } = status.totals;
  const open = counted(positions, "open position");
  const { note } = wholeNote(status.totals);
  const lines = [`as of ${page.time(status.asOf)}`, note].filter((it) => it !== undefined);
  const of = look.redact
    ? "amounts in percent of the gross notional"
    : `amounts in USD · ${portfolios.length > 1 ? "portfolios" : "portfolio"} ${portfolios.map((it) => it.portfolio ?? it.portfolio_id).join(", ")}`;
  return element(
    "header",
    {},
    element("h1", {}, open),
    element("p", { class: "soft" }, lines.join(" · ")),
    element("p", { class: "soft" }, of),
    positions === 0 ? undefined : tiles(data, page),
  );
}

function tiles({ status }: ReportData, { amounts }: PageLook): Content {
  const capital = (total: Total): Total => ({
    ...total,
    label: total.label.replace(/^- on capital of$/, "APR on capital of"),
  });
  const { run, apr } = status.book;
  const now = [
    figureTotal("a day (7d)", "usd", run),
    figureTotal("a year of notional (7d)", "percent", apr),
    ...SHOWN_WINDOWS.map((window) => runTotal(window, status.runs[window])),
  ];
  const next = nextTotals(bookOfStatus(status));
  const since = [...partLines(status), ...holdingLines(status).map(capital)];
  const tilesOf = (title: string, totals: readonly Total[]) => [
    element("p", { class: "soft over" }, title),
    element(
      "dl",
      { class: "tiles" },
      totals.map((total) =>
        element(
          "div",
          {},
          element("dt", {}, total.label),
          element("dd", {}, totalFigure(total, amounts)),
        ),
      ),
    ),
  ];
  return [
    ...tilesOf("Now", now),
    ...tilesOf("Next 7 days", next),
    ...tilesOf("Since opening", since),
  ];
}

/** Returns what the next 7 days are likely to pay, with its range and the record of such ranges. */
function nextTotals(book: Group): Total[] {
  const { next7d, low, high, chance } = ofGroup;
  const { record } = book.inputs.pool();
  const isRanged = low(book).value !== null;
  const line = (label: string, q: Q): Total =>
    figureTotal(label, "usd", {
      value: q.value,
      unit: "usd",
      counted: q.evidence.counted,
      of: q.evidence.of,
    });
  return [
    line("likely", next7d(book)),
    ...(isRanged ? [line("from", low(book)), line("to", high(book))] : []),
    ...(isRanged ? [chanceTotal(chance(book))] : []),
    text("record", recordText(isRanged ? record : undefined)),
  ];
}

function chanceTotal({ value }: Q): Total {
  return { label: "chance to pay anything", kind: "chance", value: value?.toFixed() };
}

const text = (label: string, value: string): Total => ({ label, kind: "text", value });

function figureTotal(label: string, kind: Total["kind"], figure: Measure): Total {
  const { value, counted, of, about } = figure;
  const note = value === null || counted === of ? undefined : `${counted} of ${of}`;
  return {
    ...{ label, kind, about, signed: true, value: value?.toFixed() },
    ...(note !== undefined && { note }),
  };
}

/** Returns the funding of a window with its own coverage. */
function runTotal(window: ShownWindow, { settled, younger }: RunTotal): Total {
  const { value, counted, of } = settled;
  const note = [
    ...(counted === of ? [] : [`${counted} of ${of}`]),
    ...(younger === 0 ? [] : [`${younger} opened since`]),
  ].join(", ");
  return {
    label: `funding ${window}`,
    ...{ kind: "usd", signed: true, value: value?.toFixed() },
    ...(note !== "" && { note }),
  };
}
