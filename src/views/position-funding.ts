import type { FundingList } from "../analytics/funding-lists.js";
import { fundingDays, fundingEvents } from "../analytics/funding-rows.js";
import type { UnknownLeg } from "../analytics/leg-size.js";
import type { LegFunding, PositionFunding } from "../analytics/position-funding.js";
import type { PositionDetail } from "../client/resources/position.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Column, View } from "../output/table/column.js";
import { tableSection, textSection } from "../output/table/page.js";
import { formatCell } from "../output/text/format.js";
import type { Sourced } from "../output/text/sourced.js";
import { measureJson } from "./measure-fields.js";
import { FUNDING_COLUMNS, hoursOf, iso, legName } from "./position-funding-columns.js";
import { sizeJson, sizeLines } from "./size-source.js";

/** What is shown of the funding of a position. */
export interface ShownFunding {
  readonly position: PositionDetail;
  readonly funding: PositionFunding;
  readonly list: FundingList;
  /** Requested range, milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

/** Why the funding of a leg is unknown, for people. */
export const REASONS: Readonly<Record<UnknownLeg, string>> = {
  market_unknown: "market id unknown",
  size_unknown: "size before it was closed unknown",
  legs_alike: "legs alike in side, exchange and symbol cannot be told apart in the archive",
  closing_unknown: "time of closing unknown",
  quantity_negative: "negative quantity",
  funding_unknown: "settled funding not available",
};

/** Returns the funding as printed; its shape is that of `carry schema position-funding`. */
export function positionFundingItem(shown: ShownFunding): Sourced<unknown> {
  const { position, funding, list, start, end } = shown;
  return sourced({
    inputs: { position_id: position.position_id, by: list, start: iso(start), end: iso(end) },
    rows: ROWS_JSON[list](funding),
    totals: { funding: measureJson(funding.sum), legs: funding.legs.map(legJson) },
  });
}

const ROWS_JSON: Readonly<Record<FundingList, (funding: PositionFunding) => object[]>> = {
  leg: ({ legs }) => legs.map(legJson),
  day: (funding) =>
    fundingDays(funding).map(({ day, long, short, usd, cumulative, counted, of }) => ({
      ...{ day: iso(day).slice(0, 10), long, short, funding: usd, cumulative, counted, of },
    })),
  event: (funding) =>
    fundingEvents(funding).map(({ leg, time, rate, mark, quantity, usd, cumulative }) => ({
      funding_time: iso(time),
      ...{ leg_id: leg.leg_id, side: leg.side, exchange: leg.exchange, symbol: leg.symbol },
      ...{ market_id: leg.market_id, funding_rate: rate, mark_price: mark, quantity },
      ...{ funding: usd, cumulative },
    })),
};

function legJson({ leg, sum, unknown, size }: LegFunding) {
  const { leg_id, side, exchange, symbol, market_id, quantity } = leg;
  return {
    ...{ leg_id, side, exchange, symbol, market_id, quantity },
    funding: measureJson(sum),
    unknown: unknown ?? undefined,
    ...(unknown === undefined && sizeJson(size)),
  };
}

/** Returns the columns of a list. */
export function positionFundingColumns(list: FundingList): readonly Column<never>[] {
  return FUNDING_COLUMNS[list];
}

/** View of the funding of a position: a page, or its rows. */
export function positionFundingView(shown: ShownFunding): View<unknown, unknown> {
  const { list, funding } = shown;
  const rows = ROWS[list](funding);
  const columns = FUNDING_COLUMNS[list] as readonly Column<unknown>[];
  const keys = columns.map(({ key }) => key);
  return {
    rows: () => rows,
    columns,
    defaults: { table: keys, csv: keys },
    page: () => [
      textSection(headline(shown)),
      rows.length === 0
        ? textSection("No settled funding in this range.")
        : tableSection(rows, columns),
      ...unknownLines(funding).map((line) => textSection(line)),
      ...sizeLines(funding, shown.start).map((line) => textSection(line)),
    ],
    empty: "No settled funding in this range.",
  };
}

const ROWS: Readonly<Record<FundingList, (funding: PositionFunding) => readonly unknown[]>> = {
  leg: ({ legs }) => legs,
  day: fundingDays,
  event: fundingEvents,
};

function headline({ position, funding }: ShownFunding): string {
  const { sum } = funding;
  const amount = formatCell("usd", sum.value?.toFixed(), { unicode: true, zone: "UTC" }, true);
  const events = eventsText(sum);
  const known = events === undefined ? "" : ` · ${events}`;
  const [least] = funding.legs
    .flatMap(({ sum: { coveredHours, wantedHours } }) =>
      coveredHours === undefined ? [] : [{ coveredHours, wantedHours }],
    )
    .sort((a, b) => a.coveredHours - b.coveredHours);
  const hours =
    least === undefined
      ? ""
      : ` · covered ${hoursOf(least.coveredHours)} of ${hoursOf(least.wantedHours)} h`;
  return `${position.asset} ${position.position_id.slice(0, 8)} · settled funding ${amount}${known}${hours}`;
}

/** Returns over how many events a sum is: `12 of 14 events`; undefined if that is unknown. */
export function eventsText({ counted = 0, of }: PositionFunding["sum"]): string | undefined {
  return of === undefined ? undefined : `${counted} of ${of} events`;
}

/** Returns a line for each leg whose funding is unknown. */
export function unknownLines({ legs }: PositionFunding): string[] {
  return legs.flatMap(({ leg, unknown }) =>
    unknown === undefined ? [] : [`– ${legName(leg)}: ${REASONS[unknown]}, so the sum is unknown`],
  );
}
