import { parseMoment } from "../../base/time/moment.js";
import { CAUSES, type Cause } from "../../figures/causes.js";
import type { Ignored } from "../../figures/engine/position/limits.js";
import { AMOUNT, DURATION, MOVE, type Parse, PERCENT, row } from "./kinds.js";

/** Causes that can be left out. */
const CODES = Object.keys(CAUSES) as readonly Cause[];

/**
 * Parses `losing`, `losing:92bc28c3` or `losing:SUI.92bc`, each optionally with a time at which it ends,
 * `losing:92bc@2026-06-01T16:00Z`; several separated by commas.
 * @internal exported for tests
 */
export const parseIgnored: Parse<readonly Ignored[]> = (text) => {
  const all: Ignored[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const [, name, position, time] = /^([a-z_]+)(?::([^@]+))?(?:@(.+))?$/.exec(part.trim()) ?? [];
    const code = CODES.find((it) => it === name);
    // Relative words, such as `now`, are NaN.
    const until = time === undefined ? undefined : (parseMoment(time, Number.NaN) ?? Number.NaN);
    if (code === undefined || Number.isNaN(until)) return undefined;
    all.push({ code, position, ...(until !== undefined && { until }) });
  }
  return all;
};

/** Parses the same for a profile, which keeps no names: the position of a name can change. */
const parseStoredIgnored: Parse<readonly Ignored[]> = (text) => {
  const all = parseIgnored(text);
  const isStored = ({ position = "0" }: Ignored) => /^[0-9a-f-]{1,36}$/.test(position);
  return all?.every(isStored) === true ? all : undefined;
};

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
