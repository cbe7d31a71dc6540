/** The heading of the options of every command in help. */
export const COMMON_OPTIONS_HEADING = "Options of every command:";

/** An option as help shows it; a value it takes is read where it is used. */
interface OptionText {
  readonly flags: string;
  readonly description: string;
}

/** `carry` itself, as plain data: its page is shown without loading what reads a command line. */
export const root: {
  readonly description: string;
  readonly usage: string;
  readonly version: OptionText;
  readonly help: OptionText;
  /** Accepted before and after every command. Their values are read with the settings. */
  readonly commonOptions: readonly OptionText[];
  /** What its page ends with. */
  readonly after: string;
} = {
  description: "Check hedged funding positions, funding rates and assets from the terminal.",
  usage: "carry [options] [command]",
  version: { flags: "-V, --version", description: "print the version" },
  help: { flags: "-h, --help", description: "show help" },
  commonOptions: [
    { flags: "-o, --output <format>", description: "table, json, ndjson or csv (CARRY_OUTPUT)" },
    { flags: "--json", description: "same as --output json" },
    { flags: "--csv", description: "same as --output csv" },
    { flags: "--columns <a,b,c>", description: "columns of a table or csv, by dotted path" },
    {
      flags: "--sort <column>",
      description: "sort by a column; column:desc for the other way round",
    },
    { flags: "--no-header", description: "leave the headings out of tables and csv" },
    {
      flags: "--query <jmespath>",
      description: "JMESPath expression: json, the whole result; ndjson, each item",
    },
    {
      flags: "--profile <name>",
      description: "profile to use; `sandbox` is built in (CARRY_PROFILE)",
    },
    { flags: "--base-url <url>", description: "where the service is (CARRY_BASE_URL)" },
    {
      flags: "--timeout <duration>",
      description: "time for each attempt, such as 10s (CARRY_TIMEOUT; default 30s)",
    },
    {
      flags: "--retries <n>",
      description: "how often a failed request is tried again (CARRY_RETRIES; default 3)",
    },
    { flags: "--no-color", description: "no colours (NO_COLOR)" },
    {
      flags: "--no-pager",
      description: "do not show long listings page by page (CARRY_PAGER, PAGER)",
    },
    { flags: "--local", description: "show times in the local zone (TZ) instead of UTC" },
    { flags: "--refresh", description: "do not use the local cache of public data" },
    { flags: "-q, --quiet", description: "no notes, warnings or progress" },
    {
      flags: "-v, --verbose",
      description: "tell each request and retry on stderr (CARRY_DEBUG=1)",
    },
  ],
  after: `
Try it without a configuration:
  carry --profile sandbox positions list --performance

More: carry help exit-codes, carry help environment, carry help output`,
};
