import { pairOf } from "../../analytics/portfolio/groups.js";
import { emptySides } from "../../analytics/position/held-legs.js";
import { DAY_MS } from "../../base/time/periods.js";
import { UNREADABLE_TEXT } from "../../client/validate/stand-in.js";
import {
  answer,
  each,
  type Fields,
  group,
  inner,
  own,
  plain,
  shown,
  viewOf,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { figuresSection, tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { timeText } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import type { Tone } from "../../output/text/paint.js";
import { duration } from "../../views/duration.js";
import { leftOutField, leftOutLines } from "../../views/left-out.js";
import { notedSection, pageOf } from "../../views/past/noted-section.js";
import { ASIDES, asideLines, type NameOfKept } from "../../views/past/past-asides.js";
import {
  OF_POSITION,
  type PartMeasures,
  partMeasures,
  pnlFields,
  pnlTotals,
  returnTotal,
  shownColumns,
} from "../../views/past/pnl-figures.js";
import {
  exchangesOf,
  FILTERED,
  type Filtered,
  type Owned,
  type OwnerOf,
  type OwnTotals,
  PORTFOLIO,
  portfoliosField,
} from "../../views/row-fields.js";
import { EVENT, eventJson, eventText } from "./event-fields.js";
import type { ChangedPosition, Changes } from "./figures.js";

/** What was requested of a comparison. */
export interface ChangesInputs extends Filtered {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly against?: string | undefined;
}

const CLOSED_EARLIER = "Positions closed before `from` that its listing does not have; left out.";

interface ChangedRow extends ChangedPosition, Owned {
  readonly figures: PartMeasures;
  /** Name of the position. */
  readonly handle: string;
}

/** Changes, with what was requested. */
export interface ShownChanges extends Changes {
  readonly inputs: ChangesInputs;
  /** Describes `from`: `the last look`, `recorded`, or the path of a file. */
  readonly since: string;
  readonly rows: readonly ChangedRow[];
  readonly nameOf: NameOfKept;
  /** Each portfolio alone. */
  readonly portfolios: readonly OwnTotals<Changes>[];
}

/** Returns the positions that changed with their figures. */
export function changedRows(
  { positions, to }: Changes,
  ownerOf: OwnerOf,
  nameOf: NameOfKept,
): ChangedRow[] {
  return positions.map((it) => ({
    ...{ ...it, ...ownerOf(it.standing.positionId), handle: nameOf(it.standing) },
    figures: partMeasures(it.parts, to),
  }));
}

/** Returns the sides on which a leg went to 0 and nothing is left. */
function lostSides({ standing, events }: ChangedRow): readonly string[] {
  return emptySides(standing).filter((side) =>
    events.some((it) => it.code === "resized" && it.leg.side === side && it.after.eq(0)),
  );
}

function dangerTone(row: ChangedRow): Tone | undefined {
  return lostSides(row).length > 0 ? "loss" : undefined;
}

/** `unhedged, no short leg: short okx 5 to 0; mark lost: long gate` */
function textOf(row: ChangedRow, dated: boolean): string {
  const lost = lostSides(row).map((side) => `unhedged, no ${side} leg: `);
  return lost.join("") + row.events.map((event) => eventText(event, dated)).join("; ");
}

/** @param dated whether the times of events have a year */
const rowFields = (dated: boolean): Fields<ChangedRow> => [
  ...PORTFOLIO,
  plain("position_id", "text", "Position identifier (uuid).", {
    of: ({ standing }) => standing.positionId,
    ...{ header: "id", kind: "id", isWide: true },
  }),
  shown({
    ...{ key: "handle", header: "position", kind: "text", priority: 0, isWhole: true },
    value: ({ handle }) => handle,
    tone: dangerTone,
  }),
  plain("asset", "text", "Asset symbol.", ({ standing }) => standing.asset),
  plain("status", "text", "Status at `to`: open or closed.", ({ standing }) => standing.status),
  plain("opened_at", "moment", "Time it was opened (ISO 8601).", ({ standing: { openedAt } }) => {
    return Number.isNaN(openedAt) ? UNREADABLE_TEXT : openedAt;
  }),
  plain("closed_at", "moment|null", "Time it was closed.", ({ standing }) => standing.closedAt),
  ...exchangesOf<ChangedRow>(({ standing }) => standing.legs),
  shown({
    ...{ key: "pair", header: "long/short", kind: "text", priority: 8 },
    value: ({ standing }) => pairOf(standing.legs),
  }),
  each("events", "What happened.", ({ events }) => events.map(eventJson), EVENT),
  shown({
    ...{ key: "events", header: "what changed", kind: "prose" },
    tone: dangerTone,
    value: (row) => textOf(row, dated),
  }),
  ...pnlFields(OF_POSITION, ({ figures }: ChangedRow) => figures),
];

const TOTALS: Fields<Changes> = [
  ...pnlFields([...OF_POSITION, "return_on_notional"], ({ totals }: Changes) => totals),
  leftOutField(({ leftOut }: Changes) => leftOut),
];

/** `positions changes`. */
export const CHANGES = answer<ShownChanges>("changes", [
  own("from", "moment", "The earlier moment (ISO 8601)."),
  own("to", "moment", "The later moment (ISO 8601)."),
  inner("inputs", "The options as typed.", ({ inputs }) => inputs, [
    own<ChangesInputs>("since", "text?", "--since."),
    own<ChangesInputs>("until", "text?", "--until."),
    own<ChangesInputs>("against", "text?", "--against."),
    FILTERED,
  ]),
  plain("open_before", "count", "Open positions at `from`.", ({ openBefore }) => openBefore),
  plain("open_after", "count", "Open positions at `to`.", ({ openAfter }) => openAfter),
  plain("closed_earlier", "count", CLOSED_EARLIER, ({ closedEarlier }) => closedEarlier),
  each(
    "rows",
    "Positions that changed: those with an event, then the largest changes.",
    ({ rows }) => rows,
    rowFields(true),
  ),
  group("totals", "Sums over the positions whose change is known.", TOTALS),
  portfoliosField((it) => it.portfolios, TOTALS),
  ASIDES,
]);

/** Beyond this, a date without its year may be misread. */
const LONG_MS = 300 * DAY_MS;

/** View of changes: a page that fits the terminal, or a row for each position. */
export function changesView(changes?: ShownChanges): View<ChangedRow> {
  const dated = changes === undefined || changes.to - changes.from > LONG_MS;
  const page = changes && { page: () => [pageOf((look) => sectionsOf(changes, look))] };
  return viewOf(rowFields(dated), { ...page, empty: "Nothing changed." }, [
    ...["handle", "portfolio", "pair", "events", "net_pnl", "*", "position_id"],
  ]);
}

function sectionsOf(changes: ShownChanges, look: Look): Section[] {
  const { rows, totals, asides, nameOf } = changes;
  const lines = [
    ...leftOutLines(changes.leftOut),
    ...asideLines(asides, nameOf),
    ...earlierLines(changes),
  ];
  const open = (value: number, label: string) => ({ label, kind: "integer" as const, value });
  const beside = [
    open(changes.openBefore, "open before"),
    open(changes.openAfter, "open after"),
    returnTotal(totals),
  ];
  return [
    { title: titleOf(changes, look), ...figuresSection([pnlTotals(totals), beside]) },
    notedSection(
      rows.length === 0
        ? textSection("No position changed.")
        : tableSection(rows, shownColumns(changesView(changes), rows, look)),
      lines,
    ),
  ];
}

function titleOf({ from, to, since }: ShownChanges, look: Look): string {
  return `Since ${timeText(from, look)} (${since}), ${duration(to - from)} before ${timeText(to, look)}`;
}

function earlierLines({ closedEarlier: count }: ShownChanges): string[] {
  if (count === 0) return [];
  const were = count === 1 ? "1 position was" : `${count} positions were`;
  return [`${were} closed before that and not in the listing of then: left out`];
}
