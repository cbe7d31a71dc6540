import { type Content, element, type Markup } from "../output/markup/element.js";
import { type BarRow, drawBarChart } from "../output/svg/bar-chart.js";
import type { DrawnChart } from "../output/svg/chart.js";
import type { DrawnUnit } from "../output/svg/value-axis.js";

/** Width of the charts of a page, in units of the picture: two stand side by side. */
export const CHART_WIDTH = 460;

/** A column of a table of the page. */
export interface PageColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => Content;
  /** Aligns numbers to the right. */
  readonly isNumber?: boolean;
  /** Left out on a phone. */
  readonly isWide?: boolean;
}

/** Returns a column of numbers. @param isWide whether it is left out on a phone */
export function numbers<Row>(
  header: string,
  cell: (row: Row) => Content,
  isWide = false,
): PageColumn<Row> {
  return { header, cell, isNumber: true, isWide };
}

/** Makes a part of the page. */
export function part(title: string, ...content: Content[]): Markup {
  return element("section", {}, element("h2", {}, title), content);
}

/** Makes a table; the first column names the rows. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly PageColumn<Row>[],
  caption?: string,
): Markup {
  const classOf = ({ isNumber, isWide }: PageColumn<Row>) =>
    [isNumber === true ? "number" : "", isWide === true ? "wide" : ""].join(" ").trim() ||
    undefined;
  const head = columns.map((column) =>
    element("th", { scope: "col", class: classOf(column) }, column.header),
  );
  const body = rows.map((row) =>
    element(
      "tr",
      {},
      columns.map((column, index) =>
        index === 0
          ? element("th", { scope: "row", class: classOf(column) }, column.cell(row))
          : element("td", { class: classOf(column) }, column.cell(row)),
      ),
    ),
  );
  return element(
    "div",
    { class: "scroll" },
    element(
      "table",
      {},
      caption === undefined ? undefined : element("caption", {}, caption),
      element("thead", {}, element("tr", {}, head)),
      element("tbody", {}, body),
    ),
  );
}

/** Makes a chart, with the same figures as a table below it. */
export function figure(chart: DrawnChart, label: string, values: Markup): Markup {
  const size = { viewBox: `0 0 ${CHART_WIDTH} ${Math.ceil(chart.height)}` };
  return element(
    "figure",
    {},
    element("svg", { ...size, role: "img", "aria-label": label }, chart.content),
    element("details", {}, element("summary", {}, "As a table"), values),
  );
}

/** Writes how many more there are than are shown; undefined without any. */
export function more(rest: number, what = ""): Markup | undefined {
  return rest > 0 ? aside(`and ${rest} more${what}`) : undefined;
}

/** Makes a chart of bars with the same figures as a table below it; the table alone without any bar. */
export function barFigure(
  rows: readonly BarRow[],
  unit: DrawnUnit,
  label: string,
  values: Markup,
): Content {
  const isDrawn = rows.some(({ parts }) => parts.length > 0);
  return isDrawn ? figure(drawBarChart(rows, CHART_WIDTH, unit), label, values) : values;
}

/** Makes a paragraph of explanation. */
export function aside(text: string): Markup {
  return element("p", { class: "aside" }, text);
}
