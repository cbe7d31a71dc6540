import { BOUNDS } from "../../base/bounds.js";
import { visible } from "../../base/safe-text.js";
import { type Declared, type Fig, isFigure } from "../../figures/figure.js";
import type { Periods } from "../../figures/period/periods.js";
import type { Group } from "../../figures/subjects.js";
import type { Picture } from "../../output/chart/picture.js";
import { inSentence } from "../../output/text/format.js";
import { type Content, element, type Markup } from "../../output/text/markup.js";
import { isEstimate } from "../../run/screen/figure-field.js";
import type { Writing } from "./writing.js";

/** Maximum number of rows in a part of the page. */
export const MOST_ROWS = 30;

/** Width of the charts of a page, in units of the picture: two stand side by side. */
export const CHART_WIDTH = 460;

/** Something that is shown of a subject and is no declaration. */
export interface Own<S> {
  readonly head: string;
  readonly help?: string | undefined;
  readonly cell: (of: S, writing: Writing) => Content;
  /** Whether it is aligned to the right. */
  readonly isNumber?: boolean;
}

/** What a table or the tiles of a page show: declarations, which say all that is needed, and others. */
export type Shown<S> = Declared<S> | Own<S>;

/** Fees, which are shown as what they are: below zero. */
const PAID: ReadonlySet<string> = new Set(["fees_paid", "fees_estimated_exit"]);

function ownOf<S>(it: Shown<S>): Own<S> {
  if (!("spec" in it)) return it;
  const { head = it.id, help } = it.spec;
  if (!isFigure(it)) {
    const { type } = it.spec;
    return {
      head,
      help,
      cell: (of, writing) => factText(it(of), writing),
      isNumber: type === "count",
    };
  }
  const isPaid = PAID.has(it.id);
  const spec = isPaid ? { ...it.spec, signed: true } : it.spec;
  const cell = (of: S, writing: Writing) => {
    const q = isPaid ? it(of).map((usd) => usd.neg()) : it(of);
    const isSoft = q.value === null || isEstimate(q.evidence);
    return element("span", { class: isSoft ? "soft" : undefined }, writing.figure(q, spec));
  };
  return { head, help, cell, isNumber: true };
}

/** Writes a fact; a number is a count, or a time where it is too large for one. */
function factText(value: unknown, writing: Writing): string {
  if (typeof value === "number" && value > 1e9) return writing.time(value);
  return printed(Array.isArray(value) ? value.join(", ") : inSentence("any", value));
}

/** Returns the range of a figure: `-12 … +74`. */
export function range<S extends object>({
  low,
  high,
}: {
  readonly low: Fig<S>;
  readonly high: Fig<S>;
}): Own<S> {
  return {
    head: "range",
    help: low.spec.help,
    isNumber: true,
    cell: (of, writing) => {
      const [from, to] = [low, high].map((end) => writing.value(end(of).value, end.spec));
      return low(of).value === null ? from : `${from} … ${to}`;
    },
  };
}

/** Makes a text of the service short enough for a page, with what controls a reader made visible. */
export function printed(text: string): string {
  const most = BOUNDS.shown.name;
  if (text.length <= most) return text;
  const units = visible(text.slice(0, most * most)); // no more are shown in any script
  const all = Array.from(new Intl.Segmenter().segment(units), ({ segment }) => segment);
  return all.length > most ? `${all.slice(0, most).join("")}…` : units;
}

/** Makes a table; the first column names the rows. */
export function table<S>(
  rows: readonly S[],
  shown: readonly Shown<S>[],
  writing: Writing,
  caption?: string,
): Markup {
  const columns = shown.map(ownOf);
  const classOf = ({ isNumber }: Own<S>) => (isNumber === true ? "number" : undefined);
  const head = columns.map((it) =>
    element("th", { scope: "col", class: classOf(it), title: it.help }, it.head),
  );
  const body = rows.map((row) => {
    const cells = columns.map((it, at) => {
      const scope = at === 0 ? { scope: "row" } : {};
      return element(
        at === 0 ? "th" : "td",
        { ...scope, class: classOf(it) },
        it.cell(row, writing),
      );
    });
    return element("tr", {}, cells);
  });
  const above = caption === undefined ? undefined : element("caption", {}, caption);
  const parts = [element("thead", {}, element("tr", {}, head)), element("tbody", {}, body)];
  return element("div", { class: "scroll" }, element("table", {}, above, parts));
}

/** Makes tiles of what is shown of one subject, below a title with a note. */
export function tiles<S>(
  title: string,
  of: S,
  shown: readonly Shown<S>[],
  writing: Writing,
  note = "",
): Content {
  const each = shown.map(ownOf).map(({ head, help, cell }) => {
    return element(
      "div",
      { title: help },
      element("dt", {}, head),
      element("dd", {}, cell(of, writing)),
    );
  });
  const above = element(
    "p",
    { class: "soft over" },
    [title, note].filter((it) => it !== "").join(" · "),
  );
  return [above, element("dl", { class: "tiles" }, each)];
}

/** Makes a list of what is shown with the sentence that its declaration has of it, to be opened. */
export function glossary(shown: readonly Shown<never>[]): Markup {
  const said = new Map(shown.map(ownOf).map(({ head, help }) => [head, help]));
  const words = [...said].map(([head, help = ""]) => [
    element("dt", {}, head),
    element("dd", {}, help),
  ]);
  const summary = element("summary", {}, "What the figures are");
  return element("details", {}, summary, element("dl", { class: "words" }, words));
}

/** Makes a part of the page. */
export function part(title: string, ...content: Content[]): Markup {
  return element("section", {}, element("h2", {}, title), content);
}

/** Makes a chart with the same figures as a table below it; the table alone where nothing is drawn. */
export function figure(chart: Picture | undefined, label: string, values: Markup): Markup {
  if (chart === undefined) return values;
  const size = { viewBox: `0 0 ${CHART_WIDTH} ${Math.ceil(chart.height)}` };
  return element(
    "figure",
    {},
    element("svg", { ...size, role: "img", "aria-label": label }, chart.content),
    element("details", {}, element("summary", {}, "As a table"), values),
  );
}

/** Writes how many more rows there are than are shown; undefined without any. */
export function more(rest: number): Markup | undefined {
  return rest > 0 ? aside(`and ${rest} more`) : undefined;
}

/** Makes a paragraph of explanation. */
export function aside(text: string): Markup {
  return element("p", { class: "aside" }, text);
}

/** The figures of a report. */
export interface ReportData {
  /** The open positions; those of a redacted page are without names. */
  readonly book: Group;
  /** Names of the portfolios. */
  readonly portfolios: readonly string[];
  /** Number of portfolios that could not be listed. */
  readonly lost: number;
  /** Whether no part failed. */
  readonly isWhole: boolean;
  /** The PnL of each of 30 days between looks; else why there is none. */
  readonly past: Past | "no looks" | "not readable";
}

/** What was made between looks, by day. */
export interface Past extends Periods {
  readonly nameOf: (positionId: string, asset: string) => string;
}
