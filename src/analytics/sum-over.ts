import { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import { type CountedSum, createShare, createSum, type Summand } from "./sum.js";

/** A figure of one item, USD, with what a sum needs besides. */
export interface Addend extends Summand {
  readonly value: Figure;
}

/**
 * Sums a figure over items, such as positions or legs; those without it are left out and counted.
 * @returns 0 without an item
 */
export function sumOver<T>(items: readonly T[], addendOf: (item: T) => Addend): CountedSum {
  const [sum, whole] = [createSum(), createShare()];
  for (const item of items) {
    const { value, ...summand } = addendOf(item);
    whole.add(summand.gross);
    sum.add(value, summand);
  }
  const result = sum.result(items.length, whole.result());
  return items.length === 0 ? { ...result, value: new Big(0) } : result;
}
