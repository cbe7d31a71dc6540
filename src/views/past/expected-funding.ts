import type { ExpectedFunding, UnexpectedTrack } from "../../analytics/funding/expected-funding.js";
import {
  EXPECTED_UNKNOWN,
  type ExpectedUnknown,
} from "../../analytics/funding/expected-unknown.js";
import type { Measure } from "../../analytics/measure.js";
import { each, type Field, part, plain } from "../../output/record.js";
import type { Total } from "../../output/table/column.js";
import { firstOf } from "../../output/text/first-of.js";
import { figure } from "../measure-fields.js";
import { LEG_NAME } from "../row-fields.js";
import { partOf } from "../sum-total.js";
import type { NameOfKept } from "./past-asides.js";

const EXPECTED =
  "Funding that settled events explain at the recorded sizes, USD; counted and of are positions.";
const DIFFERENCE =
  "Realized minus expected funding of the positions whose expected funding is known, USD.";

const UNEXPECTED: readonly Field<UnexpectedTrack>[] = [
  plain("position_id", "text", "Position identifier (uuid).", (it) => it.track.last.positionId),
  plain("asset", "text", "Asset symbol.", ({ track }) => track.last.asset),
  plain("reason", EXPECTED_UNKNOWN, "Why: carry explain <code>.", (it) => it.why),
  part(
    "leg",
    "The leg concerned; absent for a reason of the position.",
    ({ leg }) => leg,
    LEG_NAME,
  ),
];

/** Returns the fields of the expected funding, to stand beside the realized one. */
export function expectedFields<T>(fundingOf: (it: T) => ExpectedFunding): Field<T>[] {
  const shared = { kind: "usd", signed: true } as const;
  return [
    figure("expected_funding", EXPECTED, {
      of: (it) => fundingOf(it).expected,
      ...{ header: "expected", ...shared, priority: 4 },
      note: (it) => partOf(fundingOf(it).expected),
    }),
    figure("funding_difference", DIFFERENCE, {
      of: (it) => fundingOf(it).difference,
      ...{ header: "difference", ...shared, priority: 8 },
    }),
    each(
      "expected_unknown",
      "Positions whose expected funding is unknown.",
      (it) => fundingOf(it).unknown,
      UNEXPECTED,
    ),
  ];
}

/** Returns the expected funding as figures below those that add up. */
export function expectedTotals({ expected, difference }: ExpectedFunding): Total[] {
  const total = (label: string, { value }: Measure, note?: string): Total => ({
    ...{ label, kind: "usd", signed: true, value: value?.toFixed() },
    ...(note !== undefined && { note }),
  });
  return [
    total("expected funding", expected, partOf(expected)?.slice(1, -1)),
    total("realized less expected", difference),
  ];
}

const REASONS: Readonly<Record<ExpectedUnknown, string>> = {
  legs_unchecked: "a leg may be closed",
  quantity_negative: "negative quantity",
  unreadable: "a side that cannot be read",
  market_unknown: "no market id",
  funding_unknown: "no settled funding of the market",
  events_missing: "events missing",
  event_unknown: "an event without rate or mark price",
  size_unknown: "size at an event not recorded",
};

/** Returns a line for each reason for which an expected funding is unknown, with the positions. */
export function unexpectedLines(unknown: readonly UnexpectedTrack[], nameOf: NameOfKept): string[] {
  const named = ({ track, leg }: UnexpectedTrack) => {
    const of = leg === undefined ? "" : ` (${leg.side} ${leg.exchange} ${leg.symbol})`;
    return `${nameOf(track.last)}${of}`;
  };
  return EXPECTED_UNKNOWN.flatMap((code) => {
    const own = unknown.filter(({ why }) => why === code);
    if (own.length === 0) return [];
    return [`expected funding unknown, ${REASONS[code]}: ${firstOf(own.map(named))}`];
  });
}
