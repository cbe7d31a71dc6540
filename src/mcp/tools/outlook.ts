import { itemsOf, membersOf } from "../fields.js";
import { defineTool } from "../tool.js";

export const outlook = defineTool({
  name: "outlook",
  about:
    "Hold or leave: settled funding a day at today's size over 24h, 3d, 7d, 30d, worst week, cost of leaving. The past, no forecast.",
  inputs: {
    id: { type: "string", description: "position id or prefix; all open ones if omitted" },
    offset: { type: "integer" },
  },
  async call({ id }, { run }) {
    const words = id === undefined ? [] : ["--", id];
    const { value, notes } = await run(["positions", "outlook", ...words]);
    const { rows, inputs: _, ...head } = membersOf(value);
    return { head, rows: itemsOf(rows), notes };
  },
});
