import { EXIT_CODES } from "../../command/errors/exit-codes.js";
import { FORMATS, OUTPUT_FORMATS } from "../../output/formats/formats.js";
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

${formatLines()}

  --columns a,b.c     which columns (table, csv, tsv, text): by key (performance.net_pnl), by the end of it
                      (net_pnl) or by the heading in lower case; the same names serve --sort
  --sort c[:desc]     by which column
  --query <jmespath>  json and text: sees the whole result; ndjson: each item. At most 10 kB long and nested
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

function formatLines(): string {
  return OUTPUT_FORMATS.map((name) => `  ${name.padEnd(8)}${FORMATS[name].help}`).join("\n");
}
