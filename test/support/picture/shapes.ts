/** Place of a run of one character, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Width of the whole run. */
  readonly width: number;
  /** Width of one character. */
  readonly cell: number;
  readonly height: number;
}

/** Thickness of a line, in pixels. */
const LINE = 1;
const RADIUS = 3.4;
/** By how much blocks overlap, so that no seam shows between them. */
const SEAM = 0.1;

type Shape = (place: Place) => string;

/**
 * Characters that join their neighbours or mark a value, as paths: a font would leave gaps between
 * them, or take them from another font with other widths.
 */
const SHAPES: Readonly<Record<string, Shape>> = {
  "█": ({ x, y, width, height }) => block(x, y, width, height),
  "▀": ({ x, y, width, height }) => block(x, y, width, height / 2),
  "▄": ({ x, y, width, height }) => block(x, y + height / 2, width, height / 2),
  "─": across,
  "│": down,
  "┤": (place) => down(place) + toLeft(place),
  "└": (place) => upper(place) + toRight(place),
  "┬": (place) => across(place) + lower(place),
  "┄": ({ x, y, width, cell, height }) =>
    Array.from({ length: Math.round((2 * width) / cell) }, (_, n) =>
      box(x + (n + 0.25) * (cell / 2), middle(y, height), cell / 4, LINE),
    ).join(""),
  "●": (place) => eachCell(place, (x, y) => circle(x, y, RADIUS, 1)),
  "○": (place) => eachCell(place, (x, y) => circle(x, y, RADIUS, 1) + circle(x, y, RADIUS - 1, 0)),
};

export const isShape = (character: string): boolean => character in SHAPES;

/** Returns the data of a path that draws the run of this character. */
export function pathOf(character: string, place: Place): string {
  return SHAPES[character]?.(place) ?? "";
}

function across({ x, y, width, height }: Place): string {
  return box(x, middle(y, height), width, LINE);
}

function toLeft({ x, y, cell, height }: Place): string {
  return box(x, middle(y, height), cell / 2, LINE);
}

function toRight({ x, y, cell, height }: Place): string {
  return box(x + cell / 2, middle(y, height), cell / 2, LINE);
}

function down(place: Place): string {
  return eachCell(place, (x) => box(x - LINE / 2, place.y, LINE, place.height));
}

function upper({ x, y, cell, height }: Place): string {
  return box(x + (cell - LINE) / 2, y, LINE, (height + LINE) / 2);
}

function lower({ x, y, cell, height }: Place): string {
  return box(x + (cell - LINE) / 2, middle(y, height), LINE, (height + LINE) / 2);
}

const middle = (y: number, height: number) => y + (height - LINE) / 2;

/** @param draw what is drawn around the centre of a cell */
function eachCell(
  { x, y, width, cell, height }: Place,
  draw: (x: number, y: number) => string,
): string {
  return Array.from({ length: Math.round(width / cell) }, (_, n) =>
    draw(x + (n + 0.5) * cell, y + height / 2),
  ).join("");
}

function block(x: number, y: number, width: number, height: number): string {
  return box(x - SEAM, y - SEAM, width + 2 * SEAM, height + 2 * SEAM);
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
}

/** @param sweep 1 for a disc, 0 for a hole in one */
function circle(x: number, y: number, r: number, sweep: 0 | 1): string {
  const half = (dy: number) => `a${short(r)} ${short(r)} 0 0 ${sweep} 0 ${short(dy)}`;
  return `M${short(x)} ${short(y - r)}${half(2 * r)}${half(-2 * r)}z`;
}

/** Returns a length in pixels, to a hundredth. */
export const short = (length: number): string => String(Math.round(length * 100) / 100);
