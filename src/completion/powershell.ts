import engine from "./engines/carry.ps1?raw";
import type { Tables } from "./tables.js";
import { fill, indented, powershellQuoted } from "./text.js";

/** The completion script of PowerShell, for 5.1 and later. */
export function powershellScript(tables: Tables): string {
  return fill(engine, indented(4, tablesOf(tables)).join("\n").trimStart());
}

function tablesOf({ nodes, common, sets }: Tables): string[] {
  return [
    "$nodes = @{",
    ...nodes.flatMap((node) => [
      `    ${powershellQuoted(node.path)} = @{`,
      ...array("commands", node.commands, 8),
      ...array("args", node.args, 8),
      ...array("options", node.options, 8),
      `        columns = '${node.columns}'`, // also an empty one: a table has no key $null
      "    }",
    ]),
    "}",
    ...array("$common", common, 0),
    "$sets = @{",
    ...sets.flatMap(({ name, rows }) => array(name, rows, 4)),
    "}",
  ];
}

function array(name: string, rows: readonly string[], depth: number): string[] {
  if (rows.length === 0) return indented(depth, [`${name} = @()`]);
  return indented(depth, [
    `${name} = @(`,
    ...rows.map((row) => `    ${powershellQuoted(row)}`),
    ")",
  ]);
}
