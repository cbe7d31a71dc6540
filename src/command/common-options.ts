import { TIME_FORMS } from "../base/time/time-form.js";
import { oneOf } from "../settings/kinds.js";
import { COLUMNS, DELIMITER, LINE_END, PROFILE_NAME, SOME_TEXT } from "./kinds.js";
import type { OptionsData, OptionsOf } from "./option.js";

/** Options of every command, accepted before and after its words. */
export const COMMON_OPTIONS = {
  output: { setting: "output", short: "o", excludes: ["json", "csv"] },
  json: { setting: "output", to: "json", help: "same as --output json", excludes: ["csv"] },
  csv: { setting: "output", to: "csv", help: "same as --output csv" },
  columns: {
    kind: COLUMNS,
    value: "a,b,c",
    help: "columns of a table or csv, by dotted path; +name is accepted before any record has it",
  },
  view: {
    kind: SOME_TEXT,
    value: "name",
    help: "columns that the profile has under this name: carry profile set view.<name> <a,b,c>",
  },
  wide: { kind: "flag", help: "all columns of a table, full ids too, however wide it gets" },
  sort: {
    kind: { ...SOME_TEXT, suggest: "sort" },
    value: "column",
    help: "sort by a column; column:desc for descending order",
  },
  header: { kind: "negated", help: "leave the headings out of tables and csv" },
  delimiter: { kind: DELIMITER, value: "sign", help: "separator of csv: , (default) ; | or tab" },
  eol: { kind: LINE_END, value: "lf|crlf", help: "end of a line of csv: crlf (default) or lf" },
  bom: { kind: "flag", help: "begin csv with a byte order mark, for spreadsheets" },
  query: {
    kind: SOME_TEXT,
    value: "jmespath",
    help: "JMESPath expression, applied to the whole result (json, text) or to each item (ndjson)",
  },
  profile: {
    kind: PROFILE_NAME,
    value: "name",
    help: "profile to use; `sandbox` is built in (CARRY_PROFILE)",
  },
  baseUrl: { setting: "base-url" },
  timeout: { setting: "timeout" },
  retries: { setting: "retries" },
  acceptClock: { setting: "accept-clock" },
  color: { kind: "negated", help: "no colours (NO_COLOR)" },
  pager: { kind: "negated", help: "do not page long listings (CARRY_PAGER, PAGER)" },
  local: {
    kind: "flag",
    help: "show times in the local time zone (TZ) instead of UTC",
    excludes: ["time"],
  },
  time: {
    kind: oneOf(TIME_FORMS),
    value: "form",
    help: "form of all times: iso (UTC), epoch (seconds, a number) or sent (the default)",
  },
  refresh: { kind: "flag", help: "do not use the local cache of public data" },
  errorFormat: {
    kind: oneOf(["json", "text"]),
    value: "format",
    help: "format of stderr: json or text (default: json with -o json and ndjson)",
  },
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
