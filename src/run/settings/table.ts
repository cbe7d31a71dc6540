import type { ValueKind } from "../../base/value-kind.js";
import { OUTPUT_FORMATS } from "../../output/formats/all-formats.js";
import {
  A_URL,
  DURATION,
  FEES,
  hideCredentials,
  listOf,
  ON_OFF,
  oneOf,
  PERCENT,
  PORTFOLIO_NAME,
  PORTFOLIO_NAMES,
  parsePathPrefix,
  parsePlace,
  parseRangeParams,
  row,
  type SettingRow,
  splitCommandLine,
  UUID,
  wholeNumber,
} from "./kinds.js";
import { LIMIT_SETTINGS } from "./limits.js";

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

/** A family of settings: a profile has any number of them, each with a name of its own. */
export interface Family extends ValueKind<unknown> {
  /** Description for help. */
  readonly help: string;
  /** What stands for the name: `command` in `columns.<command>`. */
  readonly called: string;
  /** Form of the name; default: letters, digits, `_` and `-`. */
  readonly name?: RegExp;
}

/** Names of columns, separated by commas; `+` before a name accepts it before any record has it. */
export const COLUMN_NAMES: ValueKind<readonly string[]> = {
  parse(text) {
    const names = text.split(",").map((name) => name.trim());
    return names.every((name) => /^\+?[^\s+]\P{Cc}*$/u.test(name)) ? names : undefined;
  },
  allowed: "names of columns, separated by commas",
  suggest: "columns",
  commas: true,
};

/** Every family of settings, by the part of its keys before the dot. */
export const FAMILIES = {
  columns: {
    help: "columns of the tables of a command, unless --columns or --wide is given",
    called: "command",
    ...COLUMN_NAMES,
  },
  view: {
    help: "columns of carry list --view <name>, for its table and its csv",
    called: "name",
    ...COLUMN_NAMES,
  },
  portfolios: {
    help: "name of a portfolio, which --portfolio accepts",
    called: "name",
    name: PORTFOLIO_NAME,
    ...UUID,
  },
} as const satisfies Readonly<Record<string, Family>>;

export type FamilyName = keyof typeof FAMILIES;

/** Key of a setting of a family: `columns.list`. */
export type NamedKey = `${FamilyName}.${string}`;

/** The families as help names them: `columns.<command>`. */
export const FAMILY_KEYS = Object.entries(FAMILIES).map(([name, it]) => `${name}.<${it.called}>`);

/** Reports whether a text is the key of a setting of a family. */
export function isNamedKey(text: string): text is NamedKey {
  const [, family = "", name = ""] = /^([a-z]+)\.(.+)$/.exec(text) ?? [];
  if (!Object.hasOwn(FAMILIES, family)) return false;
  const { name: form = /^[a-z0-9][\w-]{0,63}$/i }: Family = FAMILIES[family as FamilyName];
  return form.test(name);
}

/** Returns the family of a key. */
export function familyOf(key: NamedKey): Family {
  return FAMILIES[key.slice(0, key.indexOf(".")) as FamilyName];
}

/** Returns the settings of a family in a profile: their text by name. */
export function namedIn(family: FamilyName, profile: object): ReadonlyMap<string, string> {
  const own = Object.entries(profile).flatMap(([key, text]) =>
    isNamedKey(key) && key.startsWith(`${family}.`) && typeof text === "string"
      ? [[key.slice(family.length + 1), text] as const]
      : [],
  );
  return new Map(own);
}

/** Environment variables that are not settings of a profile, with their descriptions. */
export const VARIABLES: Readonly<Record<string, string>> = {
  CARRY_API_KEY: "the API key",
  CARRY_API_KEY_FILE: "a file with the API key, which other users must not be able to read",
  CARRY_PROFILE: "the profile to use, as --profile",
  CARRY_CONFIG_DIR: "directory of the configuration",
  CARRY_CACHE_DIR: "directory of the cache of public data",
  CARRY_STATE_DIR: "directory of the ids for completion",
  CARRY_DATA_DIR: "directory of the archive, unless CARRY_ARCHIVE names another",
  CARRY_SANDBOX_SCENARIO:
    "situations in the data of --profile sandbox, as for carry sandbox --scenario",
  CARRY_SANDBOX_PORTFOLIOS: "number of its portfolios, as for carry sandbox --portfolios",
  CARRY_SANDBOX_AT:
    "time at which the sandbox begins, as for carry sandbox --at; also carry's own time with --profile sandbox and loopback base URLs",
  CARRY_SANDBOX_FREEZE: "1: that time stands",
  CARRY_ACCEPT_CLOCK:
    "1: accept the service's clock however far it is from this computer's, as for a test service",
  CARRY_DEBUG: "1 or true: report each request, and print a stack trace with an error",
  "CARRY_PAGER, PAGER": "the pager of long listings (default less); empty for none",
  NO_COLOR: "no colours",
  FORCE_COLOR: "colours even without a terminal",
  TZ: "the time zone of the setting time local, such as Europe/Berlin",
  "HTTP_PROXY, HTTPS_PROXY": "proxies; never used for a loopback address",
  NO_PROXY: "hosts that are requested without a proxy",
  NODE_EXTRA_CA_CERTS: "a file of certificates to trust in addition to those of Node",
};
