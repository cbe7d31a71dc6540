// Prints the three open positions with the worst net PnL.
import { CarryError, createClient, type PositionWithPerformance } from "carry-cli";

const { CARRY_BASE_URL = "", CARRY_API_KEY, CARRY_PORTFOLIO: portfolioId = "" } = process.env;
const client = createClient({ baseUrl: CARRY_BASE_URL, apiKey: CARRY_API_KEY });

try {
  const known: { position: PositionWithPerformance; netPnl: number }[] = [];
  for await (const position of client.positions.list({
    portfolioId,
    statuses: ["open"],
    performance: true,
  })) {
    const netPnl = position.performance.net_pnl;
    if (netPnl !== null) known.push({ position, netPnl });
  }
  known.sort((a, b) => a.netPnl - b.netPnl);
  for (const { position, netPnl } of known.slice(0, 3)) {
    const exchanges = position.legs.map((leg) => `${leg.side} ${leg.exchange}`);
    console.log(position.asset, netPnl, exchanges.join(", "));
  }
} catch (error) {
  if (!(error instanceof CarryError)) throw error;
  console.error(`${error.kind}: ${error.message}`);
  process.exitCode = error.retryable ? 75 : 1; // 75: try again later
} finally {
  await client.close();
}
