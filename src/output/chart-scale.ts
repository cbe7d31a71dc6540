/** The vertical axis of a plot. Values are percentages. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** From the lowest to the highest; zero is one of them. */
  readonly ticks: readonly number[];
  /** The text of each tick, all of one width. */
  readonly labels: readonly string[];
  /** How many lines of text it takes, a tick at each end. */
  readonly rows: number;
}

/** Lines between two ticks, at least. */
const CLOSEST = 2;
/** Around zero, when there is nothing but zero to show. */
const FLAT = 0.01;

/**
 * An axis from the lowest to the highest of the values and zero, with round ticks at equal
 * distances.
 * @param values percent, finite
 * @param rows how many lines of text it may take
 */
export function percentScale(values: readonly number[], rows: number): Scale {
  const low = values.reduce((min, value) => Math.min(min, value), 0);
  const high = values.reduce((max, value) => Math.max(max, value), 0);
  const flat = low === high;
  return scaleOf(flat ? -FLAT : low, flat ? FLAT : high, rows);
}

function scaleOf(low: number, high: number, rows: number): Scale {
  const most = Math.floor((rows - 1) / CLOSEST);
  for (let power = Math.floor(Math.log10((high - low) / rows)); ; power++) {
    for (const digit of [1, 2, 5]) {
      const step = power < 0 ? digit / 10 ** -power : digit * 10 ** power;
      const first = Math.floor(low / step);
      const last = Math.ceil(high / step);
      if (last - first <= most) return ticked(first, last, step, Math.max(0, -power), rows);
    }
  }
}

function ticked(first: number, last: number, step: number, decimals: number, rows: number): Scale {
  const count = last - first;
  const ticks = Array.from({ length: count + 1 }, (_, index) => (first + index) * step + 0);
  const texts = ticks.map((tick) => percent(tick, Math.min(decimals, 100)));
  const width = Math.max(...texts.map((text) => text.length));
  return {
    min: first * step,
    max: last * step,
    ticks,
    labels: texts.map((text) => text.padStart(width)),
    rows: count * Math.floor((rows - 1) / count) + 1,
  };
}

function percent(value: number, decimals: number): string {
  return `${value > 0 ? "+" : ""}${value.toFixed(decimals)}%`;
}
