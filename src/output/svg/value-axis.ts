import { nice, ticks as ticksOf } from "d3-array";
import { group, inSentence } from "../text/format.js";

/** Unit of drawn values. */
export type DrawnUnit = "percent" | "usd";

/** An axis of values that contains zero. */
export interface ValueAxis {
  /** Returns the place of a value, in units of the picture. */
  readonly at: (value: number) => number;
  readonly ticks: readonly {
    readonly at: number;
    readonly label: string;
    readonly value: number;
  }[];
}

/** Half of the axis if all values are zero. */
const FLAT = { percent: 0.01, usd: 1 } as const;
/** Distance of ticks, and size, beyond which labels are powers of ten. */
const FINEST = 1e-6;
const COARSEST = 1e9;

/**
 * Returns an axis with round labels.
 * @param values finite
 * @param range places of the lowest and the highest value
 * @param count number of ticks to aim at
 * @param isTight true to end at the outermost values, false at the tick beyond them
 */
export function valueAxis(
  values: readonly number[],
  range: readonly [number, number],
  unit: DrawnUnit,
  count: number,
  isTight = false,
): ValueAxis {
  const low = values.reduce((min, value) => Math.min(min, value), 0);
  const high = values.reduce((max, value) => Math.max(max, value), 0);
  const isFlat = low === 0 && high === 0;
  const exact: [number, number] = isFlat ? [-FLAT[unit], FLAT[unit]] : [low, high];
  const [first, last] = isTight && !isFlat ? exact : nice(...exact, count);
  const [begin, end] = range;
  const at = (value: number) => round(begin + ((value - first) / (last - first)) * (end - begin));
  const ticks = ticksOf(first, last, count);
  const label = labeller(ticks, unit);
  return { at, ticks: ticks.map((value) => ({ value, at: at(value), label: label(value) })) };
}

/** Returns the format of the labels of ticks: as many decimals as all of them need. */
function labeller(ticks: readonly number[], unit: DrawnUnit): (value: number) => string {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
  const size = ticks.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isPlain = step >= FINEST && size < COARSEST;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const sign = unit === "usd" ? "" : "%";
  return (value) => {
    if (value === 0) return `0${sign}`;
    const text = isPlain
      ? group(Math.abs(value).toFixed(decimals))
      : Number(Math.abs(value).toPrecision(3)).toExponential().replace("e+", "e");
    return `${value < 0 ? "-" : "+"}${text}${sign}`;
  };
}

/** Formats a value with its sign, for a tooltip. */
export function valueText(value: number, unit: DrawnUnit): string {
  return unit === "usd" ? inSentence("usd", value, true) : inSentence("rate", value / 100, true);
}

/** Rounds a coordinate to a tenth of a unit of the picture. */
export function round(place: number): number {
  return Math.round(place * 10) / 10;
}
