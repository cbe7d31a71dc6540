import { type Figure, PERCENT } from "../base/decimal.js";
import type { Fig, Unit } from "../figures/figure.js";

/** A gauge with its values. */
export interface Family {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Names and values of the labels of a value; a combination is not repeated within a family. */
export type Labels = Readonly<Record<string, string>>;

/** A value of a gauge, as plain digits. */
export interface Sample {
  readonly labels: Labels;
  readonly value: string;
}

/** A value with its labels; null or undefined leaves it out, since an unknown figure is no 0. */
export type Valued = readonly [labels: Labels, value: Figure | number | undefined];

/** Returns a gauge with several values. */
export function family(name: string, help: string, values: readonly Valued[]): Family {
  const samples = values.flatMap(([labels, value]) =>
    value === null || value === undefined ? [] : [{ labels, value: plain(value) }],
  );
  return { name: `carry_${name}`, help, samples };
}

/** Returns a gauge with one value. */
export function gauge(name: string, help: string, value: Valued[1]): Family {
  return family(name, help, [[{}, value]]);
}

function plain(value: NonNullable<Valued[1]>): string {
  if (typeof value === "number") return String(value);
  return value.eq(0) ? "0" : value.toFixed();
}

/** The ends of names by the unit of a figure; percentages are ratios: 1 is 100 %. */
const SUFFIXES: Readonly<Record<Unit, string>> = {
  usd: "_usd",
  usd_per_day: "_usd_per_day",
  price: "_usd",
  quantity: "",
  percent: "_ratio",
  percent_per_year: "_ratio",
  days: "_days",
  chance: "_ratio",
  daily_sd: "_daily_sd",
  times: "_ratio",
};

/** Names of figures that are one metric over several times, or have another name than in json. */
const NAMES: Readonly<Record<string, readonly [name: string, labels: Labels]>> = {
  run_24h: ["funding_run", { window: "24h" }],
  run_7d: ["funding_run", { window: "7d" }],
  run_30d: ["funding_run", { window: "30d" }],
  rate_7d: ["now_apr", {}],
};

/**
 * Returns the gauges of declared figures: of each its value, and of sums over how many positions it is.
 * What is at least or at most its value says so in the gauge `…_bound`.
 * @param prefix what stands before the names: `position_`
 */
export function figureFamilies<S>(
  prefix: string,
  figures: readonly Fig<S>[],
  subjects: readonly (readonly [labels: Labels, of: S])[],
): Family[] {
  const bounds = subjects.flatMap(([labels, of]) =>
    figures.flatMap((figure): Valued[] => {
      const { value, evidence } = figure(of);
      if (value === null || evidence.bound === undefined) return [];
      return [[{ ...labels, figure: figure.id, bound: evidence.bound }, 1]];
    }),
  );
  const all = figures.flatMap((figure) => {
    const { unit, help, base } = figure.spec;
    const [own, more] = NAMES[figure.id] ?? [figure.id, {}];
    const name = `${prefix}${own}${SUFFIXES[unit]}`;
    const isPercent = unit === "percent" || unit === "percent_per_year";
    const values = subjects.map(([labels, of]): Valued => {
      const { value } = figure(of);
      return [{ ...labels, ...more }, isPercent ? (value?.times(PERCENT) ?? null) : value];
    });
    const counted = subjects.map(([labels, of]): Valued => {
      return [{ ...labels, ...more }, figure(of).evidence.counted];
    });
    const what = `Positions that carry_${name} is over.`;
    return [
      family(name, base === undefined ? help : `${help} Of ${base}.`, values),
      family(`${prefix}${own}_known_positions`, what, counted),
    ];
  });
  const isBound = "1 for a figure that is a bound, since a part is unknown.";
  return merged([all, [family(`${prefix}bound`, isBound, bounds)]]);
}

/** Adds labels to each value of gauges. */
export function labelled(families: readonly Family[], more: Labels): Family[] {
  return families.map(({ samples, ...it }) => ({
    ...it,
    samples: samples.map(({ labels, value }) => ({ labels: { ...labels, ...more }, value })),
  }));
}

/** Joins gauges of the same name of several pages, in the order of their first occurrence. */
export function merged(pages: readonly (readonly Family[])[]): Family[] {
  const byName = new Map<string, Family>();
  for (const family of pages.flat()) {
    const before = byName.get(family.name)?.samples ?? [];
    byName.set(family.name, { ...family, samples: [...before, ...family.samples] });
  }
  return [...byName.values()];
}
