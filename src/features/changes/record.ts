import { pairOf } from "../../analytics/portfolio/groups.js";
import { DAY_MS } from "../../base/time/periods.js";
import { UNREADABLE_TEXT } from "../../client/validate/stand-in.js";
import {
  answer,
  each,
  type Fields,
  group,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { figuresSection, renderPage, tableSection, textSection } from "../../output/table/page.js";
import type { Section } from "../../output/table/section.js";
import { timeText } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { duration } from "../../views/duration.js";
import { leftOutField, leftOutLines } from "../../views/left-out.js";
import { notedSection } from "../../views/past/noted-section.js";
import { ASIDES, asideLines } from "../../views/past/past-asides.js";
import {
  OF_POSITION,
  type PartMeasures,
  partMeasures,
  pnlFields,
  pnlTotals,
  returnTotal,
  shownColumns,
} from "../../views/past/pnl-figures.js";
import { exchangesOf, PORTFOLIO } from "../../views/row-fields.js";
import { EVENT, eventJson, eventText } from "./event-fields.js";
import type { ChangedPosition, Changes } from "./figures.js";

/** What a comparison was asked for. */
export interface ChangesInputs {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly against?: string | undefined;
}

const CLOSED_EARLIER = "Positions closed before `from` that its listing does not have; left out.";

/** A position that changed, with its figures. */
interface ChangedRow extends ChangedPosition {
  readonly portfolio_id: string;
  readonly figures: PartMeasures;
}

/** Changes, with what they were asked for. */
export interface ShownChanges extends Changes {
  readonly inputs: ChangesInputs;
  /** What `from` is: `the last look`, or the name of a file. */
  readonly since: string;
  readonly rows: readonly ChangedRow[];
}

/** Returns the positions that changed with their figures. */
export function changedRows({ positions, to }: Changes, portfolioId: string): ChangedRow[] {
  return positions.map((it) => ({
    ...{ ...it, portfolio_id: portfolioId },
    figures: partMeasures(it.parts, to),
  }));
}

/** @param dated whether the times of events have a year */
const rowFields = (dated: boolean): Fields<ChangedRow> => [
  ...PORTFOLIO,
  plain("position_id", "text", "Position identifier (uuid).", {
    of: ({ standing }) => standing.positionId,
    ...{ header: "position", kind: "id", priority: 0 },
  }),
  plain("asset", "text", "Asset symbol.", {
    of: ({ standing }) => standing.asset,
    ...{ header: "asset", priority: 0 },
  }),
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
    value: ({ events }) => events.map((event) => eventText(event, dated)).join("; "),
  }),
  ...pnlFields(OF_POSITION, ({ figures }: ChangedRow) => figures),
];

/** `positions changes`. */
export const CHANGES = answer<ShownChanges>("changes", [
  own("from", "moment", "The earlier moment (ISO 8601)."),
  own("to", "moment", "The later moment (ISO 8601)."),
  group(
    "inputs",
    "The options as typed.",
    within(
      ({ inputs }) => inputs,
      [
        own<ChangesInputs>("since", "text?", "--since."),
        own<ChangesInputs>("until", "text?", "--until."),
        own<ChangesInputs>("against", "text?", "--against."),
      ],
    ),
  ),
  plain("open_before", "count", "Open positions at `from`.", ({ openBefore }) => openBefore),
  plain("open_after", "count", "Open positions at `to`.", ({ openAfter }) => openAfter),
  plain("closed_earlier", "count", CLOSED_EARLIER, ({ closedEarlier }) => closedEarlier),
  each(
    "rows",
    "Positions that changed: those with an event, then the largest changes.",
    ({ rows }) => rows,
    rowFields(true),
  ),
  group("totals", "Sums over the positions whose change is known.", [
    ...pnlFields([...OF_POSITION, "return_on_notional"], ({ totals }: ShownChanges) => totals),
    leftOutField(({ leftOut }: ShownChanges) => leftOut),
  ]),
  ASIDES,
]);

/** Beyond this, a date without its year may be misread. */
const LONG_MS = 300 * DAY_MS;

/** View of changes: a page that fits the terminal, or a row for each position. */
export function changesView(changes?: ShownChanges, whole = false): View<ChangedRow> {
  const dated = changes === undefined || changes.to - changes.from > LONG_MS;
  const page = changes && { page: () => [pageOf(changes, whole)] };
  return viewOf(rowFields(dated), { ...page, empty: "Nothing changed." }, [
    ...["asset", "position_id", "pair", "events", "net_pnl", "*"],
  ]);
}

/** Positions that are shown at least, whatever the height. */
const LEAST_SHOWN = 3;

function pageOf(changes: ShownChanges, whole: boolean): Section {
  return {
    async render(look) {
      const { height, width } = look;
      const { length } = changes.positions;
      const draw = (most: number) => renderPage(sectionsOf(changes, most, look), look);
      let text = await draw(length);
      if (whole || height === undefined || width === undefined) return text;
      const linesOf = (it: string) => it.split("\n").length;
      let most = Math.min(length, height);
      while (linesOf(text) > height && most > LEAST_SHOWN) {
        most = Math.max(LEAST_SHOWN, most - Math.max(1, (linesOf(text) - height) >> 1));
        text = await draw(most);
      }
      return text;
    },
  };
}

function sectionsOf(changes: ShownChanges, most: number, look: Look): Section[] {
  const { rows, totals, asides } = changes;
  const rest = Math.max(0, rows.length - most);
  const dots = look.unicode ? "…" : "...";
  const more = rest === 0 ? [] : [`${dots} and ${rest} more (-v shows all)`];
  const lines = [
    ...more,
    ...leftOutLines(changes.leftOut),
    ...asideLines(asides),
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
    rows.length === 0
      ? textSection("No position changed.")
      : notedSection(
          tableSection(rows.slice(0, most), shownColumns(changesView(changes), rows)),
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
