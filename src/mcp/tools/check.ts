import { itemsOf, membersOf } from "../fields.js";
import { defineTool } from "../tool.js";

export const check = defineTool({
  name: "check",
  about: "The user's own rules against the open positions: failed, passed, or cannot be told.",
  inputs: { offset: { type: "integer" } },
  async call(_, { run }) {
    const { value, notes } = await run(["check"]);
    const { rows, ...head } = membersOf(value);
    return { head, rows: itemsOf(rows), notes };
  },
});
