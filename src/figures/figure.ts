import type { Q } from "./measure.js";

/** Unit of a figure. */
export type Unit =
  | "usd"
  | "usd_per_day"
  /** US dollars per unit of the asset. */
  | "price"
  /** Units of the asset. */
  | "quantity"
  | "percent"
  /** Percent per year of 365 days, not compounded. */
  | "percent_per_year"
  | "days"
  /** A probability, 0 to 1. */
  | "chance"
  /** Standard deviations of the changes within a day. */
  | "daily_sd"
  /** A multiple, such as a leverage. */
  | "times";

/** What has to be fetched for a figure beside the positions. */
export type Need =
  /** Settled funding of the markets of held legs. */
  | "funding"
  /** The pool of the markets that open positions hold, whichever are shown, with their settled funding. */
  | "pool";

/** What is said of a figure or a fact, once for every output. */
interface Said {
  /** Heading of its column, which `--columns` and `--sort` take too. */
  readonly head?: string | undefined;
  /** Whether its column shows the sign of positive numbers. */
  readonly signed?: boolean;
  /** What it is, in one sentence. */
  readonly help: string;
  readonly needs?: readonly Need[];
  /** Whether it changes with the time alone, so that a watch does not highlight it. */
  readonly followsClock?: true;
}

/** What is said of a figure. */
export interface FigureSpec extends Said {
  readonly unit: Unit;
  /** What a percentage is of. */
  readonly base?: string;
  readonly formula: string;
  /** When it is unknown, shown as `–`. */
  readonly unknownWhen?: string;
  /** What it does not contain. */
  readonly leftOut?: string;
  /** What a sum counts its parts in; default: positions. */
  readonly counts?: "legs";
  /**
   * Least change that a watch highlights, for a figure that moves with every mark price: for US dollars a
   * share of the size of the position, else in its unit. Default: every change that can be seen.
   */
  readonly step?: `${number}`;
}

/** A figure of a subject: a function that computes it once, and what all outputs say of it. */
export interface Fig<S> {
  (of: S): Q;
  readonly id: string;
  readonly spec: FigureSpec;
}

/** Declares a figure. @param id its name in json, csv, columns, rules and `carry explain` */
export function fig<S extends object>(id: string, spec: FigureSpec, of: (it: S) => Q): Fig<S> {
  return Object.assign(once(of), { id, spec });
}

/** Type of a value that is no figure. */
export type FactType =
  | "text"
  | "text?"
  | "text|null"
  | "texts"
  | "time"
  | "time|null"
  | "flag"
  | "count"
  | "integer|null";

/** What is said of a fact. */
export interface FactSpec extends Said {
  readonly type: FactType | readonly (string | null)[];
}

/** A value of a subject that is no figure: a name, a time, a word. */
export interface Fact<S, T = unknown> {
  (of: S): T;
  readonly id: string;
  readonly spec: FactSpec;
}

/** Declares a fact. */
export function fact<S extends object, T>(
  id: string,
  spec: FactSpec,
  of: (it: S) => T,
): Fact<S, T> {
  return Object.assign(once(of), { id, spec });
}

/** Returns a function that computes its value once for each subject. */
export function once<S extends object, V>(of: (it: S) => V): (it: S) => V {
  const kept = new WeakMap<S, { readonly value: V }>();
  return (it) => {
    const found = kept.get(it) ?? { value: of(it) };
    kept.set(it, found);
    return found.value;
  };
}

/** Anything that is declared of a subject. */
export type Declared<S> = Fig<S> | Fact<S>;

/** Reports whether a declaration is a figure. */
export function isFigure<S>(it: Declared<S>): it is Fig<S> {
  return "unit" in it.spec;
}

/** Returns what figures need to be fetched. */
export function needsOf(all: readonly Declared<never>[]): ReadonlySet<Need> {
  return new Set(all.flatMap(({ spec }) => spec.needs ?? []));
}
