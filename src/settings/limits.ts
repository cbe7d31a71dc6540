import { AMOUNT, DURATION, MOVE, PERCENT } from "./kinds.js";
import { row } from "./row.js";
import { CODES, parseStoredIgnored } from "./values.js";

/** Limits beyond which a position needs attention. */
export const LIMIT_SETTINGS = {
  imbalance: row({
    help: "largest accepted difference between long and short, in percent of the larger side",
    value: "percent",
    ...PERCENT,
    fallback: "2",
  }),
  loss: row({
    help: "largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional",
    value: "limit",
    ...AMOUNT,
    fallback: "10bp",
  }),
  paying: row({
    help: "largest accepted funding cost per day: an amount or a part of the notional, as for loss",
    value: "limit",
    ...AMOUNT,
    fallback: "1bp",
  }),
  stale: row({
    help: "age from which a mark price or a performance counts as stale",
    value: "duration",
    ...DURATION,
    fallback: "5m",
  }),
  "stale-performance": row({
    help: "age from which a stale performance needs attention",
    value: "duration",
    ...DURATION,
    fallback: "1h",
  }),
  margin: row({
    help: "smallest accepted price move that uses up a leg's initial margin: 3sd, standard deviations of a day's change, or 10%",
    value: "move",
    ...MOVE,
    fallback: "3sd",
  }),
  ignore: row({
    help: "leave out a cause by its name; <cause>:<position> for that position only, by the beginning of its id",
    value: "cause",
    parse: parseStoredIgnored,
    allowed: `one of ${CODES.join(", ")}, optionally followed by a colon and the beginning of the id of a position`,
    choices: CODES,
    many: true,
  }),
};
