import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";
import { TEXT } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { parseDuration } from "../../settings/values.js";

/** The service asks for sparing use. */
const SHORTEST_INTERVAL_MS = 5_000;
export const DEFAULT_INTERVAL_MS = 30_000;

/** Milliseconds between two rounds. */
const INTERVAL: ValueKind<number> = {
  parse(text) {
    const ms = parseDuration(text);
    return ms !== undefined && ms >= SHORTEST_INTERVAL_MS ? ms : undefined;
  },
  allowed: "a time from 5s to 24h",
  hint: "the service asks for sparing use: 30s, 1m and 15m are good intervals",
  choices: ["10s", "30s", "1m", "5m"],
};

export const WATCH_OPTIONS = {
  watch: {
    kind: INTERVAL,
    value: "interval",
    optional: true,
    help: "show it anew every 10s, 30s (the default), 1m, 5m, ...; at least 5s",
    excludes: ["limit", "cursor"],
  },
  alert: {
    kind: TEXT,
    value: "jmespath",
    help: "with --watch: ring and mark the positions for which it holds",
  },
  exitOnAlert: {
    kind: "flag",
    help: "with --alert: end with exit code 10 as soon as it holds for one",
  },
} as const satisfies OptionsData;

/** What was typed of a watch: the interval in milliseconds, or true for the default. */
export type WatchOptions = OptionsOf<typeof WATCH_OPTIONS> & { readonly performance?: boolean };

/** Lines that do not end by themselves. */
const WATCH_EXAMPLES = [
  "carry positions list --watch --performance",
  "carry positions list --watch 1m --alert 'performance.net_pnl < `-100`' --exit-on-alert",
  "carry positions list --watch -o ndjson --query '{event: event, asset: position.asset}'",
];

/** For the help page of the command that has {@link WATCH_OPTIONS}. */
export const WATCH_DESCRIPTION = `With --watch the positions are fetched over and over:
${WATCH_EXAMPLES.map((line) => `  ${line}`).join("\n")}
On a terminal they fill the screen: what has moved since the round before stands out, what was
opened, closed, resized or alerted is in a log below the table, and ? shows the keys. Anywhere else,
and with -o ndjson or json, one JSON object a line tells what happens: opened, closed, changed (with
old and new values), removed (not listed any more), and alert. The first round is what later ones are
compared with, and times that only follow the clock are no change. After the first round an attempt
may take as long as the interval (at least 10s) and the next round is the retry; a shorter --timeout
and --retries hold where they are set`;

/**
 * Refuses what does not go together, and asks for the performance where the condition needs it.
 * @throws {UsageError}
 */
export function readWatch<O extends WatchOptions>(options: O): O {
  const { alert, exitOnAlert, watch, performance } = options;
  if (alert !== undefined && watch === undefined) {
    throw new UsageError("--alert works on what is watched", "add --watch");
  }
  if (exitOnAlert === true && alert === undefined) {
    throw new UsageError(
      "--exit-on-alert needs a condition",
      "add --alert '<jmespath>', such as --alert 'performance.net_pnl < `-100`'",
    );
  }
  if (alert === undefined || !/\bperformance\b/.test(alert)) return options;
  if (performance === false) {
    throw new UsageError(
      `--alert: "${alert}" looks at the performance, which --no-performance leaves out`,
      "remove --no-performance",
    );
  }
  return { ...options, performance: true };
}
