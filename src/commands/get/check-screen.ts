import type { LegDetail } from "../../client/resources/position.js";
import type { SizeSource } from "../../figures/engine/funding/leg-size.js";
import {
  type Cause,
  RECONCILED,
  type Reconcilable,
  type Reconciled,
  type ReconciledLine,
  VERDICTS,
  type Verdict,
  verdictsOf,
} from "../../figures/engine/position/reconcile.js";
import {
  answer,
  each,
  type Fields,
  group,
  optional,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { Column, View } from "../../output/table/column.js";
import {
  notesSection,
  renderSections,
  tableColumns,
  tableSection,
  textSection,
} from "../../output/table/page.js";
import type { Section, Tone } from "../../output/text/look.js";
import { counted } from "../../output/text/words.js";
import { legName, overriddenNames, SIZE, signedUsd, UNCOUNTABLE } from "./leg-funding.js";

/** A line with its position. */
export interface CheckedRow extends ReconciledLine {
  readonly position: Reconcilable;
  /** Name of the position. */
  readonly handle: string;
}

type Rows = readonly CheckedRow[];

const WHAT: Readonly<Record<Reconciled, string>> = {
  leg_funding: "funding of the leg",
  funding_pnl: "funding of the legs",
  fees_paid: "fees paid",
  net_pnl: "net PnL of its parts",
};

const CAUSES: Readonly<Record<Cause, string>> = {
  market_unknown: "no market id",
  size_unknown: "the size before it was closed is unknown",
  legs_alike: "the archive cannot distinguish legs that are alike",
  size_changed: "the size changed between two snapshots around an event",
  closing_unknown: "the time of closing is unknown",
  quantity_negative: "negative quantity",
  unreadable: UNCOUNTABLE,
  time_unknown: "the time of opening or closing is unknown",
  funding_unknown: "settled funding is not available",
  events_missing: "nobody has the events of a part of the time",
  event_unknown: "an event has no rate or mark price, or conflicting values",
  resized: "the size changed: the open position has realized price PnL",
  override_left_out: "the performance leaves out the funding override",
  close_fee_missing: "no closing fee of a closed leg",
  not_sent: "the service sends no figure",
};

const UNEXPLAINED = "no known cause";

/** A sum of events at the current quantity is no explanation once the size has changed. */
const AT_QUANTITY = `${UNEXPLAINED}: explained only while the size was constant`;
const AT_RECORDED = `${UNEXPLAINED}, at the sizes that the archive has recorded`;
const TOO_MUCH = `${UNEXPLAINED}: more than what is not known can make, 3 times the largest known amount each`;

const TONES: Partial<Record<Verdict, Tone>> = { unexplained: "warning", unknown: "absent" };

const EXPLAINS = "Most that what is not known can make of it, USD; absent without a limit.";
const OWN = "Sum of settled events, legs or parts, USD; null if unknown.";
const COUNTED = "Of leg_funding: number of events in the own sum.";
const OF = "Number of events since the opening, missing ones included.";

/** Names of a leg, its market, and its identifier. */
const LEG: Fields<LegDetail> = [
  own("leg_id", "text?", "Leg identifier (uuid)."),
  own("side", "text", "Side of the leg: long or short."),
  own("exchange", "text", "Exchange identifier."),
  own("symbol", "text", "Market symbol on the exchange."),
  own("market_id", "integer|null", "Market identifier."),
];

const FIELDS: Fields<CheckedRow> = [
  shown({
    ...{ key: "handle", header: "position", kind: "text", priority: 0, isWhole: true },
    value: ({ handle }) => handle,
  }),
  plain(
    "portfolio_id",
    "text|null",
    "Identifier of its portfolio.",
    (it) => it.position.portfolio_id,
  ),
  plain("position_id", "text", "Position identifier (uuid).", {
    of: ({ position }) => position.position_id,
    ...{ header: "id", kind: "id", priority: 9, isWide: true },
  }),
  plain("asset", "text", "Asset symbol.", ({ position }) => position.asset),
  own("what", RECONCILED, "What is compared.", { header: "what", priority: 0 }),
  ...within(({ leg }: CheckedRow) => leg as LegDetail, LEG).map((field) =>
    optional(field, ({ leg }) => leg !== undefined),
  ),
  shown({
    ...{ key: "leg", header: "leg", kind: "text", priority: 1 },
    value: ({ leg }) => leg && legName(leg),
  }),
  own("service", "number|null", "Figure of the service, USD.", signedUsd("service", 1)),
  own("own", "number|null", OWN, signedUsd("own sum", 1)),
  shown({
    ...{ key: "events", header: "events", kind: "text", priority: 5 },
    value: ({ events }) => events && `${events.counted} of ${events.of}`,
    blank: ({ what }) => what !== "leg_funding",
  }),
  own("difference", "number|null", "service minus own, USD.", signedUsd("difference", 0)),
  own("verdict", VERDICTS, "Result of the comparison.", {
    ...{ header: "verdict", priority: 0, tone: ({ verdict }) => TONES[verdict] },
  }),
  own("cause", "text?", "Why they differ, or cannot be compared.", {
    ...{ header: "cause", priority: 2, value: causeText },
  }),
  own("explains", "number?", EXPLAINS),
  plain("events_counted", "count?", COUNTED, ({ events }) => events?.counted),
  plain("events_of", "count?", OF, ({ events }) => events?.of),
  ...within(({ size }: CheckedRow) => size as SizeSource, SIZE).map((field) =>
    optional(field, ({ size }) => size !== undefined),
  ),
];

function causeText({ verdict, cause, size, explains }: CheckedRow): string | undefined {
  if (verdict === "unexplained") {
    if (explains !== undefined) return TOO_MUCH;
    if (size === undefined) return UNEXPLAINED;
    return size.recordedSince === undefined ? AT_QUANTITY : AT_RECORDED;
  }
  return cause === undefined ? undefined : CAUSES[cause];
}

/** View of checked positions: a page, or a row for each line. */
export function checkView(rows?: Rows): View<CheckedRow> {
  const page = rows && { page: () => sectionsOf(rows) };
  return viewOf(FIELDS, { ...page, empty: "No positions." });
}

function sectionsOf(rows: Rows): Section[] {
  const columns = tableColumns(checkView()).filter(({ key }) => !["leg", "cause"].includes(key));
  return [
    textSection(verdictOf(rows)),
    {
      render: (look) =>
        renderSections(
          [tableSection(rows, columns.map(named)), ...notesSection(notesOf(rows))],
          look,
        ),
    },
  ];
}

function notesOf(rows: Rows): string[] {
  const handles = new Map(rows.map(({ position, handle }) => [position, handle]));
  const overrides = [...handles].flatMap(([position, handle]) => {
    const legs = overriddenNames(position);
    return legs === "" ? [] : [`${handle} (${legs})`];
  });
  const overridden =
    overrides.length === 0
      ? []
      : [`funding override, in the funding of the legs alone: ${overrides.join(", ")}`];
  return [...causesOf(rows), ...overridden, "equal: a difference of at most 0.01"];
}

/** Shows what is compared in words, with the leg, whose name is wrapped and never cut. */
function named(column: Column<CheckedRow>): Column<CheckedRow> {
  if (column.key !== "what") return column;
  return {
    ...column,
    kind: "prose",
    narrowest: 18,
    value: ({ what, leg }) => (leg === undefined ? WHAT[what] : `funding ${legName(leg)}`),
  };
}

/** Returns each cause with the number of its lines: `explained (20): ...`. */
function causesOf(rows: readonly CheckedRow[]): string[] {
  const found = new Map<string, CheckedRow[]>();
  for (const row of rows) {
    const cause = causeText(row);
    if (cause === undefined) continue;
    const key = `${row.verdict} ${cause}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found].map(([key, own]) => {
    const { verdict = "unknown" } = own[0] ?? {};
    return `${verdict} (${own.length}): ${key.slice(verdict.length + 1)}${coverage(own)}`;
  });
}

/** Returns how many events own sums have, if they lack some: `, 118 of 214 are counted`. */
function coverage(rows: readonly CheckedRow[]): string {
  const sum = (which: "counted" | "of") =>
    rows.reduce((total, { events }) => total + (events?.[which] ?? 0), 0);
  return sum("counted") < sum("of") ? `, ${sum("counted")} of ${sum("of")} are counted` : "";
}

/** `0 unexplained of 11 lines: 6 equal, 5 explained, 0 unknown` */
function verdictOf(rows: readonly ReconciledLine[]): string {
  const { equal, explained, unexplained, unknown } = verdictsOf(rows);
  const lines = counted(rows.length, "line");
  return `${unexplained} unexplained of ${lines}: ${equal} equal, ${explained} explained, ${unknown} unknown`;
}

/**
 * Returns in a few words whether the service and carry agree: `service and carry agree (5 of 5)`; undefined
 * where nothing differs so far, and events are missing without which the rest cannot be told.
 */
export function checkText(lines: readonly ReconciledLine[]): string | undefined {
  const { equal, explained } = verdictsOf(lines);
  const known = lines.filter(({ events }) => events === undefined || events.counted === events.of);
  const differing = verdictsOf(known).unexplained;
  if (differing > 0) return `${differing} of ${lines.length} differ, unexplained: --check`;
  if (known.length < lines.length || equal + explained < lines.length) return undefined;
  const told = explained === 0 ? "" : `, ${explained} explained: --check`;
  return `service and carry agree (${equal} of ${lines.length}${told})`;
}

function positionsOf(rows: readonly CheckedRow[]): Reconcilable[] {
  return [...new Set(rows.map(({ position }) => position))];
}

/** `get --check`. */
export const CHECKED = answer<Rows>("get-check", [
  group("inputs", "What is compared.", [
    plain("position_ids", "texts", "Identifiers of the positions (uuid).", (rows) => {
      return positionsOf(rows).map(({ position_id: id }) => id);
    }),
    plain("tolerance", "number", "Greatest difference that counts as equal, USD.", () => 0.01),
  ]),
  each("rows", "One item per figure that is compared.", (rows) => rows, FIELDS),
  group(
    "totals",
    "Number of lines by result.",
    VERDICTS.map((verdict) =>
      plain(verdict, "count", "Number of lines.", (rows) => verdictsOf(rows)[verdict]),
    ),
  ),
]);
