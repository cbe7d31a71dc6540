import { assetOf } from "./catalog.js";
import { positionId } from "./identity.js";
import { DEFAULT_POSITIONS, DEFAULT_SEED } from "./portfolios.js";
import { type Scenarios, scenarioOf, shapesOf, statusOf } from "./scenarios.js";
import { closedAt, createTimeline, listIndexes, momentOf, newest } from "./timeline.js";

/** Lists, newest first, the positions of a sandbox started now (ms) with scenarios, otherwise by default. */
export function outlinePositions(now: number, scenarios: Scenarios) {
  const timeline = createTimeline(DEFAULT_SEED, DEFAULT_POSITIONS, now, shapesOf(scenarios));
  const asOf = momentOf(now);
  const from = newest(timeline, asOf);
  return listIndexes(timeline, asOf, "all", from, DEFAULT_POSITIONS).map((index) => ({
    id: positionId(DEFAULT_SEED, index),
    asset: assetOf(DEFAULT_SEED, index, scenarios),
    status: statusOf(closedAt(timeline, index, asOf), scenarioOf(scenarios, index)),
  }));
}
