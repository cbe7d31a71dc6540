import skill from "../../../SKILL.md?raw";
import type { Names } from "../../alerts/names.js";
import { FORMATS, OUTPUT_FORMATS } from "../../output/formats/all-formats.js";
import { NOTICES } from "../../output/text/messages.js";
import { COMMON_OPTIONS } from "../../run/common-options.js";
import { EXIT_CODES } from "../../run/errors/exit-codes.js";
import { ERROR_CODES, MEANINGS } from "../../run/errors/kinds.js";
import { type HelpEntry, layOutHelp, root } from "../../run/help-layout.js";
import { flagsText, helpText } from "../../run/option.js";
import { SETTING_NAMES, settingRow, VARIABLES } from "../../run/settings/table.js";

interface Topic {
  /** Line in the list of topics. */
  readonly summary: string;
  readonly text: (width: number) => string | Promise<string>;
}

export const TOPICS: Readonly<Record<string, Topic>> = {
  agents: {
    summary: "what agents that run commands can rely on",
    text: (width) => layOutHelp(skill.replace(/^.*\n# carry\n\n/s, ""), [], width),
  },
  environment: {
    summary: "the variables that carry reads",
    text: () => `${environmentLines()}

An option takes precedence over the environment, then the profile, then the default.
`,
  },
  errors: {
    summary: "stderr as JSON, and the codes of errors, warnings and notes",
    text: () => `With -o json and -o ndjson, each line on stderr is one JSON object:
  {"error":{"code","target","message","status","exit_code","retryable","retry_after","hint","cursor"}}
  {"warning":{"code","target","message"}}   {"note":{"code","target","message"}}
  {"page":{"items","next_cursor"}}          where --limit ended a listing; also with -q
  {"debug":{"message"}}                     with -v

Absent fields are left out. target is what was requested by name, such as a market id. An error of the
service has the service's own code, such as VALIDATION_ERROR, or HTTP_<status>. New codes may come.

${codeLines()}`,
  },
  "exit-codes": {
    summary: "what each exit code means",
    text: () => `${Object.entries(EXIT_CODES)
      .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
      .join("\n")}

An error is one line "error: ..." on stderr, followed by "hint: ..." if there is a remedy.
With -o json or -o ndjson it is one JSON object: \`carry help errors\`.
`,
  },
  options: { summary: "the global options, which every command accepts", text: optionsText },
  output: {
    summary: "formats, columns, sorting and queries",
    text: () => `stdout carries data only; notes, progress, warnings and errors go to stderr.

${OUTPUT_FORMATS.map((name) => `  ${name.padEnd(8)}${FORMATS[name].help}`).join("\n")}

  --columns a,b.c     columns to show (table, csv, tsv): by key (performance.net_pnl), by its end
                      (net_pnl) or by the heading in lower case; --sort accepts the same names
  --sort c[:desc]     column to sort by
  --query <jmespath>  json: applied to the whole result; ndjson: to each item. JMESPath
                      calculates in binary floating point: take sums of money from the totals
`,
  },
  rules: {
    summary: "conditions of rules, and the names of their figures",
    text: rulesText,
  },
};

/** Returns the title of a topic: `Exit codes`. */
export function titleOf(topic: string): string {
  return topic.charAt(0).toUpperCase() + topic.slice(1).replaceAll("-", " ");
}

function optionsText(width: number): string {
  const options = Object.entries(COMMON_OPTIONS).map(([key, option]) => ({
    term: flagsText(key, option),
    description: helpText(option),
  }));
  const help = { term: root.help.flags, description: root.help.description };
  const parts = [{ title: "Global options:", entries: [...options, help] }];
  return layOutHelp("Accepted before and after the words of a command.", parts, width);
}

/** Says what a rule is, and every name that it can use. */
async function rulesText(width: number): Promise<string> {
  const { BOOK_NAMES, POSITION_NAMES } = await import("../../alerts/names.js");
  const parts = [
    { title: "Names of a position:", entries: entriesOf(POSITION_NAMES) },
    { title: "Names of the book, all open positions together:", entries: entriesOf(BOOK_NAMES) },
  ];
  return layOutHelp(
    "`when` of a rule is a cause of status such as losing, or a comparison of figures: net_pnl < -100, imbalance > 5 && size > 1000, legs[?away < 5]. It is JMESPath (jmespath.org) in which numbers need no backticks; texts are in single quotes. What reads an unknown figure is unknown; figure != `null` asks whether it is known. `carry check --init --rules rules.toml` writes a file to change.",
    parts,
    width,
  );
}

function entriesOf(names: Names<never>, prefix = ""): HelpEntry[] {
  return Object.entries(names).flatMap(([name, { help, list }]) => [
    { term: prefix + name, description: help },
    ...(list === undefined ? [] : entriesOf(list.names, `${prefix}${name}[].`)),
  ]);
}

/** Formats the variables of settings, and the others. */
function environmentLines(): string {
  const ofSettings = SETTING_NAMES.flatMap((name) => {
    const { env, help } = settingRow(name);
    return env === undefined ? [] : [[env, help] as const];
  });
  const lines = [...ofSettings, ...Object.entries(VARIABLES)];
  return lines.map(([name, what]) => `  ${name.padEnd(22)}  ${what}`).join("\n");
}

/** Returns the lines of `carry help errors`, codes in alphabetical order. */
function codeLines(): string {
  const meanings = Object.values(MEANINGS);
  const errors = Object.entries(ERROR_CODES).map(([code, meaning]) => {
    const own = meanings.filter((it) => it.code === code);
    const exitCodes = [...new Set(own.map(({ exitCode }) => exitCode))].join(" ");
    const shown = exitCodes.replace("129 130 131 143", "129+"); // `carry help exit-codes` lists them
    const retryable = own.some((it) => it.retryable) ? "yes" : "no ";
    return `  ${code.padEnd(24)}${shown.padEnd(5)}${retryable}  ${meaning}`;
  });
  const notices = Object.entries(NOTICES).map(
    ([code, meaning]) => `  ${code.padEnd(24)}${meaning}`,
  );
  return `Errors, with their exit codes, and whether the same call may succeed later:
${errors.join("\n")}

Notes and warnings:
${notices.join("\n")}
`;
}
