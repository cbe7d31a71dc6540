import { append } from "../../src/archive/append.js";
import { FUNDING, LEGS, MARKETS, POSITIONS, SNAPSHOTS } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";
import { LEG, POSITION } from "./sent-decimals.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

const HOUR = 3_600_000;
const PORTFOLIO = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const HELD = "11111111-1111-4111-8111-111111111111";
const MIDNIGHT = Date.parse("2026-06-01T00:00:00Z");

/** The tables that {@link archiveOfViews} fills. */
export const FILLED = ["funding", "markets", "positions", "legs", "snapshots"] as const;

/**
 * Creates an archive with what views are made of: an event at midnight and its correction, a market that
 * was renamed in another month, and three snapshots, of which the second repeats no closed position and
 * the third no longer lists it.
 */
export async function archiveOfViews() {
  const archive = await tempArchive();
  await append(archive, FUNDING, [
    fundingRow({ market_id: 7, funding_time: MIDNIGHT - 20_000, funding_rate: "0.1" }),
    fundingRow({ market_id: 7, funding_time: MIDNIGHT - 8 * HOUR, funding_rate: "0.2" }),
  ]);
  await append(archive, FUNDING, [
    fundingRow({ market_id: 7, funding_time: MIDNIGHT, funding_rate: "0.3", seen_at: NOW + HOUR }),
  ]);
  const listed = (seen_at: number, raw: object) => ({
    ...{ market_id: 7, seen_at, raw: JSON.stringify(raw) },
  });
  await append(archive, MARKETS, [
    listed(NOW - 40 * 24 * HOUR, { id: 7, asset: "OLD", exchange: "binance" }),
    listed(NOW, { id: 7, base_asset: "BTC", asset: "x", exchange: "okx", symbol: "" }),
  ]);
  for (const [at, ids] of [[HELD, "closed"], [HELD, "closed"], [HELD]].entries()) {
    const common = { portfolio_id: PORTFOLIO, snapshot_at: NOW + at * HOUR };
    const written = at === 0 ? ids : [HELD];
    const rows = written.map((position_id) => ({ ...common, position_id }));
    await append(
      archive,
      POSITIONS,
      rows.map((row) => ({ ...POSITION, ...row, net_pnl: `${at}.50` })),
    );
    await append(
      archive,
      LEGS,
      rows.map((row) => ({ ...LEG, ...row })),
    );
    const snapshot = { positions: ids.length, position_ids: JSON.stringify(ids), dated: "service" };
    await append(archive, SNAPSHOTS, [{ ...common, oldest_calculated_at: null, ...snapshot }]);
  }
  return archive;
}

/**
 * Questions to the views, each row one text, and their answers in the order of the texts.
 * @param asOf calls what gives the rows of a moment
 */
export function questionsOf(
  asOf: (name: string, moment: string) => string,
): readonly (readonly [sql: string, rows: readonly string[]])[] {
  const text = (...columns: string[]) => `concat(${columns.join(", ' ', ")}) AS it`;
  const events = text("month", "funding_rate_text");
  const held = text("position_id_text", "net_pnl_text");
  const [first, second, third] = [`${HELD} 0.50`, `${HELD} 1.50`, `${HELD} 2.50`];
  return [
    [`SELECT ${events} FROM funding`, ["2026-05 0.2", "2026-06 0.3"]],
    [`SELECT ${events} FROM funding WHERE month = '2026-06'`, ["2026-06 0.3"]],
    [
      `SELECT ${events} FROM ${asOf("funding_as_of", "2026-06-01 12:00:00")}`,
      ["2026-05 0.2", "2026-06 0.1"],
    ],
    [
      `SELECT ${text("market_id", "asset", "exchange", "coalesce(symbol, 'none')")} FROM market`,
      ["7 BTC okx none"],
    ],
    [
      `SELECT ${held} FROM portfolio_at_snapshot`,
      [first, second, third, "closed 0.50", "closed 0.50"],
    ],
    [
      `SELECT ${held} FROM ${asOf("positions_as_of", "2026-06-01 13:59:59")}`,
      [second, "closed 0.50"],
    ],
    [`SELECT ${text("count(*)", "count(position_id)")} FROM legs`, ["4 3"]],
  ];
}
