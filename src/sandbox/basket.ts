import { assets } from "./catalog.js";
import { hash, Salt } from "./random.js";
import { pairOf, type Scenarios, scenarioOf } from "./scenarios.js";

/** Indexes in the list of assets; the large ones are held more often. */
const BASKET = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1, 2];

/** Returns an item of a list that repeats endlessly. */
export function pick<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

/** Returns the index of a position's asset in the list of assets, unless a scenario determines it. */
export function assetPlace(seed: number, index: number): number {
  const round = Math.floor(index / BASKET.length);
  // The step and the basket's length are coprime, so a round contains each entry once.
  return pick(BASKET, index * 5 + (hash(seed, round, Salt.asset) % BASKET.length));
}

/** Returns the symbol of a position's asset. */
export function assetOf(seed: number, index: number, scenarios: Scenarios): string {
  const pair = pairOf(scenarioOf(scenarios, index));
  return pair?.asset ?? pick(assets, assetPlace(seed, index)).symbol;
}
