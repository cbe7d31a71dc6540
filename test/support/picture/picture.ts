import { element, type Markup, styleElement } from "../../../src/output/text/markup.js";
import { classOf, sheetOf } from "./palette.js";
import { type Run, runsOf } from "./runs.js";
import { pathOf, short } from "./shapes.js";

/** A terminal to draw. */
export interface Picture {
  /** In the bar of its window. */
  readonly title: string;
  /** For those who do not see it. */
  readonly description: string;
  readonly columns: number;
  /** Lines with escape sequences for styles. */
  readonly screen: string;
}

/* Pixels. Letters of common monospaced fonts are 0.6 of their size wide. */
const SIZE = 14;
const CELL = 8.4;
const LINE = 18;
const BASELINE = 13;
const MARGIN = 16;
const BAR = 32;
const TOP = BAR + 12;
const TITLE = { size: 11, cell: 6.6 };

/** Returns a terminal as SVG, in light or dark as its reader prefers, in columns whatever the font. */
export function svgOf({ title, description, columns, screen }: Picture): string {
  const rows = screen.trimEnd().split("\n").length;
  const width = Math.ceil(columns * CELL) + 2 * MARGIN;
  const height = TOP + rows * LINE + MARGIN;
  const runs = runsOf(screen);
  const parts = [
    element("title", { id: "title" }, description),
    styleElement(`\n${sheetOf(SIZE, TITLE.size)}\n`),
    ...windowOf(width, height, title),
    ...pathsOf(runs),
    ...runs.filter(({ isShape }) => !isShape).flatMap(textOf),
  ];
  const xmlns = "http://www.w3.org/2000/svg";
  const viewBox = `0 0 ${width} ${height}`;
  const about = { role: "img", "aria-labelledby": "title" };
  const markup = `\n${parts.map((part) => part.markup).join("\n")}\n`;
  return `${element("svg", { xmlns, viewBox, width, height, ...about }, { markup }).markup}\n`;
}

/** Returns the frame of the window, and its bar with a title. */
function windowOf(width: number, height: number, title: string): Markup[] {
  const bar = `M1 ${BAR}V8.5a7.5 7.5 0 0 1 7.5-7.5H${width - 8.5}a7.5 7.5 0 0 1 7.5 7.5V${BAR}z`;
  const size = { width: width - 1, height: height - 1, rx: 8 };
  return [
    element("rect", { class: "window", x: 0.5, y: 0.5, ...size }),
    element("path", { class: "bar", d: bar }),
    ...[20, 38, 56].map((cx) => element("circle", { class: "button", cx, cy: 16, r: 5 })),
    element(
      "text",
      { class: "title dim", x: 78, y: 20, ...lengthOf(title.length * TITLE.cell) },
      title,
    ),
  ];
}

/** Returns one path for all shapes of a style. */
function pathsOf(runs: readonly Run[]): Markup[] {
  const drawn = new Map<string | undefined, string>();
  for (const run of runs.filter(({ isShape }) => isShape)) {
    const name = classOf(run.styles);
    const place = { ...placeOf(run), width: run.width * CELL, cell: CELL, height: LINE };
    drawn.set(name, (drawn.get(name) ?? "") + pathOf(run.text.charAt(0), place));
  }
  return [...drawn].map(([name, d]) => element("path", { class: name, d }));
}

/** Returns a text, reversed on a bar of its colour. */
function textOf(run: Run): Markup[] {
  const { x, y } = placeOf(run);
  const width = run.width * CELL;
  const at = { x: short(x), y: short(y + BASELINE), ...lengthOf(width) };
  const text = element("text", { class: classOf(run.styles), ...at }, run.text);
  if (!run.styles.includes("reverse")) return [text];
  const bar = { x: short(x), y: short(y), width: short(width), height: LINE };
  return [element("rect", { class: "row", ...bar }), text];
}

const placeOf = ({ row, column }: Run) => ({ x: MARGIN + column * CELL, y: TOP + row * LINE });

const lengthOf = (width: number) => ({
  textLength: short(width),
  lengthAdjust: "spacingAndGlyphs",
});
