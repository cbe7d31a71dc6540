import { ALERT_OPTIONS } from "../alerts/options.js";
import { UsageError } from "../base/usage-error.js";
import type { ValueKind } from "../base/value-kind.js";
import { FILE, TEXT } from "../command/kinds.js";
import { kebab, type OptionData, type OptionsData, type OptionsOf } from "../command/option.js";
import { DURATION } from "../settings/kinds.js";

/** The service requests sparing use. */
const SHORTEST_INTERVAL_MS = 5_000;
export const DEFAULT_INTERVAL_MS = 30_000;

const SHORTEST_HEARTBEAT_MS = 1_000;

const parseFrom = (shortest: number) => (text: string) => {
  const ms = DURATION.parse(text);
  return ms !== undefined && ms >= shortest ? ms : undefined;
};

/** Milliseconds between two rounds. */
export const INTERVAL: ValueKind<number> = {
  parse: parseFrom(SHORTEST_INTERVAL_MS),
  allowed: "a time from 5s to 24h",
  hint: "the service requests sparing use: 30s, 1m and 15m are good intervals",
  choices: ["10s", "30s", "1m", "5m"],
};

/** `--watch` of commands about the open positions. */
export const WATCH_OPTION = {
  kind: INTERVAL,
  value: "interval",
  optional: true,
  help: "open the watch on this page, and refresh it every 10s, 30s (the default), 1m, 5m, ...; at least 5s; elsewhere print alerts as events: carry watch --help",
} as const satisfies OptionData;

/** Options of a watch of the open positions, besides its interval. */
export const BOOK_WATCH_OPTIONS = {
  rules: {
    kind: FILE,
    value: "file",
    optional: true,
    help: "apply the rules of a file too, as `carry check` does (default: rules.toml beside the configuration)",
  },
  stateFile: {
    kind: FILE,
    value: "path",
    help: "keep acknowledged reasons in this file (default: in the state directory)",
  },
} as const satisfies OptionsData;

/** @throws {UsageError} for names of positions, of which a watch shows all */
export function refuseNames(names: readonly string[]): void {
  const [first] = names;
  if (first === undefined) return;
  throw new UsageError(
    `${first}: a watch shows every open position`,
    "filter with --asset, --exchange, or with the key / on the screen",
  );
}

/** Milliseconds without an event. */
export const HEARTBEAT: ValueKind<number> = {
  parse: parseFrom(SHORTEST_HEARTBEAT_MS),
  allowed: "a time from 1s to 24h",
  choices: ["1m", "5m", "15m", "1h"],
};

export const WATCH_OPTIONS = {
  watch: {
    kind: INTERVAL,
    value: "interval",
    optional: true,
    help: "show it again every 10s, 30s (the default), 1m, 5m, ...; at least 5s",
    excludes: ["limit", "cursor"],
  },
  alert: {
    kind: TEXT,
    value: "condition",
    help: "with --watch: ring the bell and mark the positions for which this condition holds: a reason of carry status such as losing, or an expression over what the service sends and every figure, such as 'net_pnl < -100' (carry help rules)",
  },
  exitOnAlert: {
    kind: "flag",
    help: "with --alert: end with exit code 10 as soon as the condition holds for a position",
  },
  clear: {
    kind: TEXT,
    value: "condition",
    help: "with --alert: the alert ends once this condition holds, such as 'net_pnl > -90' (default: once that of --alert no longer holds)",
  },
  ...ALERT_OPTIONS,
  initial: {
    kind: "flag",
    help: "with --watch as events: first print an event for each position that is listed",
  },
  heartbeat: {
    kind: HEARTBEAT,
    value: "duration",
    help: "with --watch as events: print a line when nothing was printed for this long, such as 5m; with --on-alert also run the command this often, while the service answers",
  },
  stateFile: {
    kind: FILE,
    value: "path",
    help: "with --watch: continue from where the last watch with this file ended, and keep it up to date",
  },
} as const satisfies OptionsData;

/** Options of a watch as typed: the interval in milliseconds, or true for the default. */
export type WatchOptions = OptionsOf<typeof WATCH_OPTIONS> & {
  readonly performance?: boolean;
  /** Whether the condition needs the settled funding. */
  readonly alertsOnFunding?: boolean;
};

/** Command lines that do not end by themselves. */
const WATCH_EXAMPLES = [
  "carry positions list --watch --performance",
  "carry positions list --watch 1m --alert 'net_pnl < -100' --exit-on-alert",
  "carry positions list --watch -o ndjson --query 'position && {event: event, asset: position.asset}'",
  "carry positions list --watch -o ndjson --initial --heartbeat 5m --state-file positions.state",
];

const ON_SCREEN = [
  "On a terminal they fill the screen: figures that changed since the last round stand",
  "out, a log below the table lists what was opened, closed, resized or alerted, and ?",
  "shows the keys. Elsewhere, and with -o ndjson or json, each event is a line of JSON:",
  "started (the first line), opened, closed, changed (with old and new values), removed",
  "(no longer listed) and alert; error and recovered for rounds that fail and succeed",
  "again. The first round is what later ones are compared with, unless there is a",
  "--state-file. Times that only follow the clock are not changes. After the first",
  "round an attempt may take as long as the interval (at least 10s), and the next round",
  "is the retry; CARRY_RETRIES and a shorter --timeout apply if set",
].join(" ");

/** For the help page of the command that has {@link WATCH_OPTIONS}. */
export const WATCH_DESCRIPTION = `With --watch the positions are fetched repeatedly:
${WATCH_EXAMPLES.map((line) => `  ${line}`).join("\n")}
${ON_SCREEN}`;

/**
 * Checks the options of a watch, and requests the performance if the condition needs it.
 * @throws {UsageError}
 * @throws {QueryError} for a condition that is not valid
 */
export async function readWatch<O extends WatchOptions>(options: O): Promise<O> {
  const { alert, exitOnAlert, watch, performance, clear } = options;
  const { initial, heartbeat, stateFile, onAlert, for: forMs, cooldown } = options;
  const ofAlert = { clear, for: forMs, cooldown };
  const ofWatch = { alert, ...ofAlert, onAlert, initial, heartbeat, stateFile };
  for (const [key, value] of Object.entries(ofWatch)) {
    if (value === undefined || watch !== undefined) continue;
    throw new UsageError(`--${kebab(key)} works only with --watch`, "add --watch");
  }
  for (const [key, value] of Object.entries(ofAlert)) {
    if (value === undefined || alert !== undefined) continue;
    throw new UsageError(`--${kebab(key)} works only with --alert`, "add --alert '<condition>'");
  }
  if (exitOnAlert === true && alert === undefined) {
    throw new UsageError(
      "--exit-on-alert needs a condition",
      "add --alert '<condition>', such as --alert 'net_pnl < -100'",
    );
  }
  if (alert === undefined) return options;
  const { needsOf } = await import("../alerts/rules/figure-needs.js");
  const clearing = clear === undefined ? [] : [["--clear", clear] as const];
  const needs = needsOf([["--alert", alert], ...clearing]);
  if (!needs.performance) return options;
  if (performance === false) {
    throw new UsageError(
      `--alert: "${alert}" needs the performance, which --no-performance leaves out`,
      "remove --no-performance",
    );
  }
  return { ...options, performance: true, alertsOnFunding: needs.funding };
}
