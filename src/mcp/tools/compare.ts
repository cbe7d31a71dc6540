import { itemsOf, option } from "../fields.js";
import { defineTool } from "../tool.js";

export const compare = defineTool({
  name: "compare",
  about:
    "Settled funding of two markets day by day: spread is what long the first and short the second is paid, a fraction of the notional; the last cumulative is the whole.",
  inputs: {
    long_market: { type: "integer", required: true },
    short_market: { type: "integer", required: true },
    start: { type: "string" },
    end: { type: "string" },
    offset: { type: "integer" },
  },
  async call({ long_market: long, short_market: short, start, end }, { run }) {
    const range = [...option("start", start), ...option("end", end)];
    const words = ["funding", "compare", "--resolution=1d", ...range, "--"];
    const { value, notes } = await run([...words, String(long), String(short)]);
    return {
      head: { long_market: long, short_market: short, annualised_unit: "percent a year" },
      rows: itemsOf(value).toReversed(),
      notes,
    };
  },
});
