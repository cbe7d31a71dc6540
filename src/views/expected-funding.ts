import type { ExpectedFunding, UnexpectedTrack } from "../analytics/expected-funding.js";
import { EXPECTED_UNKNOWN, type ExpectedUnknown } from "../analytics/expected-unknown.js";
import type { Measure } from "../analytics/measure.js";
import type { Column, Total } from "../output/table/column.js";
import { measureJson } from "./measure-fields.js";

/** Returns the expected funding for programs. */
export function expectedJson({ expected, difference, unknown }: ExpectedFunding) {
  return {
    expected_funding: measureJson(expected),
    funding_difference: measureJson(difference),
    expected_unknown: unknown.map(({ track, why, leg }) => ({
      position_id: track.last.positionId,
      asset: track.last.asset,
      reason: why,
      leg: leg && { side: leg.side, exchange: leg.exchange, symbol: leg.symbol },
    })),
  };
}

/** Returns the columns of the expected funding, to stand beside the realized one. */
export function expectedColumns<Row>(fundingOf: (row: Row) => ExpectedFunding): Column<Row>[] {
  const shared = { kind: "usd", signed: true } as const;
  return [
    {
      ...{ key: "expected_funding", header: "expected", ...shared, priority: 4 },
      value: (row) => fundingOf(row).expected.value?.toFixed(),
      note: (row) => partOf(fundingOf(row).expected),
    },
    {
      ...{ key: "funding_difference", header: "difference", ...shared, priority: 8 },
      value: (row) => fundingOf(row).difference.value?.toFixed(),
    },
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

/** Returns "(13 of 14)"; undefined if all are included. */
function partOf({ counted, of }: Measure): string | undefined {
  return counted === of ? undefined : `(${counted} of ${of})`;
}

const REASONS: Readonly<Record<ExpectedUnknown, string>> = {
  legs_unchecked: "a leg may be closed",
  quantity_negative: "negative quantity",
  market_unknown: "no market id",
  funding_unknown: "no settled funding of the market",
  events_missing: "events missing",
  event_unknown: "an event without rate or mark price",
  size_unknown: "size at an event not recorded",
};

const MOST_NAMED = 3;

/** Returns a line for each reason for which an expected funding is unknown, with the positions. */
export function unexpectedLines(unknown: readonly UnexpectedTrack[]): string[] {
  return EXPECTED_UNKNOWN.flatMap((code) => {
    const own = unknown.filter(({ why }) => why === code);
    const named = own.slice(0, MOST_NAMED).map(nameOf);
    if (own.length > MOST_NAMED) named.push(`and ${own.length - MOST_NAMED} more`);
    if (own.length === 0) return [];
    return [`expected funding unknown, ${REASONS[code]}: ${named.join(", ")}`];
  });
}

function nameOf({ track, leg }: UnexpectedTrack): string {
  const { asset, positionId } = track.last;
  const of = leg === undefined ? "" : ` (${leg.side} ${leg.exchange} ${leg.symbol})`;
  return `${asset} ${positionId.slice(0, 8)}${of}`;
}
