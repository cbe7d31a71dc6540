/** Why a figure is unknown: in a few words for a line at the foot of a table, and as a sentence. */
export const UNKNOWN = {
  implausible: ["implausible", "A value that it needs cannot be true."],
  unreadable: ["unreadable", "A field that it needs cannot be read."],
  quantity_negative: ["negative quantity", "A quantity is negative."],
  closed: ["closed", "The position is closed, so that nothing is held."],
  legs_missing: ["no legs", "No leg holds anything."],
  side_missing: ["one side", "A side of the position holds nothing."],
  mark_missing: ["no mark", "A held leg has no mark price."],
  mark_stale: ["stale mark", "A mark price is out of date."],
  price_missing: ["no open price", "A held leg has no open price."],
  no_leverage: ["no leverage", "A leg has no leverage, so no initial margin to lose."],
  past: [
    "past zero",
    "The margin is gone by its prices: collateral was added, or margin is shared.",
  ],
  not_reachable: ["no zero", "The price at which the margin is gone is not above zero."],
  too_few_instants: [
    "few marks",
    "Too few times have a mark price, or the price of 30 days changes too seldom.",
  ],
  units_differ: ["other unit", "The prices of the two markets are not of the same unit."],
  market_unknown: ["no market id", "A held leg has no market id."],
  funding_unknown: ["no funding", "The settled funding of a market is not there."],
  events_missing: ["events missing", "Too little of the time is covered by settled events."],
  events_conflicting: ["conflicting", "Events of one time have different values."],
  few_pairs: ["few pairs", "Fewer than 5 pairs of markets tell how far such an estimate misses."],
  no_other_pair: [
    "no other pair",
    "No other pair of markets of its asset can be compared, or is left by the moves before it.",
  ],
  too_few_settlements: ["few settlements", "Less than a day of settlements: too few for a rate."],
  not_settled: ["not settled", "Nothing was settled since the opening."],
  not_paid: ["not paid", "No funding was received in the last 7 days."],
  capital_unknown: [
    "no capital",
    "The capital follows from too few APRs, or the positions were held for less than a day.",
  ],
  apr_missing: ["no APR", "The service sends no APR."],
  performance_missing: ["no performance", "The service sends no performance."],
  performance_stale: ["stale performance", "The service computed it some time ago."],
  legs_unchecked: ["legs not checked", "A leg may be closed, and could not be checked."],
} as const;

/** Why a figure is unknown. */
export type Unknown = keyof typeof UNKNOWN;

/** Causes that a reader expects, of what does not apply: a closed position holds nothing, no leverage loses no margin. */
export const NOT_APPLICABLE: ReadonlySet<Unknown | undefined> = new Set<Unknown>([
  "closed",
  "no_leverage",
  "not_reachable",
]);

/** Why a figure is an estimate: in a few words, and as a sentence. */
export const DOUBTS = {
  mark_stale: ["stale mark", "A mark price is out of date."],
  mark_undated: ["mark without a time", "A mark price has no time, so that it may be out of date."],
  open_price: ["open price", "The open price stands for a missing mark price."],
  performance_stale: ["stale performance", "The service computed it some time ago."],
  performance_undated: ["performance without a time", "It is not known when it was computed."],
  legs_unchecked: ["legs not checked", "A leg may be closed, and could not be checked."],
  hours_missing: ["hours missing", "Some hours of the time are not covered by settled events."],
  under_7_days: ["under 7 days", "It rests on less than 7 days."],
  event_mark: [
    "mark of the last event",
    "The mark of the last event, or a settlement that is due, stands for what is not there yet.",
  ],
  few_pairs: [
    "few pairs",
    "Fewer than 5 pairs of markets tell how far it misses, so that it has no range.",
  ],
  parts_missing: ["parts missing", "Some parts are unknown, so that it is a bound."],
} as const;

/** Why a figure is an estimate, shown with `~`. */
export type Doubt = keyof typeof DOUBTS;
