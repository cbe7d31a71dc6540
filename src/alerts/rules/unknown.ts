/** Range of a figure, both ends included. */
export interface Interval {
  readonly least: number;
  readonly most: number;
}

/** A value that is unknown. It is no null: a null is a value. */
export class Unknown {
  /**
   * @param figures names of the figures that are missing, as dotted paths
   * @param interval of a number of which a bound is known
   */
  constructor(
    readonly figures: readonly string[],
    readonly interval?: Interval | undefined,
  ) {}
}

/** Returns the range of a value; undefined if nothing is known, or it is no number. */
export function intervalOf(value: unknown): Interval | undefined {
  if (value instanceof Unknown) return value.interval;
  return typeof value === "number" ? { least: value, most: value } : undefined;
}

/** A list of which some elements are known; it may have more. */
export class Unsure {
  constructor(
    readonly items: readonly unknown[],
    /** Names of the missing figures. */
    readonly figures: readonly string[],
  ) {}
}

/** Returns the figures that a value lacks, anywhere in it; none if it is known. */
export function missingIn(value: unknown): readonly string[] {
  if (value instanceof Unknown) return value.figures;
  if (value instanceof Unsure) return [...value.figures, ...value.items.flatMap(missingIn)];
  if (Array.isArray(value)) return value.flatMap(missingIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(missingIn);
}

/** Reports whether a value lacks something, anywhere in it. */
export function isIncomplete(value: unknown): boolean {
  if (value instanceof Unknown || value instanceof Unsure) return true;
  if (Array.isArray(value)) return value.some(isIncomplete);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(isIncomplete);
}

/** Returns an unknown value that depends on others. */
export function unknownBy(...values: readonly unknown[]): Unknown {
  return unknownWithin(undefined, ...values);
}

/** Returns an unknown number within an interval that depends on other values. */
export function unknownWithin(
  interval: Interval | undefined,
  ...values: readonly unknown[]
): Unknown {
  return new Unknown([...new Set(values.flatMap(missingIn))], interval);
}

/**
 * Reports whether a value counts as true; undefined if unknown. False, null, and an empty text, list or
 * object do not. Source: jmespath.org, "Or expressions".
 */
export function truthOf(value: unknown): boolean | undefined {
  if (value instanceof Unknown) return undefined;
  if (value instanceof Unsure) return value.items.length > 0 ? true : undefined;
  if (value === null || value === undefined || value === false || value === "") return false;
  if (typeof value === "object") return Object.keys(value).length > 0;
  return true;
}
