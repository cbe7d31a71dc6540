import type { ChangedPosition, Changes } from "../analytics/changes.js";
import { pairOf } from "../analytics/groups.js";
import { mapValues } from "../base/map-values.js";
import { DAY_MS } from "../base/periods.js";
import { UNREADABLE_TEXT } from "../client/validate/stand-in.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Column, View } from "../output/table/column.js";
import { figuresSection, renderPage, tableSection, textSection } from "../output/table/page.js";
import type { Section } from "../output/table/section.js";
import type { Look } from "../output/text/look.js";
import { duration } from "./duration.js";
import { measureJson } from "./measure-fields.js";
import { eventJson, eventText } from "./moment-events.js";
import { notedSection } from "./noted-section.js";
import { asideLines, asidesJson, timeText } from "./past-asides.js";
import { partMeasures, pnlColumns, pnlJson, pnlTotals, totalOf } from "./pnl-figures.js";

/** What a comparison was asked for. */
export interface ChangesInputs {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly against?: string | undefined;
}

/** Changes, with what they were asked for. */
export interface ShownChanges extends Changes {
  readonly inputs: ChangesInputs;
  /** What `from` is: `the last look`, or the name of a file. */
  readonly since: string;
}

/** Returns changes for programs. */
export function changesJson(changes: ShownChanges) {
  const { from, to, inputs, positions, totals, asides } = changes;
  return sourced({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    inputs,
    open_before: changes.openBefore,
    open_after: changes.openAfter,
    closed_earlier: changes.closedEarlier,
    rows: positions.map((it) => rowJson(it, to)),
    totals: pnlJson(totals),
    asides: asidesJson(asides),
  });
}

function rowJson({ standing, events, parts }: ChangedPosition, to: number) {
  const { positionId, asset, status, openedAt, closedAt, legs } = standing;
  return {
    position_id: positionId,
    ...{ asset, status },
    opened_at: Number.isNaN(openedAt) ? UNREADABLE_TEXT : new Date(openedAt).toISOString(),
    closed_at: closedAt === null ? null : new Date(closedAt).toISOString(),
    pair: pairOf(legs),
    events: events.map(eventJson),
    ...mapValues(partMeasures(parts, to), measureJson),
  };
}

/** Beyond this, a date without its year may be misread. */
const LONG_MS = 300 * DAY_MS;

/** @param dated whether the times of events have a year */
const columnsWith = (dated: boolean): readonly Column<ChangedPosition>[] => [
  { key: "asset", header: "asset", kind: "text", priority: 0, value: (it) => it.standing.asset },
  {
    key: "position_id",
    header: "position",
    kind: "id",
    priority: 0,
    value: (it) => it.standing.positionId,
  },
  {
    key: "pair",
    header: "long/short",
    kind: "text",
    priority: 8,
    value: (it) => pairOf(it.standing.legs),
  },
  {
    key: "events",
    header: "what changed",
    kind: "prose",
    value: ({ events }) => events.map((event) => eventText(event, dated)).join("; "),
  },
  ...pnlColumns<ChangedPosition>(
    ({ parts }, name) => (name === "return_on_notional" ? undefined : partMeasures(parts, 0)[name]),
    [
      ...(["net_pnl", "funding_pnl", "spread_realized", "spread_unrealized"] as const),
      ...(["fees_paid", "fees_estimated_exit", "residual"] as const),
    ],
  ),
];

const keys = columnsWith(true).map(({ key }) => key);

function columnsOf(changes: ShownChanges | undefined): readonly Column<ChangedPosition>[] {
  return columnsWith(changes === undefined || changes.to - changes.from > LONG_MS);
}

/** View of changes: a page that fits the terminal, or a row for each position. */
export function changesView(changes?: ShownChanges, whole = false): View<unknown, ChangedPosition> {
  return {
    rows: () => changes?.positions ?? [],
    columns: columnsOf(changes),
    defaults: { table: keys, csv: keys },
    ...(changes !== undefined && { page: () => [pageOf(changes, whole)] }),
    empty: "Nothing changed.",
  };
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
  const { positions, totals, asides } = changes;
  const shown = positions.slice(0, most);
  const rest = positions.length - shown.length;
  const dots = look.unicode ? "…" : "...";
  const more = rest === 0 ? [] : [`${dots} and ${rest} more (-v shows all)`];
  const lines = [...more, ...asideLines(asides), ...earlierLines(changes)];
  const open = (value: number, label: string) => ({ label, kind: "integer" as const, value });
  const beside = [
    open(changes.openBefore, "open before"),
    open(changes.openAfter, "open after"),
    { ...totalOf("return_on_notional", totals.return_on_notional), label: "return on notional" },
  ];
  return [
    { title: titleOf(changes, look), ...figuresSection([pnlTotals(totals), beside]) },
    positions.length === 0
      ? textSection("No position changed.")
      : notedSection(tableSection(shown, shownColumns(changes)), lines),
  ];
}

/** Leaves out the residual where there is none. */
function shownColumns(changes: ShownChanges): Column<ChangedPosition>[] {
  const isOdd = changes.positions.some(
    ({ parts }) => partMeasures(parts, 0).residual.value?.eq(0) === false,
  );
  return columnsOf(changes).filter(({ key }) => key !== "residual" || isOdd);
}

function titleOf({ from, to, since }: ShownChanges, look: Look): string {
  return `Since ${timeText(from, look)} (${since}), ${duration(to - from)} before ${timeText(to, look)}`;
}

function earlierLines({ closedEarlier: count }: ShownChanges): string[] {
  if (count === 0) return [];
  const were = count === 1 ? "1 position was" : `${count} positions were`;
  return [`${were} closed before that and not in the listing of then: left out`];
}
