import { FAMILIES, FAMILY_KEYS } from "../../src/settings/named.js";
import { SETTING_NAMES, settingRow } from "../../src/settings/table.js";
import { VARIABLES } from "../../src/settings/variables.js";
import { FILES } from "./files.js";

/** Returns the page of every setting, variable and file. */
export function configurationPage(): string {
  return `<!-- Generated from the settings by \`npm run reference\`. Do not edit. -->

# Settings, variables and files

How to use them: [configuration.md](../configuration.md).

## Settings of a profile
${keysTable()}
## Variables

They are independent of profiles.
${variablesTable()}
## Files
${filesTable()}
\`XDG_CONFIG_HOME\`, \`XDG_CACHE_HOME\`, \`XDG_STATE_HOME\` and \`XDG_DATA_HOME\` are used on Linux if they are absolute paths.
`;
}

const API_KEY = [
  "`api-key`",
  "the API key; written only by `carry auth login`",
  "–",
  "`CARRY_API_KEY`",
  "none, deliberately",
];

function keysTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { help, allowed, fallback, env, value } = settingRow(name);
    return [
      `\`${name}\``,
      value ? help : `${help}; ${allowed}`, // an option's help names its values
      code(fallback) || "–",
      code(env),
      value === undefined ? "" : `\`--${name}\``,
    ];
  });
  const families = Object.values(FAMILIES).map(({ help, allowed }, at) => [
    `\`${FAMILY_KEYS[at]}\``,
    ...[`${help}; ${allowed}`, "–", "", ""],
  ]);
  const head = ["key", "value", "default", "environment", "option"];
  return table(head, [API_KEY, ...rows, ...families]);
}

function variablesTable(): string {
  const rows = Object.entries(VARIABLES).map(([names, what]) => [
    names.split(", ").map(code).join(", "),
    what,
  ]);
  return table(["variable", "description"], rows);
}

function filesTable(): string {
  const rows = FILES.map(({ what, places, variable }) => [
    what,
    ...places.map(code),
    code(variable),
  ]);
  return table(["files", "Linux", "macOS", "Windows", "elsewhere with"], rows);
}

function code(text: string | undefined): string {
  return text === undefined ? "" : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |\n`;
  return `\n${line(head)}${line(head.map(() => "---"))}${rows.map(line).join("")}`;
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
