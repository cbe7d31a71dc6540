import { classesOf, sheetOf } from "./palette.js";
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
const TITLE = { size: 11, cell: 6.6 };

/** Returns a terminal as SVG, in light or dark as its reader prefers, in columns whatever the font. */
export function svgOf({ title, description, columns, screen }: Picture): string {
  const rows = screen.trimEnd().split("\n").length;
  const width = Math.ceil(columns * CELL) + 2 * MARGIN;
  const height = BAR + rows * LINE + 2 * MARGIN - 4;
  const runs = runsOf(screen);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(description)}</title>`,
    `<style>\n${sheetOf(SIZE, TITLE.size)}\n</style>`,
    windowOf(width, height, title),
    ...pathsOf(runs),
    ...runs.filter(({ isShape }) => !isShape).map(textOf),
    "</svg>\n",
  ].join("\n");
}

/** Returns the frame of the window, and its bar with a title. */
function windowOf(width: number, height: number, title: string): string {
  const [right, bottom] = [width - 0.5, height - 0.5];
  const buttons = [0, 1, 2].map(
    (n) => `<circle class="button" cx="${20 + 18 * n}" cy="16" r="5"/>`,
  );
  return [
    `<rect class="window" x=".5" y=".5" width="${right - 0.5}" height="${bottom - 0.5}" rx="8"/>`,
    `<path class="bar" d="M1 ${BAR}V8.5a7.5 7.5 0 0 1 7.5-7.5H${width - 8.5}a7.5 7.5 0 0 1 7.5 7.5V${BAR}z"/>`,
    ...buttons,
    `<text class="title dim" x="78" y="20" ${lengthOf(title.length * TITLE.cell)}>${escaped(title)}</text>`,
  ].join("\n");
}

/** Returns one path for all shapes of a style. */
function pathsOf(runs: readonly Run[]): string[] {
  const drawn = new Map<string, string>();
  for (const run of runs.filter(({ isShape }) => isShape)) {
    const classes = classesOf(run.styles);
    const place = { ...placeOf(run), width: run.width * CELL, cell: CELL, height: LINE };
    const path = pathOf(run.text.charAt(0), place);
    drawn.set(classes, (drawn.get(classes) ?? "") + path);
  }
  return [...drawn].map(([classes, path]) => `<path${classes} d="${path}"/>`);
}

function textOf(run: Run): string {
  const { x, y } = placeOf(run);
  const at = `x="${short(x)}" y="${short(y + BASELINE)}" ${lengthOf(run.width * CELL)}`;
  return `<text${classesOf(run.styles)} ${at}>${escaped(run.text)}</text>`;
}

const placeOf = ({ row, column }: Run) => ({
  x: MARGIN + column * CELL,
  y: BAR + MARGIN - 4 + row * LINE,
});

const lengthOf = (width: number) => `textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"`;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
