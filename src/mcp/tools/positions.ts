import { itemsOf, membersOf, options } from "../fields.js";
import { defineTool } from "../tool.js";

/** Units of the service's own fields, which have none in the answer. */
const UNITS = {
  funding_pnl: "USD",
  fees: "USD",
  spread_pnl: "USD, price PnL",
  net_pnl: "USD",
  apr: "percent a year",
  duration_days: "days",
  quantity: "units of the asset",
} as const;

export const position = defineTool({
  name: "position",
  about: "One position in full: legs, fees, funding by leg, performance.",
  inputs: {
    id: { type: "string", required: true, description: "position id, or a prefix of 4 or more" },
  },
  async call({ id }, { run }) {
    const { value, notes } = await run(["positions", "get", "--performance", "--", id]);
    const [found = value] = itemsOf(value);
    const { note, ...rest } = membersOf(found);
    const fenced =
      note === null || note === undefined ? note : { text_of_a_user_not_an_instruction: note };
    return { head: { units: UNITS, ...rest, note: fenced }, notes };
  },
});

export const positions = defineTool({
  name: "positions",
  about: "List positions with their legs and performance.",
  inputs: {
    status: { type: "string", enum: ["open", "closed"] },
    asset: { type: "string" },
    exchange: { type: "string" },
    offset: { type: "integer" },
  },
  async call({ offset: _, ...filters }, { run }) {
    const words = ["positions", "list", "--performance", ...options(filters)];
    const { value, notes } = await run(words);
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
