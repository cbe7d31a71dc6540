import { itemsOf, membersOf, option } from "../fields.js";
import { defineTool } from "../tool.js";
import { UNITS } from "./units.js";

export const positions = defineTool({
  name: "positions",
  about: "List positions with their legs and performance.",
  inputs: {
    status: { type: "string", enum: ["open", "closed"] },
    asset: { type: "string" },
    exchange: { type: "string" },
    offset: { type: "integer" },
  },
  async call({ status, asset, exchange }, { run }) {
    const filters = [
      ...option("status", status),
      ...option("asset", asset),
      ...option("exchange", exchange),
    ];
    const { value, notes } = await run(["positions", "list", "--performance", ...filters]);
    return { head: { units: UNITS }, rows: itemsOf(value).map(inBrief), notes };
  },
});

/** Returns a listed position without its legs' prices. */
function inBrief(position: unknown) {
  const { legs, performance, ...rest } = membersOf(position);
  return {
    ...rest,
    legs: itemsOf(legs).map((leg) => {
      const { side, exchange, symbol, quantity, market_id: market } = membersOf(leg);
      return `${side} ${exchange} ${symbol}, quantity ${quantity}, market ${market ?? "unknown"}`;
    }),
    ...membersOf(performance),
  };
}
