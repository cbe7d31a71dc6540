import { FORMATS, OUTPUT_FORMATS } from "../output/formats/all-formats.js";
import { COLUMNS, PROFILE_NAME, SOME_TEXT } from "./kinds.js";
import type { OptionData, OptionsData, OptionsOf } from "./option.js";

/** Options of every command, accepted before and after its words. */
export const COMMON_OPTIONS = {
  output: { setting: "output", short: "o", excludes: ["json", "csv"] },
  json: { setting: "output", to: "json", help: "same as --output json", excludes: ["csv"] },
  csv: { setting: "output", to: "csv", help: "same as --output csv" },
  columns: {
    kind: COLUMNS,
    value: "a,b,c",
    help: "columns of a table or csv, by dotted path",
  },
  sort: {
    kind: { ...SOME_TEXT, suggest: "sort" },
    value: "column",
    help: "sort by a column; column:desc for descending order",
  },
  wide: { kind: "flag", help: "all columns of a table, full ids too, however wide it gets" },
  query: {
    kind: SOME_TEXT,
    value: "jmespath",
    help: "JMESPath expression, applied to the whole result (json) or to each item (ndjson)",
  },
  profile: {
    kind: PROFILE_NAME,
    value: "name",
    help: "profile to use; `sandbox` is built in (CARRY_PROFILE)",
  },
  portfolio: { setting: "portfolio" },
  baseUrl: { setting: "base-url" },
  timeout: { setting: "timeout" },
  color: { kind: "negated", help: "no colours (NO_COLOR)" },
  quiet: {
    kind: "flag",
    short: "q",
    help: "no notes, warnings or progress",
    excludes: ["verbose"],
  },
  verbose: {
    kind: "flag",
    short: "v",
    help: "report each request and retry on stderr (CARRY_DEBUG=1)",
  },
} as const satisfies OptionsData;

/** Typed values of the options of every command. */
export type CommonOptions = OptionsOf<typeof COMMON_OPTIONS>;

/** The option of commands that read public data, of which the client keeps copies. */
export const REFRESH_OPTION = {
  kind: "flag",
  help: "do not use the local cache of public data",
} as const satisfies OptionData;

/** Reports whether errors are printed as JSON, by the raw words: the error may be that they do not parse. */
export function wantsJsonErrors(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  let format = env.CARRY_OUTPUT;
  argv.forEach((word, index) => {
    if (word === "--json") format = "json";
    else if (word === "--csv") format = "csv";
    else if (/^(-[qv]*o|--output)$/.test(word)) format = argv[index + 1];
    else if (word.startsWith("--output=")) format = word.slice("--output=".length);
    else format = /^-[qv]*o(.+)/.exec(word)?.[1] ?? format;
  });
  const known = OUTPUT_FORMATS.find((name) => name === format);
  return known !== undefined && FORMATS[known].jsonMessages;
}
