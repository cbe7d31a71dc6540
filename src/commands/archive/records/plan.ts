import type { Span } from "../../../archive/read/coverage.js";
import { answer, each, type Field, group, own, viewOf } from "../../../output/record.js";
import { ARCHIVE, MARKET_ID, rangeFields, total } from "./fields.js";

/** A market that would be synced, and the range that would be requested. */
interface PlannedRow extends Span {
  readonly market_id: number;
  /** Until when the archive has its events; undefined when it has none. */
  readonly known_until: number | undefined;
}

/** What a sync would request. Times are milliseconds since the epoch. */
export interface ShownPlan {
  readonly where: string;
  readonly rows: readonly PlannedRow[];
  /** Positions of the snapshot that would be taken; undefined without one. */
  readonly positions: number | undefined;
}

const PLANNED: readonly Field<PlannedRow>[] = [
  MARKET_ID,
  ...rangeFields<PlannedRow>("the range that would be requested", (it) => it),
  own("known_until", "moment|null", "End of what the archive has; null when it has nothing.", {
    header: "in the archive until",
  }),
];

const POSITIONS = "Positions of the snapshot that would be taken; null without one.";

/** `archive sync --dry-run`. */
export const ARCHIVE_PLAN = answer<ShownPlan>("archive-plan", [
  ARCHIVE,
  each("rows", "Markets whose settled funding would be requested.", ({ rows }) => rows, PLANNED),
  group("totals", "Sums over the markets, and the snapshot.", [
    total("markets", "Number of markets.", () => 1),
    own("positions", "integer|null", POSITIONS),
  ]),
]);

/** View of what a sync would request. */
export const plannedView = viewOf(PLANNED, { empty: "No settled funding would be requested." });
