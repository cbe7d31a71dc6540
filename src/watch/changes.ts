import { isRecord } from "../base/is-record.js";
import type { Leg, Position } from "../client/resources/position.js";

/** Old and new value of a field; null if it was absent. */
export interface Change {
  readonly old: unknown;
  readonly new: unknown;
}

export type Changes = Readonly<Record<string, Change>>;

/** Fields that only follow the clock, whose changes are ignored. */
export const CLOCKS: ReadonlySet<string> = new Set([
  "performance.calculated_at",
  "performance.duration_days",
  "legs.mark_price_updated_at",
]);

/**
 * Returns the changed fields by dotted path. A leg is identified by side, exchange, symbol and market,
 * and its path has its index in the newer position (`legs.0.mark_price`). If legs were added or removed,
 * the change is that of `legs` as a whole. Fields that only follow the clock are left out.
 */
export function changesBetween(before: Position, after: Position): Changes {
  const found: Record<string, Change> = Object.create(null);
  const { legs: oldLegs, ...old } = before;
  const { legs: newLegs, ...next } = after;
  compare(old, next, "", found);
  const matched = matchLegs(oldLegs, newLegs);
  if (matched === undefined) found.legs = { old: oldLegs, new: newLegs };
  for (const [place, [leg, newLeg]] of (matched ?? []).entries()) {
    compare(leg, newLeg, `legs.${place}.`, found, "legs.");
  }
  return found;
}

/** @param name the path as in {@link CLOCKS}, if it differs from the reported path */
function compare(
  old: unknown,
  next: unknown,
  path: string,
  found: Record<string, Change>,
  name = path,
): void {
  if (isRecord(old) && isRecord(next)) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
      if (CLOCKS.has(name + key)) continue;
      const [was, is] = [ownValue(old, key), ownValue(next, key)];
      const deeper = isRecord(was) && isRecord(is) ? "." : "";
      compare(was, is, path + key + deeper, found, name + key + deeper);
    }
  } else if (!same(old, next)) {
    found[path] = { old: old ?? null, new: next ?? null };
  }
}

/** Returns the value of a field; undefined if it is only inherited, such as `constructor`. */
function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns pairs of old and new legs in the new order; undefined if the legs are not the same. */
function matchLegs(
  before: readonly Leg[],
  after: readonly Leg[],
): (readonly [Leg, Leg])[] | undefined {
  if (before.length !== after.length) return undefined;
  const waiting = [...before];
  const pairs: (readonly [Leg, Leg])[] = [];
  for (const leg of after) {
    const at = waiting.findIndex((candidate) => identity(candidate) === identity(leg));
    const [match] = at < 0 ? [] : waiting.splice(at, 1);
    if (match === undefined) return undefined;
    pairs.push([match, leg]);
  }
  return pairs;
}

function identity({ side, exchange, symbol, market_id }: Leg): string {
  return JSON.stringify([side, exchange, symbol, market_id]);
}

function same(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}
