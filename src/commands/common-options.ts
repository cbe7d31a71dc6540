import { Option } from "commander";

/** The heading of these options in help. */
export const COMMON_OPTIONS_HEADING = "Options of every command:";

/** Options of every command, accepted before and after it. Their values are read with the settings. */
export function commonOptions(): Option[] {
  return [
    new Option("-o, --output <format>", "table, json, ndjson or csv (CARRY_OUTPUT)"),
    new Option("--json", "same as --output json"),
    new Option("--csv", "same as --output csv"),
    new Option("--columns <a,b,c>", "columns of a table or csv, by dotted path"),
    new Option("--sort <column>", "sort by a column; column:desc for the other way round"),
    new Option("--no-header", "leave the headings out of tables and csv"),
    new Option(
      "--query <jmespath>",
      "JMESPath expression: json, the whole result; ndjson, each item",
    ),
    new Option("--profile <name>", "profile to use; `sandbox` is built in (CARRY_PROFILE)"),
    new Option("--base-url <url>", "where the service is (CARRY_BASE_URL)"),
    new Option(
      "--timeout <duration>",
      "time for each attempt, such as 10s (CARRY_TIMEOUT; default 30s)",
    ),
    new Option(
      "--retries <n>",
      "how often a failed request is tried again (CARRY_RETRIES; default 3)",
    ),
    new Option("--no-color", "no colours (NO_COLOR)"),
    new Option("--local", "show times in the local zone (TZ) instead of UTC"),
    new Option("--refresh", "do not use the local cache of public data"),
    new Option("-q, --quiet", "no notes, warnings or progress"),
    new Option("-v, --verbose", "tell each request and retry on stderr (CARRY_DEBUG=1)"),
  ].map((option) => option.helpGroup(COMMON_OPTIONS_HEADING));
}
