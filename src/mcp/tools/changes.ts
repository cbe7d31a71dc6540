import { itemsOf, membersOf, option } from "../fields.js";
import { defineTool } from "../tool.js";

export const changes = defineTool({
  name: "changes",
  about:
    "What changed since a time, from the local archive: opened, closed, resized, turned, and the parts of the change of net PnL.",
  inputs: {
    since: { type: "string", description: "such as yesterday, 7d, 2026-05-31; default: last look" },
    offset: { type: "integer" },
  },
  async call({ since }, { run }) {
    const { value, notes } = await run(["positions", "changes", ...option("since", since)]);
    const { rows, ...head } = membersOf(value);
    return { head, rows: itemsOf(rows), notes };
  },
});
