import { type UpcomingLeg, upcomingOf } from "../../../analytics/funding/upcoming.js";
import { clockOf } from "../../../analytics/position/criteria.js";
import { mapInSlices } from "../../../base/in-slices.js";
import type { Position } from "../../../client/resources/position.js";
import { upcomingView } from "../../../features/upcoming/record.js";
import type { Collected } from "../../../portfolio/positions/collect.js";
import { definePage, type Page } from "../page.js";

/** The legs of `positions upcoming --by leg`, the next settlement first. */
export function nextPage(): Page {
  return definePage("Next", async ({ book }) => upcomingTable(book, book.positions));
}

/** Returns the settlements to come of some positions. */
export function upcomingTable(book: Collected, positions: readonly Position[]) {
  const { criteria, handles, ownerOf } = book;
  const clock = clockOf(criteria);
  const ids = new Set(positions.map(({ position_id: id }) => id));
  const legs = upcomingLegs(book).filter(({ position }) => ids.has(position.position_id));
  const nextOf = ({ clock: its }: UpcomingLeg) => its?.next ?? Number.POSITIVE_INFINITY;
  const rows = legs
    .toSorted((a, b) => nextOf(a) - nextOf(b))
    .map((upcoming) => {
      const { position, leg } = upcoming;
      const isUnchecked = criteria.isUnchecked(position.position_id);
      const owner = ownerOf(position.position_id);
      return { position, legs: [leg], upcoming, listed: undefined, isUnchecked, ...owner };
    });
  return { view: upcomingView({ rows, handles, ...clock }), rows };
}

/** Legs that were computed for a round, for the head and the page. */
const LEGS = new WeakMap<Collected, readonly UpcomingLeg[]>();

/** Computes the held legs of a round before it is shown, while keys are answered. */
export async function prepareLegs(book: Collected): Promise<void> {
  const { criteria, historyOf, positions } = book;
  const inputs = { ...clockOf(criteria), historyOf };
  LEGS.set(book, (await mapInSlices(positions, (it) => upcomingOf(it, inputs))).flat());
}

/** Returns the held legs of a round with their settlements to come. */
export function upcomingLegs(book: Collected): readonly UpcomingLeg[] {
  const { criteria, historyOf, positions } = book;
  const inputs = { ...clockOf(criteria), historyOf };
  const legs = LEGS.get(book) ?? positions.flatMap((it) => upcomingOf(it, inputs));
  LEGS.set(book, legs);
  return legs;
}
