import type { CustomSymbol, Point } from "simple-ascii-chart";
import type { Cell } from "./columns.js";
import type { Glyphs, Pens } from "./pens.js";
import type { Scale } from "./scale.js";

/** What a plot shows. */
export interface Body {
  /** For each series, what is in each column; undefined is a gap. */
  readonly series: readonly (readonly (Cell | undefined)[])[];
  readonly columns: number;
  readonly scale: Scale;
  /** How wide the labels of the vertical axis are to be. */
  readonly labelWidth: number;
  readonly pens: Pens;
}

/** Where the library has placed a value: columns and lines counted from the upper left. */
interface Place {
  readonly plotX: number;
  readonly plotY: number;
}

/** What stands for a value of a series, the values given in the order of series and columns. */
type Hand = (series: number, cell: Cell, place: Place) => CustomSymbol[];

/** The lines of a plot with its vertical axis, without the time axis. */
export async function renderBody(body: Body): Promise<string[]> {
  const { plot } = await import("simple-ascii-chart");
  const { scale, columns, labelWidth, pens } = body;
  const { step, above, below, labels } = scale;
  const { glyphs } = pens;
  // Heights are told in lines from zero: the library would lose values smaller than 1e-162.
  const heightOf = ({ value }: Cell) => Math.min(above, Math.max(-below, value / step));
  const labelOf = (height: number) => labels[above - height] ?? "";
  const text = plot(
    [
      zeroLine(columns),
      ...body.series.map((cells) =>
        cells.flatMap((cell, column): Point[] =>
          cell === undefined ? [] : [[column, heightOf(cell)]],
        ),
      ),
    ],
    {
      width: columns,
      height: labels.length,
      yRange: [-below, above],
      hideXAxis: true,
      customYAxisTicks: labels.flatMap((label, at) => (label.trim() === "" ? [] : [above - at])),
      formatter: (value, { axis }) => (axis === "x" ? "" : labelOf(value)),
      symbols: { axis: { n: glyphs.axis, ns: glyphs.axis, y: glyphs.tick } },
      lineFormatter: inOrder(body, body.series.length === 1 ? bars(pens, scale) : marks(pens)),
    },
  );
  return aligned(text, glyphs, labelWidth);
}

/** Spans all columns, and comes first, so that whatever follows is drawn over it. */
function zeroLine(columns: number): Point[] {
  return [
    [0, 0],
    [columns - 1, 0],
  ];
}

/**
 * The library asks for each value, one line after the other, each from its first value on, and does
 * not say which line it is at.
 */
function inOrder(
  { series, columns, pens }: Body,
  hand: Hand,
): (place: Place & { readonly index: number }) => CustomSymbol[] {
  const queue = series.flatMap((cells, at) =>
    cells.flatMap((cell) => (cell === undefined ? [] : [{ at, cell }])),
  );
  let zeroEnds = 2;
  return (place) => {
    if (zeroEnds-- > 0) {
      return place.index > 0
        ? []
        : Array.from({ length: columns }, (_, x) => ({
            x: x + 1,
            y: place.plotY,
            symbol: pens.glyphs.zero,
          }));
    }
    const next = queue.shift();
    return next === undefined ? [] : hand(next.at, next.cell, place);
  };
}

/** A bar from the middle of the zero line, half a line of text at a time. */
function bars({ glyphs, of }: Pens, { step, above }: Scale): Hand {
  return (series, { value }, { plotX: x }) => {
    const up = value > 0;
    const halves = Math.round(Math.abs(value) / (step / 2));
    const symbolAt = (line: number) => {
      if (halves === 0) return glyphs.flat;
      if (line === 0) return up ? glyphs.beginUp : glyphs.beginDown;
      if (halves > 2 * line) return glyphs.bar;
      return up ? glyphs.endUp : glyphs.endDown;
    };
    return Array.from({ length: (halves >> 1) + 1 }, (_, line) => ({
      x,
      y: above + 1 + (up ? -line : line),
      symbol: of(series).paint(symbolAt(line), value),
    }));
  };
}

/** A mark where a value was settled, and a thin line up to it. */
function marks({ glyphs, of }: Pens): Hand {
  const owners = new Map<string, number>();
  return (series, { value, settled }, { plotX: x, plotY: y }) => {
    const place = `${x},${y}`;
    const owner = owners.get(place);
    const { mark, paint } = of(series);
    if (!settled) return owner === undefined ? [{ x, y, symbol: paint(glyphs.hold, value) }] : [];
    owners.set(place, series);
    const shared = owner !== undefined && owner !== series;
    return [{ x, y, symbol: shared ? glyphs.several : paint(mark, value) }];
  };
}

/** The lines of the plot, its labels right-aligned to a common width. */
function aligned(text: string, { axis }: Glyphs, labelWidth: number): string[] {
  // The library draws a line of nothing but the axis above the plot and one below it.
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const axisAt = lines[0]?.indexOf(axis) ?? 0;
  return lines
    .slice(1, -1)
    .map((line) => " ".repeat(Math.max(0, labelWidth - axisAt)) + line.trimEnd());
}
