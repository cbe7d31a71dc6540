import { type UpcomingLeg, upcomingOf } from "../../../analytics/funding/upcoming.js";
import { clockOf } from "../../../analytics/position/criteria.js";
import { mapInSlices } from "../../../base/in-slices.js";
import { upcomingView } from "../../../features/upcoming/record.js";
import type { Collected } from "../../../portfolio/positions/collect.js";
import { definePage, type Page } from "../page.js";

/** The settlements to come of each leg, the next one first. */
export function nextPage(): Page {
  return definePage("Next", async ({ book }) => upcomingTable(book));
}

/** Returns the settlements to come. */
function upcomingTable(book: Collected) {
  const { criteria, handles, ownerOf } = book;
  const clock = clockOf(criteria);
  const nextOf = ({ clock: its }: UpcomingLeg) => its?.next ?? Number.POSITIVE_INFINITY;
  const rows = upcomingLegs(book)
    .toSorted((a, b) => nextOf(a) - nextOf(b))
    .map((upcoming) => {
      const { position, leg } = upcoming;
      const isUnchecked = criteria.isUnchecked(position.position_id);
      const owner = ownerOf(position.position_id);
      return { position, legs: [leg], upcoming, isUnchecked, ...owner };
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
