import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { ddlOf } from "../../src/archive/ddl.js";
import { currentRows } from "../../src/archive/read/current-rows.js";
import {
  type AnyRow,
  FUNDING,
  FUNDING_DAILY,
  LEGS,
  POSITIONS,
  SNAPSHOTS,
  TABLE_NAMES,
  type TableName,
} from "../../src/archive/tables.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { randomOf } from "../support/random.js";
import { archiveOfDecimals, decimalsOf, textColumns, WITH_DECIMALS } from "./sent-decimals.js";
import {
  fundingRow,
  tempArchive,
  tempDirectory,
  toFirstLayout,
  writeOldSnapshot,
} from "./temp-archive.js";
import { archiveOfViews, questionsOf } from "./views.js";

type TempArchive = Awaited<ReturnType<typeof tempArchive>>;

/** Runs the printed statements, and then a query; every value as text. */
async function duckdb({ path, store }: TempArchive, query: string): Promise<string[][]> {
  const files = await store.list("");
  const tables = TABLE_NAMES.filter((name) => files.some((it) => it.name.startsWith(`${name}/`)));
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(ddlOf("duckdb", { where: path, tables }));
  const rows = await (await connection.runAndReadAll(query)).getRows();
  connection.closeSync();
  return rows.map((row) => row.map((value) => (value === null ? "null" : String(value))));
}

async function carrys({ store }: TempArchive, name: TableName): Promise<AnyRow[]> {
  const rows = [];
  for await (const row of currentRows(store, name)) rows.push(row);
  return rows;
}

const sum = (rows: readonly AnyRow[], column: string) =>
  rows.reduce((total, row) => total.plus(row[column] ?? 0), new Big(0));

describe("DuckDB, with the statements that carry prints", () => {
  it("reads snapshots of a carry that did not say how they are dated, alone and beside others", async () => {
    const archive = await tempArchive();
    await writeOldSnapshot(archive, NOW);
    const dated = () => duckdb(archive, "SELECT dated FROM snapshots ORDER BY snapshot_at");
    expect(await dated()).toEqual([["null"]]);
    await append(archive, SNAPSHOTS, [
      {
        ...{ portfolio_id: "p", snapshot_at: NOW + 1, oldest_calculated_at: null, positions: 0 },
        ...{ position_ids: "[]", dated: "local" },
      },
    ]);
    expect(await dated()).toEqual([["null"], ["local"]]);
  });

  it("sums what carry wrote to the last digit, in many files, months and versions", async () => {
    const archive = await tempArchive();
    const { below, chance } = randomOf(7);
    const decimal = (places: number) =>
      `${chance(50) ? "-" : ""}0.${Array.from({ length: places }, () => below(10)).join("")}`;
    for (let file = 0; file < 6; file++) {
      const rows = Array.from({ length: 2500 }, (_, at) =>
        fundingRow({
          market_id: 1 + (at % 7),
          funding_time: NOW - Math.floor(at / 7) * 3_600_000 + below(20_000),
          funding_rate: chance(5) ? null : decimal(8 + below(11)),
          mark_price: chance(5) ? null : `${below(1e9)}.5`,
          funding_interval: chance(10) ? null : 8,
          seen_at: NOW + file * (chance(90) ? 1000 : 0),
        }),
      );
      await append(archive, FUNDING, rows);
    }
    const own = await carrys(archive, "funding");
    const [[count, rates, marks, nulls]] = (await duckdb(
      archive,
      "SELECT count(*), sum(funding_rate), sum(mark_price), count(*) FILTER (funding_rate IS NULL) FROM funding",
    )) as [string[]];
    expect(count).toBe(String(own.length));
    expect(new Big(rates ?? 0).eq(sum(own, "funding_rate"))).toBe(true);
    expect(new Big(marks ?? 0).eq(sum(own, "mark_price"))).toBe(true);
    expect(nulls).toBe(String(own.filter((row) => row.funding_rate === null).length));
    expect(await duckdb(archive, "SELECT count(*) FROM funding_rows")).toEqual([["15000"]]);
  });

  it("has every daily aggregate without a known day, each text once", async () => {
    const archive = await tempArchive();
    const row = (raw: string, day: number | null) => ({ market_id: 1, day, seen_at: NOW, raw });
    await append(archive, FUNDING_DAILY, [
      ...[row("a", null), row("b", null), row("b", null)],
      ...[row("c", NOW), row("d", NOW)],
    ]);
    const own = await carrys(archive, "funding_daily");
    const query = "SELECT raw FROM funding_daily ORDER BY raw";
    expect(await duckdb(archive, query)).toEqual([["a"], ["b"], ["c"]]);
    expect(own.map(({ raw }) => raw).sort()).toEqual(["a", "b", "c"]);
  });

  const duckdbAsOf = (name: string, moment: string) => `${name}('${moment}')`;
  it.each(questionsOf(duckdbAsOf))("answers %s", async (question, rows) => {
    const archive = await archiveOfViews();
    const answers = async () => (await duckdb(archive, question)).map(([it]) => it).sort();
    expect(await answers()).toEqual(rows);
    toFirstLayout(archive.path, ["positions", "legs"]);
    expect(await answers()).toEqual(rows);
  });

  it("reads the files of the months that a query names alone", async () => {
    const archive = await archiveOfViews();
    for (const month of [4, 3, 2]) {
      const funding_time = Date.parse(`2026-0${month}-15T00:00:00Z`);
      await append(archive, FUNDING, [fundingRow({ funding_time })]);
    }
    const query = "SELECT * FROM funding WHERE month BETWEEN '2026-05' AND '2026-06'";
    const plan = await duckdb(archive, `EXPLAIN ANALYZE ${query}`);
    expect(plan.join("\n")).toMatch(/Total Files Read: 3\b/);
  });

  it("says in the comment of each view what it is, and of which version", async () => {
    const query =
      "SELECT view_name FROM duckdb_views() WHERE comment LIKE '%. format_version %' ORDER BY 1";
    const names = (await duckdb(await archiveOfViews(), query)).map(([name]) => name);
    expect(names).toEqual(["funding", "legs", "markets", "positions", "snapshots"]);
  });

  it.each(WITH_DECIMALS)("has each decimal of %s as carry exports it", async (name, table) => {
    const archive = await archiveOfDecimals();
    const argv = ["archive", "export", name, "-o", "ndjson", "--archive", archive.path];
    const { stdout } = await carry(argv);
    const question = `SELECT to_json([${textColumns(table).join(", ")}]) FROM ${name}`;
    const rows = (await duckdb(archive, question)).map(([texts]) => texts);
    expect(rows.sort()).toEqual(decimalsOf(stdout, table));
  });

  it("gives null for a number that has no exact one, and its text, and the other rows", async () => {
    const archive = await tempArchive();
    const rate = "123456789012345678901";
    await append(archive, FUNDING, [
      fundingRow({ funding_rate: rate }),
      fundingRow({ market_id: 9 }),
    ]);
    const query = "SELECT funding_rate IS NULL, funding_rate_text FROM funding ORDER BY market_id";
    expect(await duckdb(archive, query)).toEqual([
      ["true", rate],
      ["false", "0.00010000"],
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "reads an archive at a path with characters of patterns",
    async () => {
      const archive = await tempArchive(join(tempDirectory(), "a[b]*c?d\\e"));
      await append(archive, FUNDING, [fundingRow()]);
      expect(await duckdb(archive, "SELECT count(*) FROM funding")).toEqual([["1"]]);
    },
  );

  it("keeps a value that was corrected to null null", async () => {
    const archive = await tempArchive();
    await append(archive, FUNDING, [fundingRow()]);
    await append(archive, FUNDING, [fundingRow({ funding_rate: null, seen_at: NOW + 1 })]);
    const query = "SELECT funding_rate, funding_rate_text, mark_price_text FROM funding";
    expect(await duckdb(archive, query)).toEqual([["null", "null", "60000.10"]]);
  });

  it("counts rows of one minute as one event, and sees times in UTC", async () => {
    const archive = await tempArchive();
    const midnight = Date.parse("2026-06-01T00:00:00Z");
    await append(archive, FUNDING, [fundingRow({ funding_time: midnight - 20_000 })]);
    const late = fundingRow({ funding_time: midnight + 29_999, seen_at: NOW + 1 });
    await append(archive, FUNDING, [late]);
    expect(await duckdb(archive, "SELECT CAST(funding_time AS VARCHAR) FROM funding")).toEqual([
      ["2026-06-01 00:00:29.999+00"],
    ]);
  });

  it("picks the same row as carry when one answer had different values of an event", async () => {
    const archive = await tempArchive();
    const rates = ["0.3", null, "0.1", "0.2"];
    await append(
      archive,
      FUNDING,
      rates.map((funding_rate) => fundingRow({ funding_rate })),
    );
    const own = (await carrys(archive, "funding")).map((row) => String(row.funding_rate));
    expect(await duckdb(archive, "SELECT funding_rate_text FROM funding")).toEqual([own]);
  });

  it("sees the positions of finished snapshots alone", async () => {
    const archive = await tempArchive();
    const position = {
      portfolio_id: "p",
      position_id: "a",
      snapshot_at: NOW,
      calculated_at: null,
      asset: "BTC",
      status: "open",
      opened_at: NOW,
      closed_at: null,
      funding_pnl: "100.50",
      fees_paid: "1",
      fees_estimated_exit: "1",
      spread_realized: "0",
      spread_unrealized: "-3.5",
      net_pnl: null,
      duration_days: "1",
      apr: null,
      gross_notional: "61000",
      raw: null,
    };
    const leg = {
      portfolio_id: "p",
      position_id: "a",
      snapshot_at: NOW,
      leg: 0,
      side: "long",
      market_id: null,
      exchange: "binance",
      symbol: "BTCUSDT",
      leverage: null,
      quantity: "0.5",
      open_price: null,
      mark_price: "61000",
      mark_price_updated_at: null,
    };
    const snapshot = {
      portfolio_id: "p",
      snapshot_at: NOW,
      oldest_calculated_at: null,
      positions: 1,
      position_ids: '["a"]',
      dated: "service",
    };
    await append(archive, POSITIONS, [position, { ...position, snapshot_at: NOW + 1 }]);
    await append(archive, LEGS, [leg, { ...leg, snapshot_at: NOW + 1 }]);
    await append(archive, SNAPSHOTS, [snapshot]);
    await append(archive, SNAPSHOTS, [snapshot]);
    expect(
      await duckdb(archive, "SELECT funding_pnl, funding_pnl_text, net_pnl FROM positions"),
    ).toEqual([["100.500000000000000000", "100.50", "null"]]);
    expect(await duckdb(archive, "SELECT quantity_text, market_id FROM legs")).toEqual([
      ["0.5", "null"],
    ]);
    expect(await duckdb(archive, "SELECT count(*) FROM snapshots")).toEqual([["1"]]);
  });
});
