import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, recordedSandboxForFile } from "../support/recorded-sandbox.js";

const recorded = recordedSandboxForFile([NOW - 2 * DAY, NOW - DAY, NOW - DAY / 2], { end: NOW });

const env = { CARRY_CONFIG_DIR: mkdtempSync(join(tmpdir(), "carry-vocabulary-")) };
beforeAll(async () => {
  await recorded().carry(["check", "--init"], { env });
  await recorded().carry(["archive", "sync", "1", "4", "--no-positions", "-q"]);
});
afterAll(() => rmSync(env.CARRY_CONFIG_DIR, { recursive: true, force: true }));

/** Commands that print an answer with rows. */
const ANSWERS: readonly string[] = [
  "positions outlook",
  "positions upcoming",
  "positions upcoming --by time",
  "positions risk",
  "status",
  "check",
  "positions rotate BTC --fee 5bps",
  "funding rank BTC",
  "funding rank BTC --by market",
  "positions summary",
  "positions summary --by exchange",
  "positions summary --by pair",
  "positions summary --by month",
  "positions pnl",
  "positions pnl --by week",
  "positions pnl --by asset",
  "positions pnl --by pair",
  "positions pnl --by position",
  "positions pnl --by snapshot",
  "positions changes",
  "positions changes --since 1d",
  "funding compare 1 4",
  "funding compare 1 4 --resolution 1d",
  "funding backtest 1 4 --fee 5bps",
  "funding backtest 1 4 --fee-long 2bps --fee-short 5bps --leverage 3,2 --hold 7d --gaps allow",
  "positions funding AVAX",
  "positions funding AVAX --by leg",
  "positions funding AVAX --by event --start 3d",
  "positions reconcile --all",
  "positions ledger",
  "positions ledger --no-archive",
  "positions ledger --by-leg",
  "archive status",
  "archive verify",
  "archive sync 1 4 --no-positions --dry-run",
  "archive sync 1 4 --no-positions",
];

async function printed(line: string, format: string): Promise<string> {
  const { code, stdout, stderr } = await recorded().carry([...line.split(" "), "-o", format], {
    env,
  });
  if (code !== 0 && code !== 10 && code !== 11) throw new Error(stderr);
  return stdout;
}

/** Returns the value at a dotted path as csv writes it; of a figure its number. */
function cellAt(row: unknown, path: string): string {
  const at = path.split(".").reduce((value: unknown, name) => {
    return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }, row);
  const value =
    typeof at === "object" && at !== null && "unit" in at ? Reflect.get(at, "value") : at;
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) {
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return value.map((it) => (typeof it === "object" ? JSON.stringify(it) : String(it))).join(";");
}

/** An item of an answer: a row, or a position with a row for each of its reasons. */
interface Item {
  readonly reasons?: readonly object[];
}

const isSame = (cell: string, json: string) =>
  cell === json || (cell !== "" && json !== "" && Number(cell) === Number(json));

it.each(ANSWERS)(
  "carry %s has the same content by the same names in csv, json and ndjson",
  async (line) => {
    const answer = JSON.parse(await printed(line, "json")) as Record<string, Item[]>;
    const name = "attention" in answer ? "attention" : "rows";
    const { [name]: items = [], ...rest } = answer;
    const rows = items.flatMap(({ reasons, ...item }) => {
      return reasons === undefined ? [item] : reasons.map((it) => ({ ...item, reasons: it }));
    });
    expect(rows.length).toBeGreaterThan(0);
    const [names = [], ...records] = (await printed(line, "tsv"))
      .trimEnd()
      .split("\n")
      .map((it) => it.split("\t"));
    expect((await printed(line, "csv")).split("\r\n")[0]).toBe(names.join(","));
    expect(records).toHaveLength(rows.length);
    const differing = records.flatMap((cells, at) =>
      names.flatMap((name, place) => {
        const [cell = "", json] = [cells[place], cellAt(rows[at], name)];
        return isSame(cell.replace(/^'/, ""), json)
          ? []
          : [`${name}: ${cell} in csv, ${json} in json`];
      }),
    );
    expect(differing).toEqual([]);
    const lines = (await printed(line, "ndjson")).trimEnd().split("\n");
    expect(lines.map((it) => JSON.parse(it) as unknown)).toEqual([...items, rest]);
  },
);

it.each(ANSWERS)("carry %s has no json name that begins with a digit", async (line) => {
  expect(await printed(line, "json")).not.toMatch(/"\d[^"]*":/);
});
