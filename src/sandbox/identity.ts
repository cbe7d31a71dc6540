import { assetOf } from "./catalog.js";
import { hash, Salt } from "./random.js";
import {
  DEFAULT_POSITIONS,
  DEFAULT_SEED,
  type Scenarios,
  scenarioOf,
  shapesOf,
  statusOf,
} from "./scenarios.js";
import { closedAt, createTimeline, listIndexes, momentOf, newest } from "./timeline.js";

const rounds = [0, 1, 2, 3];

// A Feistel network permutes the 32-bit indexes: ids look random, but can be mapped back to their
// index without a table.
function permute(seed: number, index: number, order = rounds): number {
  let left = index >>> 16;
  let right = index & 0xffff;
  for (const round of order) {
    const next = left ^ (hash(seed, right, Salt.identity + round) & 0xffff);
    left = right;
    right = next;
  }
  return ((left << 16) | right) >>> 0;
}

function unpermute(seed: number, value: number): number {
  return swapped(permute(seed, swapped(value), rounds.toReversed()));
}

function swapped(value: number): number {
  return ((value << 16) | (value >>> 16)) >>> 0;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}

// RFC 4122 layout with version 4: 12 of the bits after the first word are fixed or omitted.
function uuid(first: number, second: number, third: number, fourth: number): string {
  const b = hex(second);
  const c = hex(((third & 0x3fffffff) | 0x80000000) >>> 0);
  return `${hex(first)}-${b.slice(0, 4)}-4${b.slice(5)}-${c.slice(0, 4)}-${c.slice(4)}${hex(fourth)}`;
}

/** Returns the uuid of the position with this index (0 to 2^32 - 1). */
export function positionId(seed: number, index: number): string {
  const rest = (word: number): number => hash(seed, index, Salt.identity + 4 + word);
  return uuid(permute(seed, index), rest(0), rest(1), rest(2));
}

/** Returns the index of a position's uuid, or null for an id that does not exist for this seed. */
export function positionIndex(seed: number, id: string): number | null {
  const index = unpermute(seed, Number.parseInt(id.slice(0, 8), 16));
  return positionId(seed, index) === id.toLowerCase() ? index : null;
}

/** Returns the uuid of one leg (from 0) of a position. */
export function legId(seed: number, index: number, leg: number): string {
  const word = (n: number): number => hash(seed, index, Salt.leg + leg * 4 + n);
  return uuid(word(0), word(1), word(2), word(3));
}

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
