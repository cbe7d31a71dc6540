import { expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

async function printed(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await carry(argv, { env: env() });
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

const seconds = (iso: string) => Date.parse(iso) / 1000;
const opened = ["--query", "[].opened_at"];

it("--time epoch prints the times of records as numbers of seconds in each format", async () => {
  const sent = JSON.parse(await printed("list", "-o", "json", ...opened)) as string[];
  const epoch = JSON.parse(await printed("list", "-o", "json", ...opened, "--time", "epoch"));
  expect(epoch).toEqual(sent.map(seconds));
  const lines = await printed("list", "-o", "ndjson", "--time", "epoch");
  expect(
    lines
      .trimEnd()
      .split("\n")
      .map((it) => JSON.parse(it).opened_at),
  ).toEqual(epoch);
  const csv = await printed("list", "-o", "csv", "--time", "epoch", "--columns", "opened_at");
  expect([...new Set(csv.trimEnd().split("\r\n").slice(1).map(Number))]).toEqual(epoch);
  const table = await printed("list", "--time", "epoch", "--columns", "opened_at");
  const shown = [...table.matchAll(/^\s*([\d.]+)$/gm)].map(([, it]) => Number(it));
  expect(shown.toSorted()).toEqual(epoch.toSorted());
});

it("--query sees the times that --time shapes", async () => {
  const line = ["list", "-o", "json", "--time", "epoch", "--query", "max([].opened_at)"];
  expect(Number(await printed(...line))).toBeGreaterThan(1.7e9);
});

it("--time iso prints records' times without empty milliseconds, and joins with computed ones", async () => {
  const history = ["funding", "history", "1", "--start", "2d", "-o", "json"];
  const iso = JSON.parse(await printed(...history, "--time", "iso", "--query", "[].funding_time"));
  const sent = JSON.parse(await printed(...history, "--query", "[].funding_time")) as string[];
  expect(iso).toEqual(sent.map((it) => new Date(it).toISOString().replace(".000Z", "Z")));
});

it("--time epoch prints every time of a computed answer as a number", async () => {
  const text = await printed("status", "-o", "json", "--time", "epoch");
  expect(text).not.toMatch(/"\d{4}-\d{2}-\d{2}T/);
  expect(JSON.parse(text).service_time).toBeTypeOf("number");
});

it("--time is refused beside --local, and where a command prints a form of its own", async () => {
  const both = await carry(["list", "--time", "epoch", "--local"], { env: env() });
  expect([both.code, both.stderr]).toEqual([
    2,
    "error: --local and --time exclude each other\nhint: leave out one of them\n",
  ]);
  const api = await carry(["api", "/v1/assets", "--time", "iso"], { env: env() });
  expect([api.code, api.stdout]).toEqual([2, ""]);
  expect(api.stderr).toContain("--time: this command prints the body unchanged");
});
