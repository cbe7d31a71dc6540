import { CAUSES, type CauseSpec } from "../../figures/causes.js";
import { itemsOf, membersOf } from "../fields.js";
import { defineTool } from "../tool.js";

export const status = defineTool({
  name: "status",
  about:
    "Totals of the open positions, their funding, the causes why positions need attention with what each is worth, and those positions, the gravest first.",
  inputs: { offset: { type: "integer" } },
  async call({ offset = 0 }, { run }) {
    const { value, notes } = await run(["status"]);
    const { rows, causes, inputs: _, ...head } = membersOf(value);
    const first = offset === 0 && { causes: itemsOf(causes).map(withUnit) };
    return { head: { ...head, ...first }, rows: itemsOf(rows), notes };
  },
});

const SPECS: Readonly<Record<string, CauseSpec>> = CAUSES;

/** Returns a cause with its value as a figure. */
function withUnit(found: unknown) {
  const { value, ...rest } = membersOf(found);
  const isDaily = SPECS[String(rest.cause)]?.isDaily === true;
  return { ...rest, value: { value, unit: isDaily ? "usd_per_day" : "usd" } };
}
