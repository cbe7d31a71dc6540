import type { FundingList } from "../../analytics/funding/funding-lists.js";
import type { PositionFunding } from "../../analytics/funding/position-funding.js";
import type { PositionDetail } from "../../client/resources/position.js";
import { answer, each, type Fields, group, own, plain, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { tableSection, textSection } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import { figure } from "../../views/measure-fields.js";
import { nameOf } from "../../views/position/named-positions.js";
import {
  FUNDING_FIELDS,
  FUNDING_ROWS,
  hoursOf,
  LEG_FUNDING,
  legName,
  REASONS,
} from "../../views/position/position-funding-fields.js";
import { sizeLines } from "./size-source.js";

/** What is shown of the funding of a position. */
export interface ShownFunding {
  readonly position: PositionDetail;
  readonly funding: PositionFunding;
  readonly list: FundingList;
  /** Requested range, milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

/** Returns `positions funding`, by `--by`. */
export const positionFundingAnswer = (list: FundingList) =>
  answer<ShownFunding>("position-funding", [
    group("inputs", "What was asked for.", [
      plain("position_id", "text", "Position identifier (uuid).", (it) => it.position.position_id),
      plain("by", [list], "What a row is.", () => list),
      own("start", "time", "Start of the range (ISO 8601), exclusive."),
      own("end", "time", "End of the range (ISO 8601), inclusive."),
    ]),
    each<ShownFunding, object>(
      "rows",
      `One item per ${list}.`,
      ({ funding }) => FUNDING_ROWS[list](funding),
      FUNDING_FIELDS[list] as Fields<object>,
    ),
    group("totals", "Sums of the range.", [
      figure("funding", "Sum of the legs, USD; null if one of them is unknown.", ({ funding }) => {
        return funding.sum;
      }),
      each("legs", "Sums of each leg.", ({ funding }) => funding.legs, LEG_FUNDING),
    ]),
  ]);

const viewOfRows = (list: FundingList) =>
  viewOf(FUNDING_FIELDS[list] as Fields<unknown>, { empty: "No settled funding in this range." });

/** Returns the columns of a list. */
export function fundingColumns(list: FundingList): View<unknown>["columns"] {
  return viewOfRows(list).columns;
}

/** View of the funding of a position: a page, or its rows. */
export function positionFundingView(shown: ShownFunding): View<unknown, unknown> {
  const { list, funding } = shown;
  const rows = FUNDING_ROWS[list](funding);
  const { columns, defaults, empty } = viewOfRows(list);
  return {
    ...{ rows: () => rows, columns, defaults, empty },
    page: () => [
      textSection(headline(shown)),
      rows.length === 0 ? textSection(empty) : tableSection(rows, columns),
      ...unknownLines(funding).map((line) => textSection(line)),
      ...sizeLines(funding, shown.start).map((line) => textSection(line)),
    ],
  };
}

function headline({ position, funding }: ShownFunding): string {
  const { sum } = funding;
  const amount = inSentence("usd", sum.value?.toFixed(), true);
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
  return `${nameOf(position)} · settled funding ${amount}${known}${hours}`;
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
