import { describe, expect, it } from "vitest";
import { carry, type Outcome } from "../../support/carry.js";
import { listedService } from "../../support/listed-service.js";
import { randomOf } from "../../support/random.js";
import { uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";
import { listedScene, type Scene, sceneOf } from "./scenes.js";

type Run = (argv: readonly string[]) => Promise<Outcome>;
type Row = Readonly<Record<string, string>>;

/* Sums are of whole units of 10^-30, so that they are exact whatever their digits. */
const PLACES = 30;
function exact(digits: string): bigint {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(PLACES, "0")}`);
}

/** Returns rows of csv; texts that could hold a comma are not among them. */
async function rowsOf(run: Run, argv: readonly string[]): Promise<Row[]> {
  const options = ["-q", "-o", "csv", "--columns", COLUMNS.join()];
  const { stdout } = await run(["positions", "rotate", ...argv, ...options]);
  const [, ...lines] = stdout.trimEnd().split("\r\n");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((cell, at) => [COLUMNS[at] ?? "", cell])),
  );
}

/** What a row of a pair has, alone or in the book. */
const COLUMNS = [
  ...["position_id", "long.market_id", "short.market_id", "keeps", "run_7d", "run_7d.as_of"],
  ...["held_7d", "gain", "gain.se", "gain.n_eff", "cost", "pays_back", "never"],
  ...["worst_week", "worst_week.counted", "worst_week.bound", "basis.now", "basis.percentile"],
];

interface Answer {
  readonly rows: readonly {
    readonly position_id: string;
    readonly state: string;
    readonly instead_of: string | null;
  }[];
  readonly totals: { readonly cost: { readonly value: number | null } };
}

/** Checks a book against the answer about each position by itself. @returns what became of them */
async function checkBook(
  run: Run,
  ids: readonly string[],
  options: readonly string[],
  least = "0",
) {
  const { stdout } = await run(["positions", "rotate", ...options, "-q", "-o", "json"]);
  const answer = JSON.parse(stdout) as Answer;
  const rows = await rowsOf(run, options);
  const becomes = new Map(answer.rows.map((it) => [it.position_id, it]));
  const singles = new Map<string, Row | undefined>();
  for (const id of ids) {
    const own = options.filter((it, at) => it !== "--min-gain" && options[at - 1] !== "--min-gain");
    const [first] = await rowsOf(run, [id, ...own, "--top", "1"]);
    singles.set(id, first);
  }
  expect(rows.map((row) => row.position_id).sort()).toEqual([...ids].sort());
  // Each row is the first row of the position by itself, character by character.
  for (const row of rows) {
    const single = singles.get(row.position_id ?? "");
    if (single !== undefined) expect(row).toEqual(single);
    else expect([row["long.market_id"], row.gain, row.cost]).toEqual(["", "", ""]);
  }
  const known = rows.filter((row) => row.gain !== "");
  for (const [at, row] of known.entries()) {
    const before = known[at - 1];
    if (before !== undefined) expect(exact(before.gain ?? "") >= exact(row.gain ?? "")).toBe(true);
  }
  // The moves are taken in that order, and no market twice.
  const taken = new Map<string, string>();
  let [gain, priced, cost, count, counted] = [0n, 0n, 0n, 0, 0];
  for (const row of known) {
    const becoming = becomes.get(row.position_id ?? "");
    const own = exact(row.gain ?? "");
    if (row.never === "true" || own < exact(least)) {
      expect(becoming?.state).toBe("stay");
      continue;
    }
    const sides = ["long", "short"].filter((side) => !row.keeps?.split(";").includes(side));
    const entered = sides.map((side) => row[`${side}.market_id`] ?? "");
    const by = entered.map((id) => taken.get(id)).find((it) => it !== undefined);
    expect([becoming?.state, becoming?.instead_of]).toEqual([
      by === undefined ? "move" : "instead",
      by ?? null,
    ]);
    if (by !== undefined) continue;
    for (const id of entered) taken.set(id, row.position_id ?? "");
    count++;
    gain += own;
    if (row.cost === "") continue;
    counted++;
    priced += own;
    cost += exact(row.cost ?? "");
  }
  const totals = stdout.slice(stdout.indexOf('"totals":'));
  const digits = (name: string) => new RegExp(`"${name}":{"value":([^,]*)`).exec(totals)?.[1] ?? "";
  expect(exact(digits("gain"))).toBe(gain);
  expect(answer.totals.cost).toMatchObject({ counted, of: count });
  if (counted > 0 || count === 0) {
    expect(exact(digits("gain_priced"))).toBe(priced);
    expect(exact(digits("cost"))).toBe(cost);
  } else expect(answer.totals.cost.value).toBe(null);
  const days = digits("pays_back");
  if (priced > 0n) expect(Number(days)).toBeCloseTo(Number(cost) / Number(priced), 8);
  else expect(days).toBe("null");
  return answer.rows.map(({ state }) => state);
}

/** Three positions in markets of their own asset, and two that hold the same markets otherwise. */
function randomBook(seed: number) {
  const random = randomOf(seed);
  const scenes = Array.from({ length: 3 }, () => sceneOf(random));
  const moved = ({ legs }: Scene, by: number) =>
    legs.map((leg) => ({ ...leg, market_id: leg.market_id + by }));
  const positions = scenes.flatMap((scene, n) => {
    const asset = `a${n}`;
    const legs = moved(scene, 10 * n);
    const smaller = legs.map((leg) => ({ ...leg, quantity: leg.quantity * 0.25 }));
    const all = [listedScene(2 * n + 1, legs, { asset })];
    return n === 2 ? all : [...all, listedScene(2 * n + 2, smaller, { asset })];
  });
  const markets = scenes.flatMap(({ markets }, n) =>
    [...markets].map(([id, events]) => ({ id: id + 10 * n, asset: `a${n}`, events })),
  );
  return { positions, markets };
}

describe("a book recomputed from the answers about its positions", () => {
  const { env } = sandboxForFile({
    positions: 20,
    scenarios: ["unhedged", "market-unknown", "contract-multiple", "missing-events", "one-leg"],
  });
  const inSandbox: Run = (argv) => carry(argv, { env: env() });

  it.each([
    [["--fees", "binance=2bps,okx=5bps,hyperliquid=4.5bps"], "0"],
    [["--fees", "bybit=5.5bps,default=5bps", "--min-gain", "2", "--exchange", "okx"], "2"],
  ])("is the same in the sandbox with %j", async (options, least) => {
    const list = ["positions", "list", "--status", "open", "-q", "-o", "tsv"];
    const { stdout } = await inSandbox([...list, "--columns", "position_id"]);
    const states = await checkBook(inSandbox, stdout.trimEnd().split("\n"), options, least);
    expect(new Set(states)).toContain("move");
    expect(new Set(states)).toContain("unknown");
  });

  const found: string[] = [];

  it.each([0, 1, 2, 3, 4])("is the same for random book %d", async (seed) => {
    const { positions, markets } = randomBook(7200 + seed);
    const { run } = await listedService({ positions, markets });
    const fees = seed % 2 === 0 ? ["--fee", "3bps"] : ["--fees", "x4=1bps,x14=2bps,x24=0.05%"];
    const ids = positions.map((_, n) => uuidOf(n + 1));
    found.push(...(await checkBook(run, ids, fees)));
  });

  it("has each state in the random books", () => {
    expect(new Set(found)).toEqual(new Set(["move", "instead", "stay", "unknown"]));
  });
});
