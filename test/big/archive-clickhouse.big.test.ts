import { describe, expect, it } from "vitest";
import { ddlOf } from "../../src/archive/ddl.js";
import {
  archiveOfDecimals,
  decimalsOf,
  textColumns,
  WITH_DECIMALS,
} from "../archive/sent-decimals.js";
import { tempArchive, toFirstLayout, writeOldSnapshot } from "../archive/temp-archive.js";
import { archiveOfViews, FILLED, questionsOf } from "../archive/views.js";
import { NOW } from "../support/now.js";
import { runCarry } from "../support/process.js";
import { clickHouse, hasClickHouse } from "./clickhouse.js";

describe.runIf(hasClickHouse)("ClickHouse, with the statements that carry prints", () => {
  it.each(WITH_DECIMALS)("has each decimal of %s as carry exports it", async (name, table) => {
    const archive = await archiveOfDecimals();
    const at = ["--archive", archive.path];
    const ddl = await runCarry(["archive", "ddl", "clickhouse", ...at]);
    const exported = await runCarry(["archive", "export", name, "-o", "ndjson", ...at]);
    const statements = ddl.stdout.split(/;\n+/).filter((statement) => statement.trim() !== "");
    const columns = textColumns(table);
    const rows = await clickHouse([...statements, `SELECT ${columns.join(", ")} FROM ${name}`], {});
    expect(rows.map((row) => JSON.stringify(columns.map((it) => row[it]))).sort()).toEqual(
      decimalsOf(exported.stdout, table),
    );
  });

  const clickHouseAsOf = (name: string, moment: string) => `${name}(t = '${moment}')`;
  it.each(questionsOf(clickHouseAsOf))("answers %s", async (question, rows) => {
    const archive = await archiveOfViews();
    const ddl = ddlOf("clickhouse", { where: archive.path, tables: FILLED });
    const statements = ddl.split(/;\n+/).filter((statement) => statement.trim() !== "");
    const answers = async () =>
      (await clickHouse([...statements, question], {})).map(({ it }) => it).sort();
    expect(await answers()).toEqual(rows);
    toFirstLayout(archive.path, ["positions", "legs"]);
    expect(await answers()).toEqual(rows);
  });

  it("reads snapshots of a carry that did not say how they are dated", async () => {
    const archive = await tempArchive();
    await writeOldSnapshot(archive, NOW);
    const ddl = ddlOf("clickhouse", { where: archive.path, tables: ["snapshots"] });
    const statements = ddl.split(/;\n+/).filter((statement) => statement.trim() !== "");
    const rows = await clickHouse([...statements, "SELECT dated FROM snapshots"], {});
    expect(rows.map(({ dated }) => dated)).toEqual([null]);
  });

  it("has numbers to add, exact to 18 places, and null from 10^20 on", async () => {
    const archive = await archiveOfDecimals();
    const ddl = await runCarry(["archive", "ddl", "clickhouse", "--archive", archive.path]);
    const statements = ddl.stdout.split(/;\n+/).filter((statement) => statement.trim() !== "");
    const question = "SELECT toString(funding_rate) AS it FROM funding ORDER BY market_id";
    const rows = await clickHouse([...statements, question], {});
    expect(rows.map(({ it }) => it)).toEqual([
      ...[null, "0.123456789012345678", "1.1", "0.0000001", "0", null, null],
    ]);
  });
});
