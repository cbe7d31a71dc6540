import { EXIT_CODES } from "../../command/errors/exit-codes.js";

/** What `carry help <topic>` explains beside the commands. */
export const TOPICS: Readonly<Record<string, string>> = {
  "exit-codes": `Exit codes:\n${Object.entries(EXIT_CODES)
    .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
    .join("\n")}

An error is one line "error: ..." on stderr, and "hint: ..." where there is something to do.
With -o json or -o ndjson it is one JSON object on stderr:
  {"error":{"code","message","status","exit_code","retryable","retry_after","hint","cursor"}}
`,
  environment: `Environment:
  CARRY_API_KEY     the API key
  CARRY_API_KEY_FILE  a file that holds the API key and that others cannot read
  CARRY_BASE_URL    where the service is
  CARRY_PORTFOLIO   the portfolio to ask for
  CARRY_PROFILE     the profile to use
  CARRY_OUTPUT      table, json, ndjson or csv
  CARRY_TIMEOUT     time for each attempt, such as 10s
  CARRY_RETRIES     how often a failed request is tried again
  CARRY_CONFIG_DIR  directory of the configuration
  CARRY_CACHE_DIR   directory of the cache of public data
  CARRY_STATE_DIR   directory of the ids for completion
  CARRY_SANDBOX_SCENARIO  situations in the data of --profile sandbox, as of carry sandbox --scenario
  CARRY_COMPLETION_IDS  on or off: keep the ids of the last listing for completion
  CARRY_DEBUG       1 or true: tell each request, and a stack trace with an error
  CARRY_PAGER, PAGER  the pager of long listings (default less); empty for none
  NO_COLOR          no colours
  FORCE_COLOR       colours even where there is no terminal
  TZ                the zone of --local, such as Europe/Berlin
  HTTP_PROXY, HTTPS_PROXY, NO_PROXY, NODE_EXTRA_CA_CERTS  as everywhere

An option wins over the environment, the environment over the profile, the profile over the default.
`,
  output: `Output:
  stdout carries data only; notes, progress, warnings and errors go to stderr.

  table   fits the terminal; columns that do not fit are left out and named. In a pipe: all columns,
          no colour. A figure that is not known is –. A listing that is longer than the terminal is
          high goes through a pager, unless --no-pager is given.
  json    what the service sent, unknown fields kept; an array for a list, an object for one thing.
          An array that is not closed is not the whole answer.
  ndjson  one object a line, written page by page.
  csv     RFC 4180, raw values, positions as one row a leg. A text that a spreadsheet would run as a
          formula has a ' before the sign that begins it, also behind a ; or a tab.

  --columns a,b.c     which columns (table, csv): by key (performance.net_pnl), by the end of it
                      (net_pnl) or by the heading in lower case; the same names serve --sort
  --sort c[:desc]     by which column
  --query <jmespath>  json: sees the whole result; ndjson: each item. At most 10 kB long and nested
                      100 deep; how long it computes is up to what it asks for. JMESPath computes in
                      binary floating point: take sums of money from positions summary or the totals
`,
};
