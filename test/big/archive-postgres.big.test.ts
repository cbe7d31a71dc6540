import { join } from "node:path";
import { Big } from "big.js";
import { beforeEach, describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { currentRows } from "../../src/archive/read/current-rows.js";
import { type AnyRow, FUNDING, TABLE_NAMES, TABLES, type Table } from "../../src/archive/tables.js";
import {
  archiveOfDecimals,
  decimalsOf,
  textColumns,
  WITH_DECIMALS,
} from "../archive/sent-decimals.js";
import { fundingRow, tempArchive, tempDirectory } from "../archive/temp-archive.js";
import { archiveOfViews, questionsOf } from "../archive/views.js";
import { NOW } from "../support/now.js";
import { runCarry, runShell } from "../support/process.js";
import { randomOf } from "../support/random.js";
import { sandboxForFile } from "../support/sandbox.js";
import { hasPostgres, postgresForFile } from "./postgres.js";

describe.runIf(hasPostgres)("an archive in PostgreSQL, filled as docs/archive.md has it", () => {
  const { env: database, query } = postgresForFile();
  const { env: service } = sandboxForFile();

  /** Runs the lines of the documentation for tables of an archive. */
  async function fill(where: string, tables: readonly string[] = TABLE_NAMES): Promise<void> {
    const lines = [
      "carry archive ddl postgres | psql -q -v ON_ERROR_STOP=1",
      ...tables.map(
        (table) =>
          `carry archive export ${table} --versions -o csv | psql -q -c "\\copy ${table}_rows FROM STDIN WITH (FORMAT csv, HEADER)"`,
      ),
    ];
    const script = ["set -e -o pipefail", ...lines].join("\n");
    const outcome = await runShell(script, { ...database(), CARRY_ARCHIVE: where });
    expect(outcome).toEqual({ code: 0, stdout: "", stderr: "" });
  }

  beforeEach(async () => {
    const drop = 'psql -q -c "DROP SCHEMA public CASCADE" -c "CREATE SCHEMA public"';
    const { code, stderr } = await runShell(drop, database());
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("has the same count and the same sums to the last digit, also when it is filled again", async () => {
    const archive = await tempArchive();
    const { below, chance } = randomOf(8);
    const decimal = (places: number) =>
      `${chance(50) ? "-" : ""}0.${Array.from({ length: places }, () => below(10)).join("")}`;
    for (let file = 0; file < 6; file++) {
      const rows = Array.from({ length: 2500 }, (_, at) =>
        fundingRow({
          market_id: 1 + (at % 7),
          funding_time: NOW - Math.floor(at / 7) * 3_600_000 + below(20_000),
          funding_rate: chance(5) ? null : decimal(8 + below(30)),
          mark_price: chance(5) ? null : `${below(1e9)}.5`,
          funding_interval: chance(10) ? null : 8,
          seen_at: NOW + file * (chance(90) ? 1000 : 0),
        }),
      );
      await append(archive, FUNDING, rows);
    }
    const own: AnyRow[] = [];
    for await (const row of currentRows(archive.store, "funding")) own.push(row);
    const expected = {
      events: own.length,
      rates: sumOf(own, "funding_rate").toFixed(),
      marks: sumOf(own, "mark_price").toFixed(),
      without: own.filter((row) => row.funding_rate === null).length,
    };
    for (let time = 1; time <= 2; time++) {
      await fill(archive.path, ["funding"]);
      const [found] = await query(
        `SELECT count(*) AS events, trim_scale(sum(funding_rate))::text AS rates,
          trim_scale(sum(mark_price))::text AS marks,
          count(*) FILTER (WHERE funding_rate IS NULL) AS without FROM funding`,
      );
      expect(found).toEqual(expected);
      expect(await query("SELECT count(*) FROM funding_rows")).toEqual([{ count: 15_000 * time }]);
    }
  });

  it("keeps a value that was corrected to null null", async () => {
    const archive = await tempArchive();
    await append(archive, FUNDING, [fundingRow()]);
    await append(archive, FUNDING, [fundingRow({ funding_rate: null, seen_at: NOW + 1 })]);
    await fill(archive.path, ["funding"]);
    expect(
      await query("SELECT funding_rate, funding_rate_text, mark_price_text FROM funding"),
    ).toEqual([{ funding_rate: null, funding_rate_text: null, mark_price_text: "60000.10" }]);
  });

  it("picks the same row as carry when one answer had different values of an event", async () => {
    const archive = await tempArchive();
    const rates = ["0.3", null, "0.1", "0.2"];
    await append(
      archive,
      FUNDING,
      rates.map((funding_rate) => fundingRow({ funding_rate })),
    );
    await fill(archive.path, ["funding"]);
    const own: unknown[] = [];
    for await (const row of currentRows(archive.store, "funding")) own.push(row.funding_rate);
    const found = await query("SELECT funding_rate_text FROM funding");
    expect(found.map((row) => row.funding_rate_text)).toEqual(own);
  });

  const postgresAsOf = (name: string, moment: string) => `${name}('${moment}Z')`;
  it("has views of the past, of markets and of the portfolio at each snapshot", async () => {
    await fill((await archiveOfViews()).path);
    for (const [question, rows] of questionsOf(postgresAsOf)) {
      expect([question, (await query(question)).map(({ it }) => it).sort()]).toEqual([
        ...[question, rows],
      ]);
    }
  });

  it.each(WITH_DECIMALS)("has each decimal of %s as carry exports it", async (name, table) => {
    const archive = await archiveOfDecimals();
    await fill(archive.path);
    const argv = ["archive", "export", name, "-o", "ndjson", "--archive", archive.path];
    const { stdout } = await runCarry(argv);
    const columns = textColumns(table);
    const rows = await query(`SELECT ${columns.join(", ")} FROM ${name}`);
    expect(rows.map((row) => JSON.stringify(columns.map((it) => row[it]))).sort()).toEqual(
      decimalsOf(stdout, table),
    );
  });

  it("has each row of each table as carry exports it", async () => {
    const where = join(tempDirectory(), "archive");
    const env = { ...service(), CARRY_ARCHIVE: where };
    for (let round = 0; round < 2; round++) {
      const { code } = await runCarry(["archive", "sync", "--daily"], env);
      expect(code).toBe(0);
    }
    await fill(where);
    for (const name of TABLE_NAMES) {
      const { stdout } = await runCarry(["archive", "export", name, "-o", "ndjson"], env);
      const exported = stdout.split("\n").filter((line) => line !== "");
      expect([name, exported.length]).not.toEqual([name, 0]);
      const found = await query(`SELECT ${await columnsOf(name, TABLES[name])} FROM ${name}`);
      expect(found.map((row) => JSON.stringify(row)).sort()).toEqual(exported.sort());
    }
  });

  /** Returns the columns of a view with times as carry writes them, and decimals as sent. */
  async function columnsOf(name: string, { columns }: Table): Promise<string> {
    const known = await query(
      `SELECT column_name AS it FROM information_schema.columns WHERE table_name = '${name}'`,
    );
    const names = new Set(known.map(({ it }) => it));
    const texts = Object.entries(columns).map(([column, { kind }]) => {
      if (kind === "time") {
        const text = `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
        return `replace(${text}, '.000Z', 'Z') AS ${column}`;
      }
      return names.has(`${column}_text`) ? `${column}_text AS ${column}` : column;
    });
    return texts.join(", ");
  }
});

function sumOf(rows: readonly AnyRow[], column: string): Big {
  return rows.reduce((total, row) => total.plus(row[column] ?? 0), new Big(0));
}
