import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, recordedSandboxForFile } from "../support/recorded-sandbox.js";
import { differences } from "../support/same-content.js";

const recorded = recordedSandboxForFile([NOW - 2 * DAY, NOW - DAY, NOW - DAY / 2], { end: NOW });

const env = { CARRY_CONFIG_DIR: mkdtempSync(join(tmpdir(), "carry-vocabulary-")) };
beforeAll(async () => {
  await recorded().carry(["check", "--init"], { env });
  await recorded().carry(["archive", "sync", "1", "4", "-q"]);
});
afterAll(() => rmSync(env.CARRY_CONFIG_DIR, { recursive: true, force: true }));

/** Answers with rows beside those of test/outputs, which compares every format of each command. */
const ANSWERS: readonly string[] = [
  "list --by pair",
  "positions pnl --by month",
  "positions pnl --by asset",
  "get AVAX ETH.7ba3 --check",
];

async function printed(line: string, format: string): Promise<string> {
  const { code, stdout, stderr } = await recorded().carry([...line.split(" "), "-o", format], {
    env,
  });
  if (code !== 0 && code !== 10 && code !== 11) throw new Error(stderr);
  return stdout;
}

it.each(ANSWERS)(
  "carry %s has the same content by the same names in csv, json and ndjson",
  async (line) => {
    const { rows, found } = differences({
      json: await printed(line, "json"),
      csv: await printed(line, "csv"),
      tsv: await printed(line, "tsv"),
      ndjson: await printed(line, "ndjson"),
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  },
);

it.each(ANSWERS)("carry %s has no json name that begins with a digit", async (line) => {
  expect(await printed(line, "json")).not.toMatch(/"\d[^"]*":/);
});

it.each([
  ["list", "next_24h"],
  ["list", "margin_to_add"],
  ["list", "run_30d"],
  ["list --by asset", "gross_notional"],
  ["positions pnl --by position", "funding_pnl"],
  ["funding rank BTC", "rate_7d"],
  ["status", "run_7d"],
])("carry %s is sorted by %s as a number, in a table and in csv", async (line, column) => {
  const typed = `${line} --sort ${column} --columns ${column}`;
  const csv = (await printed(typed, "csv")).trimEnd().split("\r\n").slice(1);
  const table = (await printed(typed, "table")).split("\n");
  const first = table.findIndex((it) => it.trimEnd().endsWith("↑")) + 1;
  for (const lines of [csv, table.slice(first, first + csv.length)]) {
    const end = [...lines, ""].findIndex((it) => !/\d/.test(it));
    const cells = lines.slice(0, end).map((it) => /[-+]?[\d,.]+k?/.exec(it)?.[0] ?? "");
    const numbers = cells.map((it) => Number(it.replaceAll(",", "").replace("k", "e3")));
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  }
});
