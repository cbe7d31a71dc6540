import { defineTool } from "../tool.js";

export const explain = defineTool({
  name: "explain",
  about: "What a field or figure of a result means: definition and unit.",
  inputs: {
    name: { type: "string", required: true, description: "such as net_pnl or worst_week" },
  },
  async call({ name }, asked) {
    return { head: { name }, rows: await asked.explain(name) };
  },
});
