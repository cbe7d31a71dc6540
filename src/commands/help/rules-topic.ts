import type { Names } from "../../alerts/names.js";
import { layOutHelp } from "../../run/help-layout.js";

/** Lays out what a rule is, and every name that it can use. */
export async function rulesTopic(width: number): Promise<string> {
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

function entriesOf(names: Names<never>, prefix = ""): { term: string; description: string }[] {
  return Object.entries(names).flatMap(([name, { help, list }]) => [
    { term: prefix + name, description: help },
    ...(list === undefined ? [] : entriesOf(list.names, `${prefix}${name}[].`)),
  ]);
}
