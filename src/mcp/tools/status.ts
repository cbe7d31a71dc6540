import { itemsOf, withoutRepeated } from "../fields.js";
import { MOST_ROWS } from "../page.js";
import { defineTool } from "../tool.js";

export const status = defineTool({
  name: "status",
  about:
    "Totals of the open positions, their funding, and positions that need attention with reasons, worst first.",
  inputs: { offset: { type: "integer" } },
  async call({ offset = 0 }, { run }) {
    const { value, notes } = await run(["status"]);
    const { attention, not_judged: unjudged, inputs: _, ...head } = withoutRepeated(value);
    const unknown = itemsOf(unjudged);
    return {
      head: {
        ...head,
        ...(offset === 0 && {
          not_judged: unknown.slice(0, MOST_ROWS / 2),
          not_judged_positions: unknown.length,
        }),
      },
      rows: itemsOf(attention),
      notes,
    };
  },
});
