import { type Figure, PERCENT } from "../base/decimal.js";
import type { Family, Sample } from "./exposition.js";

type Labels = Sample["labels"];

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

/** Returns a percentage as a ratio: 1 is 100 %. */
export function ratio(percent: Figure): Figure {
  return percent?.times(PERCENT) ?? null;
}

function plain(value: NonNullable<Valued[1]>): string {
  if (typeof value === "number") return String(value);
  return value.eq(0) ? "0" : value.toFixed();
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
