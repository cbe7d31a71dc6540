export type Side = "long" | "short";

/** One value for each side of a hedge. */
export type BySide<T> = Readonly<Record<Side, T>>;
export const BOTH_SIDES = ["long", "short"] as const satisfies readonly Side[];

/** Applies a function to both sides. */
export function bySide<T>(of: (side: Side) => T): BySide<T> {
  return { long: of("long"), short: of("short") };
}
