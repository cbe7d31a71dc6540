import type { ValueKind } from "../base/value-kind.js";
import { OUTPUT_FORMATS } from "../output/formats/all-formats.js";
import { splitCommandLine } from "./command-line.js";
import { A_URL, DURATION, FEES, listOf, ON_OFF, oneOf, PERCENT, wholeNumber } from "./kinds.js";
import { LIMIT_SETTINGS } from "./limits.js";
import { PORTFOLIO_NAMES } from "./portfolio-name.js";
import { row, type SettingRow } from "./row.js";
import { hideCredentials, parsePathPrefix, parsePlace, parseRangeParams } from "./values.js";

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
    help: "the portfolio to use: a uuid, a name of portfolios.<name>, several, or all",
    value: "portfolio",
    env: "CARRY_PORTFOLIO",
    ...PORTFOLIO_NAMES,
    many: true,
  }),
  output: row({
    help: `output format: ${OUTPUT_FORMATS.join(", ")}`,
    value: "format",
    env: "CARRY_OUTPUT",
    ...oneOf(OUTPUT_FORMATS),
    fallback: "table",
  }),
  csv: row({
    help: "the reader of csv: excel, for which it begins with a byte order mark",
    ...oneOf(["excel"]),
  }),
  time: row({
    help: "the time zone of screens: local, that of TZ or of this computer, instead of UTC",
    ...oneOf(["local"]),
  }),
  performance: row({
    help: "request the performance of positions: on, also for programs, or off, also in tables (default: in tables)",
    value: "",
    ...ON_OFF,
  }),
  status: row({
    help: "which positions: open, closed or all (default: open, of data as sent all)",
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
    env: "CARRY_RETRIES",
    ...wholeNumber(0, 20),
    fallback: "4",
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
  ...LIMIT_SETTINGS,
  "max-rate": row({
    help: "largest rate of a settlement that is believed, percent; what is above it is in no figure",
    value: "percent",
    ...PERCENT,
    fallback: "4",
  }),
  fees: row({
    help: "fee of a fill by exchange, `default` for any other: bybit=5.5bps,okx=0.05%,default=5bps",
    value: "fees",
    ...FEES,
    many: true,
  }),
  archive: row({
    help: "the directory of the archive",
    value: "where",
    env: "CARRY_ARCHIVE",
    parse: parsePlace,
    allowed: "a directory, without control characters",
    suggest: "file",
  }),
  record: row({
    help: "add each listing with performance to the archive, at most once a minute",
    ...ON_OFF,
    fallback: "off",
  }),
  hints: row({
    help: "the last line of a screen, which names the next command",
    ...ON_OFF,
    fallback: "on",
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
