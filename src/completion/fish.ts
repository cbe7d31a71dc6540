import engine from "./engines/carry.fish?raw";
import type { Tables } from "./tables.js";
import { fill, fishQuoted, indented } from "./text.js";

/** The completion script of fish, for 3.1 and later. */
export function fishScript(tables: Tables): string {
  return fill(engine, tablesOf(tables).join("\n"));
}

function tablesOf({ nodes, common, sets }: Tables): string[] {
  return [
    "# Prints a list that belongs to a command: its commands, args, options or columns.",
    "function __carry_node --argument-names path list",
    `    switch "$path/$list"`,
    ...nodes.flatMap((node) => [
      ...printed(`${node.path}/commands`, node.commands),
      ...printed(`${node.path}/args`, node.args),
      ...printed(`${node.path}/options`, node.options),
      ...printed(`${node.path}/columns`, node.columns === "" ? [] : [node.columns]),
    ]),
    "    end",
    "end",
    "",
    "# Prints the options of every command.",
    "function __carry_common",
    ...indented(4, printing(common)),
    "end",
    "",
    "# Prints a set of words.",
    "function __carry_set --argument-names name",
    "    switch $name",
    ...sets.flatMap(({ name, rows }) => printed(name, rows)),
    "    end",
    "end",
  ];
}

function printed(name: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [`        case ${fishQuoted(name)}`, ...indented(12, printing(rows))];
}

/** A row a line: fish takes lines for the elements of a list. */
function printing(rows: readonly string[]): string[] {
  if (rows.length === 0) return ["return"];
  const last = rows.length - 1;
  return [
    "printf '%s\\n' \\",
    ...rows.map((row, index) => `    ${fishQuoted(row)}${index === last ? "" : " \\"}`),
  ];
}
