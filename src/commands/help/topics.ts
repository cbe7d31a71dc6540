import { EXIT_CODES } from "../../command/errors/exit-codes.js";
import { SETTING_NAMES, settingRow } from "../../settings/table.js";
import { VARIABLES } from "../../settings/variables.js";

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
${environmentLines()}

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

/** The variables of settings, and those that belong to no setting. */
function environmentLines(): string {
  const ofSettings = SETTING_NAMES.flatMap((name) => {
    const { env, help } = settingRow(name);
    return env === undefined ? [] : [[env, help] as const];
  });
  const lines = [...ofSettings, ...Object.entries(VARIABLES)];
  return lines.map(([name, what]) => `  ${name.padEnd(22)}  ${what}`).join("\n");
}
