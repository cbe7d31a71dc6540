import { append } from "../../src/archive/append.js";
import { decimalsIn, FUNDING, LEGS, POSITIONS, SNAPSHOTS } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

/** Numbers as services write them, which a cast or a sum writes in another way or not at all. */
const SENT = ["1e20", "0.12345678901234567890", "1.10", "1E-7", "-0.00", "12345678901234567890123"];

/** The tables with decimals, and what orders their rows. */
export const WITH_DECIMALS = [
  ["funding", FUNDING, "market_id"],
  ["positions", POSITIONS, "position_id"],
  ["legs", LEGS, "position_id"],
] as const;

/** Creates an archive that has each such number in each column of decimals. */
export async function archiveOfDecimals() {
  const archive = await tempArchive();
  for (const [at, sent] of SENT.entries()) {
    await append(archive, FUNDING, [
      fundingRow({ market_id: at + 1, funding_rate: sent, mark_price: sent }),
    ]);
    const common = { portfolio_id: "p", position_id: `p${at}`, snapshot_at: NOW };
    await append(archive, POSITIONS, [{ ...POSITION, ...of(POSITIONS, sent), ...common }]);
    await append(archive, LEGS, [{ ...LEG, ...of(LEGS, sent), ...common }]);
  }
  await append(archive, FUNDING, [fundingRow({ market_id: 99, funding_rate: null })]);
  await append(archive, SNAPSHOTS, [
    {
      ...{ portfolio_id: "p", snapshot_at: NOW, oldest_calculated_at: null },
      ...{ positions: SENT.length, position_ids: "[]", dated: null },
    },
  ]);
  return archive;
}

/** Returns the decimals of each row of an export (-o ndjson), as one text a row. */
export function decimalsOf(exported: string, table: (typeof WITH_DECIMALS)[number][1]): string[] {
  const lines = exported.split("\n").filter((line) => line !== "");
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return rows.map((row) => JSON.stringify(decimalsIn(table).map((it) => row[it]))).sort();
}

/** Returns the columns of a view with the texts of its decimals. */
export function textColumns(table: (typeof WITH_DECIMALS)[number][1]): string[] {
  return decimalsIn(table).map((it) => `${it}_text`);
}

function of<T extends typeof POSITIONS | typeof LEGS>(table: T, sent: string) {
  return Object.fromEntries(decimalsIn(table).map((it) => [it, sent]));
}

/** A position without figures. */
export const POSITION = {
  ...{ calculated_at: null, asset: "BTC", status: "open", opened_at: NOW, closed_at: null },
  ...{ funding_pnl: null, fees_paid: null, fees_estimated_exit: null, spread_realized: null },
  ...{ spread_unrealized: null, net_pnl: null, duration_days: null, apr: null },
  ...{ gross_notional: null, raw: null },
};

/** A leg of a position. */
export const LEG = {
  ...{ leg: 0, side: "long", market_id: null, exchange: "binance", symbol: "BTCUSDT" },
  ...{ leverage: null, quantity: "1", open_price: null, mark_price: null },
  mark_price_updated_at: null,
};
