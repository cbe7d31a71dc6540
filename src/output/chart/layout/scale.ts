/** Vertical axis of a plot: equidistant lines of text, one of them at zero. */
export interface Scale {
  /** Difference from one line to the next, in the unit of the plot. */
  readonly step: number;
  /** Number of lines above and below zero. */
  readonly above: number;
  readonly below: number;
  /** Label of each line from the top down, possibly blank, all of equal width. */
  readonly labels: readonly string[];
}

/** Steps between lines. Every second line is labelled, so their doubles are round too. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const LABELLED = 2;
/** Half of the range of the axis if all values are zero. */
const FLAT = 0.01;
/** Distance of labels, and range, beyond which labels are powers of ten. */
const FINEST = 1e-6;
const COARSEST = 1e6;

/**
 * Returns the finest axis that contains all values and zero.
 * @param values finite
 * @param rows maximum number of lines of text, 3 or more
 * @param grain fraction of a line to which values are rounded: 1 or 0.5
 * @param sign written after each label: `%`
 */
export function scaleOf(
  values: readonly number[],
  rows: number,
  grain: number,
  sign: string,
): Scale {
  const low = values.reduce((min, value) => Math.min(min, value), 0);
  const high = values.reduce((max, value) => Math.max(max, value), 0);
  const [least, most] = low === 0 && high === 0 ? [-FLAT, FLAT] : [low, high];
  for (let power = Math.floor(Math.log10(Math.max(most, -least) / rows)); ; power++) {
    for (const digits of STEPS) {
      const step = power < 0 ? digits / 10 ** -power : digits * 10 ** power;
      const above = linesTo(most, step, grain);
      const below = linesTo(-least, step, grain);
      if (above + below < rows)
        return { step, above, below, labels: labelsOf(step, above, below, sign) };
    }
  }
}

/**
 * Returns the distance of a value from zero in steps, rounded half away from zero. Floating-point
 * errors do not affect the rounding of a half, so equal rates are on one line.
 * @param step above 0
 */
export function stepsFromZero(value: number, step: number): number {
  return Math.round(Number((Math.abs(value) / step).toFixed(6)));
}

/** Returns the distance of a value from zero in lines. */
function linesTo(size: number, step: number, grain: number): number {
  return Math.floor(stepsFromZero(Math.max(0, size), step * grain) * grain);
}

function labelsOf(step: number, above: number, below: number, sign: string): string[] {
  const lines = Array.from({ length: above + below + 1 }, (_, index) => above - index);
  const text = textOf(step, Math.max(above, below), sign);
  const labels = lines.map((line) => (line % LABELLED === 0 ? text(line) : ""));
  const width = labels.reduce((widest, { length }) => Math.max(widest, length), 0);
  return labels.map((label) => label.padStart(width));
}

/** Returns the format of labels: plain digits if short, otherwise powers of ten, for all lines alike. */
function textOf(step: number, farthest: number, sign: string): (line: number) => string {
  const labelled = Number((step * LABELLED).toPrecision(2));
  const plain = labelled >= FINEST && step * farthest < COARSEST;
  const decimals = plain ? decimalsOf(labelled) : 0;
  return (line) => {
    const value = (line / LABELLED) * labelled;
    const text = plain || line === 0 ? value.toFixed(decimals) : powerOfTen(value);
    return `${line > 0 ? "+" : ""}${text}${sign}`;
  };
}

function decimalsOf(value: number): number {
  let decimals = 0;
  while (Number(value.toFixed(decimals)) !== value) decimals++;
  return decimals;
}

function powerOfTen(value: number): string {
  return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
}
