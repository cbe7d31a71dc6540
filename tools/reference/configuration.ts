import { FAMILIES, FAMILY_KEYS } from "../../src/settings/named.js";
import { SETTING_NAMES, settingRow } from "../../src/settings/table.js";
import { VARIABLES } from "../../src/settings/variables.js";

/** Returns the page on configuration with its tables of keys and variables regenerated. */
export function configurationPage(page: string): string {
  return [
    ["keys", keysTable()],
    ["variables", variablesTable()],
  ].reduce((text, [name = "", table = ""]) => replaceBetween(text, name, table), page);
}

function replaceBetween(page: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: npm run reference -->\n`, `<!-- end of ${name} -->`];
  const from = page.indexOf(begin) + begin.length;
  const to = page.indexOf(end);
  if (from < begin.length || to < from) throw new Error(`docs/configuration.md has no ${begin}`);
  return `${page.slice(0, from)}${table}${page.slice(to)}`;
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

function code(text: string | undefined): string {
  return text === undefined ? "" : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |\n`;
  return `\n${line(head)}${line(head.map(() => "---"))}${rows.map(line).join("")}\n`;
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
