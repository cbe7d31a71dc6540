/** Colours a text. */
export type Paint = (text: string) => string;

/** A grid of characters, each one column wide. Columns and lines count from 0 at the upper left. */
export interface Canvas {
  /** Puts a symbol at a place, over what was there. @param paint undefined for no colour */
  put(column: number, line: number, symbol: string, paint?: Paint): void;
  /** Returns the lines without trailing blanks; neighbours of one colour are painted together. */
  toLines(): string[];
}

interface Spot {
  readonly symbol: string;
  readonly paint: Paint | undefined;
}

const BLANK: Spot = { symbol: " ", paint: undefined };

/** Creates a canvas of blanks. Symbols beyond its edges are ignored. */
export function createCanvas(columns: number, lines: number): Canvas {
  const grid = Array.from({ length: lines }, () => Array<Spot>(columns).fill(BLANK));
  return {
    put(column, line, symbol, paint) {
      const row = grid[line];
      if (row?.[column] !== undefined) row[column] = { symbol, paint };
    },
    toLines: () => grid.map(toLine),
  };
}

function toLine(spots: readonly Spot[]): string {
  const end = spots.findLastIndex((spot) => spot !== BLANK) + 1;
  let line = "";
  let run = "";
  for (const [column, { symbol, paint }] of spots.slice(0, end).entries()) {
    run += symbol;
    if (spots[column + 1]?.paint === paint && column + 1 < end) continue;
    line += paint === undefined ? run : paint(run);
    run = "";
  }
  return line;
}
