import type { PositionDetail } from "../../client/resources/position.js";
import {
  type FundingDay,
  fundingDays,
  type PositionFunding,
} from "../../figures/engine/funding/position-funding.js";
import type { Q } from "../../figures/measure.js";
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
import { notesSection, tableColumns, tableSection, textSection } from "../../output/table/page.js";
import { inSentence } from "../../output/text/format.js";
import type { Section } from "../../output/text/look.js";
import {
  FUNDING_DAY,
  LEG_FUNDING,
  legName,
  overriddenNames,
  REASONS,
  roundedHours,
  SETTLED,
} from "./leg-funding.js";
import { sizeLines } from "./size-lines.js";

/** What is shown of the funding of a position. */
export interface ShownFunding {
  readonly position: PositionDetail;
  /** Name of the position. */
  readonly handle: string;
  readonly funding: PositionFunding;
  /** The time that it was open, milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
}

interface FundingRow extends FundingDay {
  readonly position: PositionDetail;
  readonly handle: string;
}

/** Returns a row for each UTC day. */
export function fundingRows({ position, handle, funding }: ShownFunding): FundingRow[] {
  return fundingDays(funding).map((day) => ({ ...day, position, handle }));
}

const ROW: Fields<FundingRow> = [
  shown({
    ...{ key: "handle", header: "position", kind: "text", priority: 0, isWhole: true },
    value: ({ handle }) => handle,
  }),
  ...within(
    ({ position }: FundingRow) => position,
    [
      own("portfolio_id", "text|null", "Identifier of its portfolio."),
      own("position_id", "text", "Position identifier (uuid)."),
      own("asset", "text", "Asset symbol."),
    ],
  ),
  ...FUNDING_DAY,
];

/** `get --days`. */
export const DAYS = answer<ShownFunding>("get-days", [
  group("inputs", "What is requested.", [
    plain("position_id", "text", "Position identifier (uuid).", (it) => it.position.position_id),
    own("start", "time", "Start of the time (ISO 8601), exclusive: the opening."),
    own("end", "time", "End of the time (ISO 8601), inclusive."),
  ]),
  each("rows", "One item per day.", fundingRows, ROW),
  group("totals", "Sums of the days.", [
    { ...SETTLED, json: ({ funding }) => SETTLED.json(funding), columns: [] },
    each("legs", "Sums of each leg.", ({ funding }) => funding.legs, LEG_FUNDING),
  ]),
]);

/** View of the funding of a position by day: a page, or its rows. */
export function daysView(shown?: ShownFunding): View<FundingRow> {
  const page = shown && { page: () => sectionsOf(shown) };
  return viewOf(ROW, { ...page, empty: "No settled funding since the opening." });
}

function sectionsOf(shown: ShownFunding): Section[] {
  const view = daysView();
  const rows = fundingRows(shown);
  const isUnknown = shown.funding.legs.some(({ unknown }) => unknown !== undefined);
  const none = isUnknown ? [] : [textSection(view.empty)];
  return [
    textSection(headline(shown)),
    ...(rows.length === 0 ? none : [tableSection(rows, tableColumns(view))]),
    ...notesSection(notesOf(shown)),
  ];
}

function notesOf({ position, funding, start }: ShownFunding): string[] {
  const override = overriddenNames(position);
  const without = override === "" ? [] : [`left out: the funding override of ${override}`];
  return [...unknownLines(funding), ...sizeLines(funding, start), ...without];
}

function headline({ handle, funding }: ShownFunding): string {
  const { sum } = funding;
  const amount = inSentence("usd", sum.value?.toFixed(), true);
  const events = eventsText(sum);
  const known = events === undefined ? "" : ` · ${events}`;
  const [least] = funding.legs
    .flatMap(({ sum }) => sum.evidence.covered ?? [])
    .sort((a, b) => a.hours - b.hours);
  const hours =
    least === undefined
      ? ""
      : ` · covered ${roundedHours(least.hours)} of ${roundedHours(least.wanted)} h`;
  return `${handle} · settled funding ${amount}${known}${hours}`;
}

/** Returns how many events a sum has: `12 of 14 events`; undefined if that is unknown. */
function eventsText({ value, evidence: { counted = 0, of } }: Q): string | undefined {
  const isUnknown = of === undefined || (of === 0 && value === null);
  return isUnknown ? undefined : `${counted} of ${of} events`;
}

function unknownLines({ legs }: PositionFunding): string[] {
  return legs.flatMap(({ leg, unknown }) =>
    unknown === undefined
      ? []
      : [`unknown: ${legName(leg)}: ${REASONS[unknown]}, so the sum is unknown`],
  );
}
