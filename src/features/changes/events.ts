import type { Big } from "big.js";
import { heldQuantity } from "../../analytics/position/held-legs.js";
import type { SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import { decimal, type Figure } from "../../base/decimal.js";
import type { Leg } from "../../client/resources/position.js";

/** A leg of an event. */
export type EventLeg = Pick<Leg, "side" | "exchange" | "symbol" | "market_id">;

/** What happened to a position between two moments. Times are milliseconds since the epoch. */
export type MomentEvent =
  | { readonly code: "opened"; readonly at: number }
  | { readonly code: "closed"; readonly at: number | null }
  | { readonly code: "reopened" | "vanished" | "first_seen" }
  | {
      readonly code: "resized";
      readonly leg: EventLeg;
      /** Held quantities, in the asset. */
      readonly before: Big;
      readonly after: Big;
    }
  | { readonly code: "mark_lost" | "mark_found"; readonly leg: EventLeg }
  | { readonly code: "net_pnl_lost" | "net_pnl_found" };

/** Rank of each kind of event, the most important first. */
export const EVENT_RANKS: Readonly<Record<MomentEvent["code"], number>> = {
  vanished: 0,
  opened: 1,
  closed: 2,
  reopened: 3,
  resized: 4,
  mark_lost: 6,
  net_pnl_lost: 7,
  mark_found: 8,
  net_pnl_found: 9,
  first_seen: 10,
};

/**
 * Returns what happened to a position between two moments, the most important first.
 * @param before undefined if it was not listed
 * @param after undefined if it is no longer listed
 * @param isNew whether it was opened between them
 */
export function eventsBetween(
  before: SnapshotPosition | undefined,
  after: SnapshotPosition | undefined,
  isNew: boolean,
): MomentEvent[] {
  if (after === undefined) return [{ code: "vanished" }];
  const closed: MomentEvent[] =
    after.status === "closed" ? [{ code: "closed", at: after.closedAt }] : [];
  if (before === undefined || isNew) {
    const begun: MomentEvent = isNew
      ? { code: "opened", at: after.openedAt }
      : { code: "first_seen" };
    return [begun, ...closed];
  }
  if (before.status === "open" && after.status === "closed") return closed;
  const reopened: MomentEvent[] = before.status === after.status ? [] : [{ code: "reopened" }];
  if (after.status === "closed") return netEvents(before, after);
  return [...reopened, ...legEvents(before, after), ...netEvents(before, after)];
}

function netEvents(before: SnapshotPosition, after: SnapshotPosition): MomentEvent[] {
  if ((before.parts === null) === (after.parts === null)) return [];
  return [{ code: after.parts === null ? "net_pnl_lost" : "net_pnl_found" }];
}

function legEvents(before: SnapshotPosition, after: SnapshotPosition): MomentEvent[] {
  const pairs = matchedLegs(before, after);
  const resized = pairs.flatMap(({ was, is }): MomentEvent[] => {
    const leg = is ?? was;
    const [old, now] = [quantityOf(before, was), quantityOf(after, is)];
    if (leg === undefined || old === null || now === null || old.eq(now)) return [];
    return [{ code: "resized", leg, before: old, after: now }];
  });
  const marked = pairs.flatMap(({ was, is }): MomentEvent[] => {
    if (was === undefined || is === undefined || quantityOf(after, is)?.eq(0) !== false) return [];
    if ((was.mark_price === null) === (is.mark_price === null)) return [];
    return [{ code: is.mark_price === null ? "mark_lost" : "mark_found", leg: is }];
  });
  return [...resized, ...marked];
}

function quantityOf({ status }: SnapshotPosition, leg: Leg | undefined): Figure {
  return decimal(leg === undefined ? 0 : heldQuantity(status, leg));
}

interface LegPair {
  readonly was: Leg | undefined;
  readonly is: Leg | undefined;
}

/** Pairs legs of the same side and market; several of them in their order. */
function matchedLegs({ legs: old }: SnapshotPosition, { legs: now }: SnapshotPosition): LegPair[] {
  const waiting = [...old];
  const pairs = now.map((is): LegPair => {
    const at = waiting.findIndex((was) => identityOf(was) === identityOf(is));
    const [was] = at < 0 ? [] : waiting.splice(at, 1);
    return { was, is };
  });
  return [...pairs, ...waiting.map((was) => ({ was, is: undefined }))];
}

function identityOf({ side, exchange, symbol }: Leg): string {
  return JSON.stringify([side, exchange, symbol]);
}
