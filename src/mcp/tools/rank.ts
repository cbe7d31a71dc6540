import { itemsOf, membersOf, option } from "../fields.js";
import { defineTool } from "../tool.js";

export const rank = defineTool({
  name: "rank",
  about:
    "Pairs of markets by their worst 7 days of settled funding in the last 30. Chosen after the fact; prices and fees are not in it.",
  inputs: {
    asset: { type: "string", required: true },
    top: { type: "integer" },
    offset: { type: "integer" },
  },
  async call({ asset, top }, { run }) {
    const { value, notes } = await run(["funding", "rank", ...option("top", top), "--", asset]);
    const { rows, inputs: _, ...head } = membersOf(value);
    return { head, rows: itemsOf(rows), notes };
  },
});
