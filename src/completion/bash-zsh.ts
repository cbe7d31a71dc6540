import bash from "./engines/carry.bash?raw";
import zsh from "./engines/carry.zsh?raw";
import type { Tables } from "./tables.js";
import { fill, indented, singleQuoted } from "./text.js";

/** The completion script of bash, for 3.2 and later. */
export function bashScript(tables: Tables): string {
  return fill(bash, tablesOf(tables).join("\n"));
}

/** The completion script of zsh. */
export function zshScript(tables: Tables): string {
  return fill(zsh, tablesOf(tables).join("\n"));
}

/** Both shells read functions that set arrays. */
function tablesOf({ nodes, common, sets }: Tables): string[] {
  return [
    "# Sets commands, args, options and columns to those of a command.",
    "_carry_node() {",
    "  commands=() args=() options=() columns=''",
    "  case $1 in",
    ...nodes.flatMap((node) => [
      `    ${singleQuoted(node.path)})`,
      ...array("commands", node.commands),
      ...array("args", node.args),
      ...array("options", node.options),
      ...(node.columns === "" ? [] : [`      columns=${node.columns}`]),
      "      ;;",
    ]),
    "  esac",
    "}",
    "",
    "# Sets common to the options of every command.",
    "_carry_common() {",
    "  common=()",
    ...array("common", common, 2),
    "}",
    "",
    "# Sets rows to a set of words.",
    "_carry_set() {",
    "  rows=()",
    "  case $1 in",
    ...sets.flatMap(({ name, rows }) => [`    ${name})`, ...array("rows", rows), "      ;;"]),
    "  esac",
    "}",
  ];
}

function array(name: string, rows: readonly string[], depth = 6): string[] {
  if (rows.length === 0) return [];
  return indented(depth, [`${name}=(`, ...rows.map((row) => `  ${singleQuoted(row)}`), ")"]);
}
