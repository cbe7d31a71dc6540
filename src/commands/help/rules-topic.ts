import type { Fields } from "../../alerts/records/field.js";
import { layOutHelp } from "../../command/help-layout.js";

/** Lays out what a rule is, and every name that it can use. */
export async function rulesTopic(width: number): Promise<string> {
  const [{ POSITION_FIELDS }, { PORTFOLIO_FIELDS }] = await Promise.all([
    import("../../alerts/records/position-fields.js"),
    import("../../alerts/records/portfolio-fields.js"),
  ]);
  const parts = [
    { title: "Names of a position:", entries: entriesOf(POSITION_FIELDS) },
    { title: "Names of the portfolio:", entries: entriesOf(PORTFOLIO_FIELDS) },
  ];
  return layOutHelp(
    `\`when\` of a rule is the name of a reason such as losing, or a comparison of figures: net_pnl < -100,
imbalance > 5 && notional > 1000, legs[?leverage > 5]. It is JMESPath (jmespath.org) in which numbers need no
backticks; texts are in single quotes. What depends on an unknown figure is unknown. \`carry check --init\`
writes a rules file to change.`,
    parts,
    width,
  );
}

function entriesOf(fields: Fields<never>, prefix = ""): { term: string; description: string }[] {
  return Object.entries(fields).flatMap(([name, { shape, what, within }]) => {
    const term = prefix + name;
    const below = within && entriesOf(within, `${term}${shape.kind === "list" ? "[]" : ""}.`);
    return [{ term, description: what }, ...(below ?? [])];
  });
}
