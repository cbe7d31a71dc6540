import { Big } from "big.js";
import { type Figure, PERCENT } from "../../base/decimal.js";
import type { Fig, Unit } from "../../figures/figure.js";

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

/** The ends of names by the unit of a figure; of a percentage and of days it is the base unit of Prometheus. */
const SUFFIXES: Readonly<Record<Unit, string>> = {
  usd: "_usd",
  usd_per_day: "_usd_per_day",
  price: "_usd",
  quantity: "",
  percent: "_ratio",
  percent_per_year: "_ratio",
  days: "_seconds",
  chance: "_ratio",
  daily_sd: "_sd",
  times: "_ratio",
};

const FACTORS: Readonly<Partial<Record<Unit, Big>>> = {
  percent: PERCENT,
  percent_per_year: PERCENT,
  days: new Big(86_400),
};

/** A figure that is a metric with others, or has another name than in json. */
interface Renamed {
  readonly name: string;
  readonly labels?: Labels;
  readonly help?: string;
}

const RENAMED: Readonly<Record<string, Renamed>> = {
  run_24h: runOver("24h"),
  run_7d: runOver("7d"),
  run_30d: runOver("30d"),
  rate_7d: { name: "now_apr" },
};

function runOver(window: string): Renamed {
  const help = "Funding a day at today's size, over the last 24 hours, 7 or 30 days.";
  return { name: "funding_run", labels: { window }, help };
}

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
    const { unit, base } = figure.spec;
    const renamed = RENAMED[figure.id];
    const help = renamed?.help ?? figure.spec.help;
    const more = renamed?.labels ?? {};
    const own = `${prefix}${renamed?.name ?? figure.id}`;
    const name = own.endsWith(SUFFIXES[unit]) ? own : `${own}${SUFFIXES[unit]}`;
    const factor = FACTORS[unit];
    const values = subjects.map(([labels, of]): Valued => {
      const { value } = figure(of);
      return [
        { ...labels, ...more },
        factor === undefined ? value : (value?.times(factor) ?? null),
      ];
    });
    const counted = subjects.map(([labels, of]): Valued => {
      return [{ ...labels, ...more }, figure(of).evidence.counted];
    });
    const parts = figure.spec.counts ?? "positions";
    const what = `Number of ${parts} that carry_${name} is over.`;
    return [
      family(name, base === undefined ? help : `${help} Of ${base}.`, values),
      family(`${own}_known_${parts}`, what, counted),
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

/**
 * Returns families in the text format of Prometheus; those without values are left out. Source: prometheus.io,
 * "Exposition formats", version 0.0.4.
 */
export function expositionOf(families: readonly Family[]): string {
  return families.map(familyText).join("");
}

function familyText({ name, help, samples }: Family): string {
  if (samples.length === 0) return "";
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} gauge\n`;
  return head + samples.map((sample) => `${name}${labelsText(sample)} ${sample.value}\n`).join("");
}

function labelsText({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** Half of a surrogate pair, which UTF-8 does not have: labels with different halves would become equal. */
const LONE_SURROGATE = /\p{Cs}/gu;

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(text: string): string {
  const whole = text.replace(LONE_SURROGATE, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
  return escapeHelp(whole).replaceAll('"', '\\"');
}
