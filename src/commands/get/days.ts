import { fundingPast } from "../../book/funding/funding-past.js";
import { oneIdOf } from "../../book/positions/ids-from-stdin.js";
import { AnswerError } from "../../client/errors.js";
import type { UnknownLeg } from "../../figures/engine/funding/leg-size.js";
import {
  type FundingDay,
  fundingDays,
  type LegFunding,
  lifeOf,
  type PositionFunding,
  positionFunding,
} from "../../figures/engine/funding/position-funding.js";
import { fig } from "../../figures/figure.js";
import type { Q } from "../../figures/measure.js";
import {
  answer,
  each,
  type Fields,
  group,
  inner,
  optional,
  own,
  plain,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { notesSection, tableColumns, tableSection, textSection } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { printComputed, printerOf, printNext } from "../../run/print.js";
import { fieldOf } from "../../run/screen/figure-field.js";
import { fetchDetails } from "./details.js";
import { LEG, legName, type PositionRow, SIZE, signedUsd, whoFields } from "./leg-funding.js";

/** What is shown of the funding of a position. */
interface ShownFunding extends PositionRow {
  readonly funding: PositionFunding;
  /** The time that it was open, milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

interface DayRow extends FundingDay, PositionRow {}

/** Why the funding of a leg is unknown, for people. */
const REASONS: Readonly<Record<UnknownLeg, string>> = {
  market_unknown: "market id unknown",
  size_unknown: "size before it was closed unknown",
  legs_alike: "legs alike in side, exchange and symbol cannot be distinguished in the archive",
  closing_unknown: "time of closing unknown",
  quantity_negative: "negative quantity",
  unreadable: "the status, a side or a quantity cannot be read",
  time_unknown: "time of opening or closing unknown",
  funding_unknown: "settled funding not available",
};

const settled = fig<{ readonly sum: Q }>(
  "funding",
  {
    unit: "usd",
    signed: true,
    help: "Settled funding.",
    formula: "Σ −sign × quantity × rate × mark of each event",
    unknownWhen: "a market, its size or its time of closing is unknown",
  },
  ({ sum }) => sum,
);

const hoursOf = ({ sum }: LegFunding, of: "hours" | "wanted") =>
  sum.evidence.covered && Number(sum.evidence.covered[of].toFixed(1));

const LEG_FUNDING: Fields<LegFunding> = [
  ...within(({ leg }: LegFunding) => leg, LEG),
  plain("quantity", "number", "Quantity as sent.", ({ leg }) => leg.quantity),
  plain("counted", "number?", "Events that are counted.", ({ sum }) => sum.evidence.counted),
  plain("of", "number?", "Events since the opening.", ({ sum }) => sum.evidence.of),
  plain("covered_hours", "number?", "Hours that the events cover.", (it) => hoursOf(it, "hours")),
  plain("wanted_hours", "number?", "Hours since the opening.", (it) => hoursOf(it, "wanted")),
  fieldOf(settled),
  optional(own("unknown", Object.keys(REASONS), "Why the funding is unknown.")),
  ...within(({ size }: LegFunding) => size, SIZE).map((field) =>
    optional(field, ({ unknown }) => unknown === undefined),
  ),
];

const DAY = "UTC day; what settles at 00:00 belongs to the day before.";
const SUM = "Funding of the day, USD; null without a known event.";
const CUMULATIVE = "Sum of the days up to this one, USD.";

const ROW: Fields<DayRow> = [
  ...whoFields<DayRow>(),
  plain("time", "text", DAY, {
    of: ({ day }) => new Date(day).toISOString().slice(0, 10),
    header: "day",
    priority: 0,
  }),
  own("long", "number|null", "Funding of the long legs, USD.", signedUsd("long", 2)),
  own("short", "number|null", "Funding of the short legs, USD.", signedUsd("short", 2)),
  plain("funding", "number|null", SUM, { of: ({ usd }) => usd, ...signedUsd("funding", 0) }),
  own("cumulative", "number|null", CUMULATIVE, signedUsd("cumulative", 1)),
  own("counted", "count", "Events with a rate and a mark price.", {
    header: "events",
    priority: 4,
  }),
  own("of", "count", "Events of the day.", { header: "of", priority: 5 }),
];

/** `get --days`. */
export const DAYS = answer<ShownFunding>("get-days", [
  group("inputs", "What is requested.", [
    plain("position_id", "text", "Position identifier (uuid).", (it) => it.position.position_id),
    own("start", "time", "Start of the time (ISO 8601), exclusive: the opening."),
    own("end", "time", "End of the time (ISO 8601), inclusive."),
  ]),
  each("rows", "One item per day.", rowsOf, ROW),
  inner("totals", "Sums of the days.", ({ funding }) => funding, [
    fieldOf(settled),
    each("legs", "Sums of each leg.", ({ legs }: PositionFunding) => legs, LEG_FUNDING),
  ]),
]);

/** Returns a row for each UTC day. */
function rowsOf({ position, handle, funding }: ShownFunding): DayRow[] {
  return fundingDays(funding).map((day) => ({ ...day, position, handle }));
}

/** Returns the view of the funding of a position by day: a page, or its rows. */
export function daysView(shown?: ShownFunding): View<DayRow> {
  const page = shown && { page: () => sectionsOf(shown) };
  return viewOf(ROW, { ...page, empty: "No settled funding since the opening." });
}

function sectionsOf(shown: ShownFunding): Section[] {
  const view = daysView();
  const rows = rowsOf(shown);
  const unknown = shown.funding.legs.flatMap(({ leg, unknown: why }) =>
    why === undefined ? [] : [`unknown: ${legName(leg)}: ${REASONS[why]}, so the sum is unknown`],
  );
  const none = unknown.length > 0 ? [] : [textSection(view.empty)];
  return [
    textSection(headline(shown)),
    ...(rows.length === 0 ? none : [tableSection(rows, tableColumns(view))]),
    ...notesSection(unknown),
  ];
}

/** `SOL.12fd · settled funding +36.00 · 12 of 14 events` */
function headline({ handle, funding: { sum } }: ShownFunding): string {
  const { counted = 0, of } = sum.evidence;
  const isUnknown = of === undefined || (of === 0 && sum.value === null);
  const events = isUnknown ? "" : ` · ${counted} of ${of} events`;
  return `${handle} · settled funding ${inSentence("usd", sum.value?.toFixed(), true)}${events}`;
}

/**
 * Prints the settled funding of a position in USD by UTC day, with the cumulative sum. Where there is an
 * archive, each event counts at the size that snapshots have recorded, else at the current quantity.
 */
export async function printDays(context: Context, typed: readonly string[]): Promise<ExitCode> {
  await (await printerOf(context)).check(daysView());
  const name = await oneIdOf(context, typed, "--days");
  const details = await fetchDetails(context, [name], { performance: false });
  const [item] = details.items;
  if (item === undefined) return exitCodeOf(details.failure);
  const { value: position } = item;
  const { start, end } = lifeOf(position, details.client.serviceNow());
  refuseUndated(position.position_id, start, end);
  const wanted = { position, portfolioId: position.portfolio_id, start, end };
  const past = await fundingPast(context, details.client, [wanted]);
  const funding = positionFunding(position, past.inputsOf(wanted));
  const shown = { position, handle: details.handles.of(position), funding, start, end };
  const json = () => DAYS.json(shown);
  await printComputed(context, { json, rows: rowsOf(shown), view: daysView(shown) });
  await printNext(context, [["get", shown.handle]]);
  return exitCodeOf(gravestOf([details.failure, past.failure]));
}

/** @throws {AnswerError} when the time of opening or closing cannot be read */
function refuseUndated(id: string, start: number, end: number): void {
  if (!Number.isNaN(end - start)) return;
  const field = Number.isNaN(start) ? "opened_at" : "closed_at";
  throw new AnswerError(`position ${id} does not match the interface: ${field} cannot be read`);
}
