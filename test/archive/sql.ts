import { readFileSync } from "node:fs";
import { Big } from "big.js";
import { append } from "../../src/archive/archive.js";
import { currentRows } from "../../src/archive/read/current-rows.js";
import { FUNDING } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";
import { randomOf } from "../support/random.js";
import { fundingRow, tempArchive } from "./temp-archive.js";

const DOC = readFileSync(new URL("../../docs/archive.md", import.meta.url), "utf8");

/** Returns the query of docs/archive.md for the rows of events that count. */
export function documentedQuery(asOf?: number): string {
  const query = /```sql\n(SELECT \* FROM \([^`]*nth = 1)\n```/.exec(DOC)?.[1] ?? "";
  if (asOf === undefined) return query.replace(/\n {2}WHERE .*/, "");
  const text = new Date(asOf).toISOString().slice(0, 23).replace("T", " ");
  return query.replace(/TIMESTAMP '.*'/, `TIMESTAMP '${text}'`);
}

/** Returns the documented view of events in an engine. @param where replaces the place of the archive */
export function documentedView(engine: "read_parquet" | "file", where: string): string {
  const view = new RegExp(`CREATE VIEW funding AS SELECT \\* FROM ${engine}\\(.*\\);`).exec(
    DOC,
  )?.[0];
  return (view ?? "").replace("archive/funding", where);
}

/** Creates an archive whose events have corrections, repetitions, nulls and 18 decimals. */
export async function archiveOfVersions() {
  const archive = await tempArchive();
  const { below, chance } = randomOf(8);
  const decimal = () =>
    `${chance(50) ? "-" : ""}0.${Array.from({ length: 18 }, () => below(10)).join("")}`;
  for (let file = 0; file < 4; file++) {
    const rows = Array.from({ length: 1500 }, (_, at) =>
      fundingRow({
        market_id: 1 + (at % 7),
        funding_time: NOW - Math.floor(at / 7) * 3_600_000 + below(20_000),
        funding_rate: chance(5) ? null : decimal(),
        mark_price: chance(5) ? null : `${below(1e9)}.5`,
        seen_at: NOW + file * 60_000,
      }),
    );
    await append(archive, FUNDING, rows);
  }
  return archive;
}

/** Returns the number of events that count and their exact sums. */
export async function sumsOf({ store }: Awaited<ReturnType<typeof archiveOfVersions>>) {
  let [events, rates, marks] = [0, new Big(0), new Big(0)];
  for await (const row of currentRows(store, "funding")) {
    events++;
    rates = rates.plus(row.funding_rate ?? 0);
    marks = marks.plus(row.mark_price ?? 0);
  }
  return { events, rates: rates.toFixed(), marks: marks.toFixed() };
}

/** Returns a question to which the answer is {@link sumsOf}, in texts of numbers. */
export function sumsQuery(query: string, cast: (column: string) => string): string {
  return `SELECT count(*) AS events, sum(${cast("funding_rate")}) AS rates, sum(${cast("mark_price")}) AS marks FROM (${query}) AS it`;
}

/** Returns numbers of an engine as {@link sumsOf} has them. */
export function plain(row: Readonly<Record<string, unknown>> | undefined) {
  const { events, rates, marks } = row ?? {};
  return {
    events: Number(events),
    rates: new Big(String(rates)).toFixed(),
    marks: new Big(String(marks)).toFixed(),
  };
}
