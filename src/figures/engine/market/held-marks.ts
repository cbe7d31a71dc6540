import type { HeldMark } from "../../../book/credible-events.js";
import { instantOf } from "../../../client/listing/record-time.js";
import { type Holder, heldLegs } from "../position/held-legs.js";

/** Returns the newest mark of a held leg of each market. */
export function heldMarks(positions: readonly Holder[]): ReadonlyMap<number, HeldMark> {
  const marks = new Map<number, HeldMark>();
  for (const { market_id: id, ...leg } of positions.flatMap(heldLegs)) {
    const { mark_price: price, mark_price_updated_at: time, open_price: open } = leg;
    if (id === null || price === null || time === null) continue;
    const mark = { price, open, at: instantOf(time) };
    if (mark.at >= (marks.get(id)?.at ?? 0)) marks.set(id, mark);
  }
  return marks;
}
