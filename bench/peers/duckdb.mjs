// Sums the rates of an archive exactly with DuckDB: the peer of a scan. Argument: directory.
import { DuckDBInstance } from "@duckdb/node-api";

const [archive] = process.argv.slice(2);
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const found = await connection.runAndReadAll(
  `SELECT count(*), sum(funding_rate::DECIMAL(38, 18)) FROM read_parquet('${archive}/funding/*/*.parquet')`,
);
process.stdout.write(`${found.getRows().join(" ")}\n`);
