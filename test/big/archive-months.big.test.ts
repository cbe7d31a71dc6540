import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendRuns } from "../../src/archive/append.js";
import { createArchive } from "../../src/archive/archive.js";
import { ddlOf } from "../../src/archive/ddl.js";
import { monthOf, monthsBetween } from "../../src/archive/names.js";
import type { Batch } from "../../src/archive/parquet/batch.js";
import { FUNDING } from "../../src/archive/tables.js";
import { ORIGIN, storeAt } from "../archive/temp-archive.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { runShell } from "../support/process.js";
import { randomOf } from "../support/random.js";
import { clickHouse, hasClickHouse } from "./clickhouse.js";
import { hasPostgres, postgresForFile } from "./postgres.js";

const HOUR = 3_600_000;
const MARKETS = 1000;
const HOURS = 10_000;
const FIRST = NOW - HOURS * HOUR;

/** Names the months around a day that begins one of them; its first events come up to 20 s too early. */
const DAY = `month BETWEEN '2026-04' AND '2026-06'
  AND funding_time >= '2026-05-01 00:00:00' AND funding_time < '2026-05-02 00:00:00'`;

describe(`one day of ${MARKETS * HOURS} events`, { timeout: 900_000 }, () => {
  let directory = "";
  let expected: string[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "carry-months-"));
    const archive = await createArchive(await storeAt(directory), ORIGIN, NOW);
    const { below } = randomOf(39);
    for (const month of monthsBetween(FIRST, NOW)) {
      const times = Array.from({ length: HOURS }, (_, at) => FIRST + at * HOUR).filter(
        (time) => monthOf(time) === month,
      );
      const length = times.length * MARKETS;
      const all = <T>(of: (market: number, time: number) => T) =>
        Array.from({ length }, (_, at) =>
          of(1 + Math.floor(at / times.length), times[at % times.length] ?? 0),
        );
      const columns = {
        market_id: Float64Array.from(all((market) => market)),
        funding_time: Float64Array.from(all((market, time) => time - (market % 21) * 1000)),
        funding_time_text: all(() => null),
        funding_rate: all(() => `0.000${below(1e6)}`),
        mark_price: all(() => `${below(1e6)}.5`),
        funding_interval: all(() => 1),
        seen_at: Float64Array.from(all(() => NOW)),
        raw: all(() => null),
      };
      const batch: Batch<typeof FUNDING> = { length, columns };
      await appendRuns(archive, FUNDING, [{ batch, from: 0, to: length }]);
    }
    const range = ["--start", "2026-05-01", "--end", "2026-05-02"];
    const argv = ["archive", "export", "funding", ...range, "--archive", directory];
    const columns = ["--columns", "market_id,funding_time,funding_rate"];
    const { stdout } = await carry([...argv, "-o", "tsv", ...columns]);
    expected = stdout
      .split("\n")
      .filter((line) => line !== "")
      .sort();
  }, 600_000);

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const ddl = (dialect: "duckdb" | "clickhouse") =>
    ddlOf(dialect, { where: directory, tables: ["funding"] });

  it("is in an export", () => {
    expect(expected.length).toBeGreaterThan(23_000);
  });

  it("equals it in DuckDB, which reads the files of the months that are named", async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(`SET TimeZone = 'UTC'; ${ddl("duckdb")}`);
    const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    const time = "strftime(funding_time, '%Y-%m-%dT%H:%M:%SZ')";
    const query = `SELECT concat_ws(chr(9), market_id, ${time}, funding_rate_text) FROM funding WHERE ${DAY}`;
    expect((await rows(query)).map(([it]) => it).sort()).toEqual(expected);
    const plan = (await rows(`EXPLAIN ANALYZE ${query}`)).flat().join("\n");
    expect(plan).toMatch(/Total Files Read: 3\b/);
    connection.closeSync();
  });

  it.runIf(hasClickHouse)("equals it in ClickHouse, which reads those files alone", async () => {
    const statements = ddl("clickhouse")
      .split(/;\n+/)
      .filter((it) => it.trim() !== "");
    const time = "formatDateTime(funding_time, '%Y-%m-%dT%H:%i:%SZ')";
    const query = `SELECT concat(market_id, char(9), ${time}, char(9), assumeNotNull(funding_rate_text)) AS it FROM funding WHERE ${DAY}`;
    const rows = await clickHouse([...statements, query], {});
    expect(rows.map(({ it }) => it).sort()).toEqual(expected);
    const counted = "SELECT value FROM system.events WHERE event = 'EngineFileLikeReadFiles'";
    expect(await clickHouse([...statements, query, counted], {})).toEqual([{ value: 3 }]);
  });

  describe.runIf(hasPostgres)("in PostgreSQL, where three months were loaded", () => {
    const { env, query } = postgresForFile();

    it("equals it, and is found by an index", async () => {
      const range = "--start 2026-03-01 --end 2026-06-01";
      const script = `set -e -o pipefail
        carry archive ddl postgres | psql -q -v ON_ERROR_STOP=1
        carry archive export funding --versions ${range} -o csv | psql -q -c "\\copy funding_rows FROM STDIN WITH (FORMAT csv, HEADER)"
        psql -q -c ANALYZE`;
      const outcome = await runShell(script, { ...env(), CARRY_ARCHIVE: directory });
      expect(outcome).toEqual({ code: 0, stdout: "", stderr: "" });
      const time = `to_char(funding_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
      const question = `SELECT concat_ws(chr(9), market_id, ${time}, funding_rate_text) AS it FROM funding
        WHERE month = '2026-05' AND funding_time >= '2026-05-01Z' AND funding_time < '2026-05-02Z'`;
      expect((await query(question)).map(({ it }) => it).sort()).toEqual(expected);
      const { stdout } = await runShell(`psql -At -c "EXPLAIN $QUESTION"`, {
        ...{ ...env(), QUESTION: question },
      });
      expect(stdout).toMatch(/Index Scan (using|on) funding_rows_month/);
    });
  });
});
