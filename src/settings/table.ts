import { ALL_CODES } from "../base/reason-codes.js";
import type { ValueKind } from "../base/value-kind.js";
import { OUTPUT_FORMATS } from "../output/formats/all-formats.js";
import { splitCommandLine } from "./command-line.js";
import {
  A_URL,
  AMOUNT,
  DURATION,
  listOf,
  MOVE,
  ON_OFF,
  oneOf,
  PERCENT,
  SWITCH,
  UUID,
  wholeNumber,
} from "./kinds.js";
import {
  hideCredentials,
  parseIgnored,
  parsePathPrefix,
  parsePlace,
  parseRangeParams,
  parseStoredIgnored,
} from "./values.js";

/** A setting: its description, the places where it can be set, and its values. */
export interface SettingRow<T> extends ValueKind<T> {
  /** Description for help, without the values. */
  readonly help: string;
  /** Name of the value, such as `url` in `--base-url <url>`; without it there is no option. */
  readonly value?: string;
  /** Environment variable. */
  readonly env?: string;
  /** Default. */
  readonly fallback?: string;
  /** Parses a value for a profile, if that accepts less. */
  readonly parseStored?: (text: string) => T | undefined;
  /** The option may be repeated, its values joined with commas. */
  readonly many?: true;
  /** Returns a value without its secrets, for messages; absent for a value without secrets. */
  readonly hideSecret?: (text: string) => string;
}

const row = <const R extends SettingRow<unknown>>(definition: R): R => definition;

/**
 * Every setting, by the name of its key in a profile and of its option. Everything else about
 * settings is derived from this table: the type and the schema of a profile, options and their help,
 * `carry help environment`, `carry profile set` and the page on configuration.
 */
export const SETTINGS = {
  "base-url": row({
    help: "base URL of the service; a path prefix is kept",
    value: "url",
    env: "CARRY_BASE_URL",
    ...A_URL,
    hideSecret: hideCredentials,
  }),
  "public-base-url": row({
    help: "base URL of the paths under /api/v1/public, if different",
    ...A_URL,
    hideSecret: hideCredentials,
  }),
  "public-paths": row({
    help: "prefix of the paths of the public listings; without it /api/v1/public, and /v1 for a listing that is not there",
    parse: parsePathPrefix,
    allowed: "a path such as /api/v1/public or /v1",
    choices: ["/api/v1/public", "/v1"],
  }),
  "api-key-command": row({
    help: "a command whose first line of output is the API key",
    parse: splitCommandLine,
    allowed: "a command such as `pass show carry`, with its quotes closed",
    hideSecret: () => "****",
  }),
  portfolio: row({
    help: "the portfolio to use",
    value: "uuid",
    env: "CARRY_PORTFOLIO",
    ...UUID,
  }),
  output: row({
    help: `output format: ${OUTPUT_FORMATS.join(", ")}`,
    value: "format",
    env: "CARRY_OUTPUT",
    ...oneOf(OUTPUT_FORMATS),
    fallback: "table",
  }),
  performance: row({
    help: "request the performance of positions: on, also for programs, or off, also in tables (default: in tables)",
    value: "",
    ...ON_OFF,
  }),
  status: row({
    help: "which positions: open, closed or all (default: all)",
    value: "status",
    ...listOf(["open", "closed", "all"]),
    many: true,
  }),
  timeout: row({
    help: "time limit of each attempt, such as 10s",
    value: "duration",
    env: "CARRY_TIMEOUT",
    ...DURATION,
    fallback: "30s",
  }),
  retries: row({
    help: "maximum number of retries of a failed request, 0 to 20",
    value: "n",
    env: "CARRY_RETRIES",
    ...wholeNumber(0, 20),
    fallback: "3",
  }),
  "class-list": row({
    help: "how several asset classes are sent: comma for one parameter, repeat for one each",
    ...oneOf(["comma", "repeat"]),
    fallback: "comma",
  }),
  "range-params": row({
    help: "names of the query parameters for the start and the end of a time range",
    parse: parseRangeParams,
    allowed: "two names of query parameters such as from,to",
    fallback: "start,end",
  }),
  "accept-clock": row({
    help: "believe the service's clock however far it is from this computer's, as for a test service",
    value: "",
    env: "CARRY_ACCEPT_CLOCK",
    ...ON_OFF,
    parse: SWITCH.parse,
    fallback: "off",
  }),
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
    help: "largest accepted funding cost per day: an amount or a part of the notional, as for --loss",
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
    help: "leave out a reason by its code; <code>:<position> for that position only, in a profile by the beginning of its id",
    value: "code",
    parse: parseIgnored,
    parseStored: parseStoredIgnored,
    allowed: `one of ${ALL_CODES.join(", ")}, optionally followed by a colon and a position (in a profile the beginning of its id)`,
    choices: ALL_CODES,
    many: true,
  }),
  archive: row({
    help: "the archive: a directory, or s3://bucket/prefix",
    value: "where",
    env: "CARRY_ARCHIVE",
    parse: parsePlace,
    allowed: "a directory or a URL such as s3://bucket/prefix, without control characters",
    suggest: "file",
  }),
  record: row({
    help: "add each listing with performance to the archive, at most once a minute",
    ...ON_OFF,
    fallback: "off",
  }),
  "completion-ids": row({
    help: "keep the ids of the last listing for completion",
    env: "CARRY_COMPLETION_IDS",
    ...ON_OFF,
    fallback: "on",
  }),
};

export type SettingName = keyof typeof SETTINGS;

export type SettingValue<N extends SettingName> =
  (typeof SETTINGS)[N] extends ValueKind<infer T> ? T : never;

/** Names of the settings in the order of the table. */
export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(SETTINGS, text);
}

/** Returns a row with the type of its value erased. */
export function settingRow(name: SettingName): SettingRow<unknown> {
  return SETTINGS[name];
}
