import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type JSONValue, search } from "@jmespath-community/jmespath";
import { beforeAll, expect, it } from "vitest";
import { TABLE_NAMES } from "../../src/archive/tables.js";
import { once } from "../../src/base/functions.js";
import { Interrupted } from "../../src/base/terminal/io.js";
import { SCHEMAS } from "../../src/commands/schema/schemas.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { carry as runCarry } from "../support/carry.js";
import { contradictions } from "../support/closed-schema.js";
import { NOW } from "../support/now.js";
import { DAY, recordedSandboxForFile } from "../support/recorded-sandbox.js";

const recorded = recordedSandboxForFile([NOW - 2 * DAY, NOW - DAY, NOW - DAY / 2], { end: NOW });

beforeAll(async () => {
  await recorded().carry(["archive", "sync", "1", "4", "-q"]);
});

const carry: ReturnType<typeof recorded>["carry"] = (argv, more) => recorded().carry(argv, more);

const json = async (...argv: readonly string[]) =>
  JSON.parse((await carry([...argv, "-o", "json"])).stdout);

const lines = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** An open position of which outlook and funding are known. */
const anId = once(() =>
  json("list", "--view", "funding", "--query", "rows[?!unknown] | [0].position_id"),
);

/** Prints a command's json; `<id>` is a position. */
const printing = (line: string) => async () => {
  const id = line.includes("<id>") ? await anId() : "";
  return json(...line.replace("<id>", id).split(" "));
};

/** Watches for three rounds. */
async function watched(...argv: readonly string[]): Promise<unknown[]> {
  const ending = new AbortController();
  let waits = 0;
  const { stdout } = await runCarry([...argv, "-o", "ndjson"], {
    env: { ...recorded().env, CARRY_STATE_DIR: tempDirectory() },
    signal: ending.signal,
    clock: {
      async sleep(_ms, signal) {
        if (++waits === 3) ending.abort(new Interrupted("SIGINT"));
        signal?.throwIfAborted();
      },
    },
  });
  return lines(stdout);
}

async function initialRules(): Promise<string> {
  const file = join(tempDirectory(), "rules.toml");
  const { stderr, code } = await carry(["check", "--init", "--rules", file]);
  expect([code, stderr]).toEqual([0, expect.anything()]);
  return file;
}

async function alertsTold(): Promise<unknown[]> {
  const directory = tempDirectory();
  const told = join(directory, "told");
  await carry(["check", "--on-alert", `cat >>"${told}"`], {
    env: { PATH: process.env.PATH ?? "", CARRY_STATE_DIR: join(directory, "state") },
  });
  return lines(readFileSync(told, "utf8"));
}

/** Prints json with a configuration that has a profile. */
async function withProfile(...argv: readonly string[]): Promise<unknown> {
  const env = { CARRY_CONFIG_DIR: tempDirectory() };
  await carry(["profile", "set", "portfolio", recorded().env.CARRY_PORTFOLIO ?? ""], { env });
  return JSON.parse((await carry([...argv, "-o", "json"], { env })).stdout);
}

/** Starts a sandbox, and ends it once it has printed its address. */
async function sandboxServed(): Promise<unknown> {
  const ending = new AbortController();
  const run = runCarry(["sandbox", "-o", "json"], { signal: ending.signal, env: {} });
  setImmediate(() => ending.abort(new Interrupted("SIGINT")));
  return JSON.parse((await run).stdout);
}

/** What is printed, by the schema that describes it, and a part that it must have to show much. */
const OUTPUTS: readonly (readonly [string, string, () => Promise<unknown>, string])[] = [
  ...(
    [
      ["position", "positions list --performance", "[?performance]"],
      ["position-detail", "positions get <id> --performance", "performance && legs[?funding]"],
      ["funding-event", "funding history 1 --start 7d", "[].mark_price"],
      ["funding-day", "funding history 1 --resolution 1d", "[]"],
      ["asset", "assets", "[]"],
      ["status", "status", "rows && causes"],
      ["list-view", "list --view now", "rows[?run_7d.unknown]"],
      ["list-view", "list --view risk --stress down=bybit", "inputs.stress && rows"],
      ["list-view", "list --view next", "rows[?next_24h.unknown]"],
      ["list-view", "list --by exchange", "rows"],
      ["list-view", "list --by asset", "rows"],
      ["list-view", "positions list --columns name,basis,apr", "rows"],
      ["get-days", "positions get <id> --days", "rows"],
      ["get-check", "positions get <id> --check", "rows"],
      ["rotate", "positions rotate --all", "rows[?next_7d.unknown] && rows[?long]"],
      ["rank", "funding rank BTC", "rows"],
      ["rank", "funding rank BTC --grid", "rows"],
      ["pnl", "positions pnl --by look", "rows"],
      ["pnl", "positions pnl", "rows"],
      ["pnl", "positions pnl --by position", "rows"],
      ["pnl", "positions pnl --by event --start 2d", "rows"],
      ["funding-compare", "funding compare 1 4", "rows"],
      ["funding-compare", "funding compare 1 4 --resolution 1d", "rows"],
      ["archive-plan", "archive sync 1 8 --dry-run", "totals"],
      ["archive-sync", "archive sync", "snapshots"],
      ["archive-status", "archive status", "portfolios"],
      ["archive-verify", "archive status --verify", "sound"],
      ["explain", "explain run_7d", "meanings"],
    ] as const
  ).map(([name, line, part]) => [name, line, printing(line), part] as const),
  ["funding-markets", "funding markets", printing("funding markets"), "[]"],
  ["funding-arbitrage", "funding arbitrage", printing("funding arbitrage"), "[]"],
  ["doctor", "doctor", printing("doctor"), "[?mark=='ok']"],
  ["auth-status", "auth status", printing("auth status"), "outcome"],
  ["profile", "profile list", () => withProfile("profile", "list"), "[]"],
  ["setting", "profile show", () => withProfile("profile", "show"), "[]"],
  ["sandbox", "sandbox", sandboxServed, "url"],
  ["schema", "schema", printing("schema"), "[]"],
  ...TABLE_NAMES.map(
    (table) =>
      [
        "archive-export",
        `archive export ${table}`,
        printing(`archive export ${table}`),
        "length(@) >= `0`",
      ] as const,
  ),
  ["check", "check", async () => json("check", "--rules", await initialRules()), "rows"],
  ["status-event", "watch", () => watched("watch"), "[?event=='started']"],
  ["alert-event", "check --on-alert", alertsTold, "[]"],
  [
    "error",
    "positions get of an unknown id",
    async () =>
      lines(
        (await carry(["positions", "get", "00000000-0000-4000-8000-00000000dead", "-o", "json"]))
          .stderr,
      ),
    "[].error",
  ],
  [
    "message",
    "positions list --limit 2 -v",
    async () => lines((await carry(["positions", "list", "--limit", "2", "-vo", "json"])).stderr),
    "[].debug && [].page",
  ],
];

/** Outputs of lines, each of which is described. */
const LINES: ReadonlySet<string> = new Set([
  ...["status-event", "alert-event", "error", "message"],
]);

/** Records of which the service does not say what fields they have. */
const OPEN: ReadonlySet<string> = new Set([
  ...["funding-day", "funding-markets", "funding-arbitrage"],
]);

it("every schema has an output that is held against it", () => {
  expect([...new Set(OUTPUTS.map(([name]) => name))].sort()).toEqual(
    SCHEMAS.map(({ name }) => name).sort(),
  );
});

/** Percentages of what is no money: of times, numbers of periods or positions, quantities and prices. */
const NOT_OF_MONEY: ReadonlySet<string> = new Set([
  ...["positive", "days_above_zero", "win_rate", "percentile"],
  ...["imbalance", "distance", "now", "mean"],
]);

/** Returns where a percentage of money does not say of which. */
function withoutBase(node: unknown, name: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((it) => withoutBase(it, name));
  const { unit, base } = node as { readonly unit?: unknown; readonly base?: unknown };
  const lacks = "value" in node && String(unit).startsWith("percent") && base === undefined;
  const within = Object.entries(node).flatMap(([key, it]) => withoutBase(it, key));
  return lacks && !NOT_OF_MONEY.has(name) ? [name, ...within] : within;
}

it.each(OUTPUTS)(
  "%s describes every field, and the base of every percentage, of: %s",
  async (name, _what, print, part) => {
    const contradicts = await contradictions(name);
    const printed = await print();
    expect([0, false, null, []]).not.toContainEqual(search(printed as JSONValue, part));
    const outputs = Array.isArray(printed) && LINES.has(name) ? printed : [printed];
    expect(withoutBase(printed, "")).toEqual([]);
    const isTold = (line: string) => !OPEN.has(name) || !line.includes("does not describe");
    expect(outputs.flatMap(contradicts).filter(isTold)).toEqual([]);
    if (OPEN.has(name)) return;
    const planted = `has the field "planted", which carry schema ${name} does not describe`;
    const [first] = outputs;
    const more = Array.isArray(first) ? [{ ...first[0], planted: 1 }] : { ...first, planted: 1 };
    expect(contradicts(more).join()).toContain(planted);
  },
);
