import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { settled } from "../../support/answers.js";
import type { Surroundings } from "../../support/carry.js";
import { long, short } from "../../support/fresh-legs.js";
import { listedService } from "../../support/listed-service.js";
import { PORTFOLIO, performance, position, uuidOf } from "../../support/records.js";

/** Of BTC, 3 pays most to a short and 4 least; of ETH, 12 and of SOL, 22 what is held pays most. */
const MARKETS = [
  { id: 1, asset: "BTC", events: settled("0.0001") },
  { id: 2, asset: "BTC", events: settled("0.0002") },
  { id: 3, asset: "BTC", events: settled("0.0004") },
  { id: 4, asset: "BTC", events: settled("0") },
  ...["ETH", "SOL"].flatMap((asset, n) => [
    { id: 11 + n * 10, asset, events: settled("0") },
    { id: 12 + n * 10, asset, events: settled("0.0003") },
    { id: 13 + n * 10, asset, events: settled(n === 0 ? "0.0001" : "0.00031") },
  ]),
  { id: 31, asset: "XRP", events: settled("0.0001") },
];

/** A position of 0.5 at 60,000 a side, long and short in two markets. */
const held = (n: number, asset: string, [one, other]: readonly [number, number], more = {}) => {
  const at = { mark_price: 60_000, open_price: 60_000 };
  const legs = [
    long({ ...at, market_id: one, exchange: `x${one}`, symbol: `S${one}` }),
    short({ ...at, market_id: other, exchange: `x${other}`, symbol: `S${other}` }),
  ];
  return position(n, { asset, legs, performance: performance(), ...more });
};
const at = { mark_price: 60_000, open_price: 60_000 };
const POSITIONS = [
  held(1, "BTC", [1, 2]), // gains 27 a day with 4/3
  held(2, "ETH", [11, 12]), // is in the best pair
  held(3, "SOL", [21, 22]), // gains 0.90 a day with 21/23
  held(4, "BTC", [4, 2]), // gains 18 a day with 4/3, which the first takes
  position(5, { asset: "XRP", legs: [long({ ...at, market_id: 31 })], performance: performance() }),
  position(6, {
    asset: "ETH",
    legs: [long({ ...at, market_id: 11 }), short({ ...at, market_id: null })],
    performance: performance(),
  }),
];

async function book(argv: readonly string[] = [], more: Surroundings = {}, positions = POSITIONS) {
  const { run, requests } = await listedService({ markets: MARKETS, positions });
  return { ...(await run(["positions", "rotate", ...argv], more)), requests };
}

interface BookJson {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, { readonly value: number | null }>>[];
  readonly totals: {
    readonly rows: number;
    readonly positions: number;
    readonly states: object;
  } & Readonly<Record<string, { readonly value: number; counted: number; of: number }>>;
}
async function bookJson(...argv: string[]): Promise<BookJson> {
  const { stdout, code } = await book([...argv, "-o", "json", "-q"]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as BookJson;
}

const cells = async (columns: string, ...argv: string[]) => {
  const { stdout } = await book([...argv, "-q", "-o", "csv", "--columns", columns]);
  return stdout.trimEnd().split("\r\n").slice(1);
};

describe("positions rotate without a position", () => {
  it("has a row for each open position, by gain, with what becomes of it", async () => {
    const columns = "position_id,state,instead_of,long.market_id,short.market_id,gain,cost";
    const rows = await cells(columns, "--fee", "5bps");
    expect(rows.map((row) => row.replaceAll(/0{8}-0000-4000-8000-0{11}/g, "#"))).toEqual([
      "#1,move,,4,3,27,60",
      "#4,instead,#1,4,3,18,30",
      "#3,move,,21,23,0.9,30",
      "#2,stay,,13,12,-9,30",
      "#5,unknown,,,,,",
      "#6,unknown,,,,,",
    ]);
  });

  it("sums the moves alone", async () => {
    const { totals } = await bookJson("--fee", "5bps");
    expect(totals.states).toEqual({ move: 2, instead: 1, stay: 1, unknown: 2 });
    expect(totals.gain).toMatchObject({ value: 27.9, counted: 2, of: 2 });
    expect(totals.cost).toMatchObject({ value: 90, counted: 2, of: 2 });
    expect(totals.pays_back?.value).toBeCloseTo(90 / 27.9, 12);
  });

  it("begins with the sum, which is in view on a terminal of 80 by 24", async () => {
    const { stdout } = await book(["--fee", "5bps"], { terminal: 80, rows: 24 });
    const page = stripVTControlCharacters(stdout);
    expect(page.replaceAll(/\s+/g, " ")).toMatch(
      /^2 moves: \+27\.90 a day for 90\.00 of fees \(in and out of what is new; leaving what is held costs the same now or later\), back in 3\.2 days · 1 instead of others · 1 stay · 2 unknown · past funding, not a forecast/,
    );
    const lines = page.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(page).toMatch(/held +best alternative +then\/day +back in/);
    expect(page).toMatch(/x1\/x2 +x4\/x3 +\+36\.00 +2\.2 days/);
    expect(page).toMatch(/next: carry positions rotate BTC\.\S+ --fee 5bps/);
  });

  it("says whose market a move would take, and why a position is unknown", async () => {
    const { stdout } = await book(["--fee", "5bps"]);
    expect(stdout).toMatch(/BTC\.\S+ +x4\/x2 .* 30\.00 +instead of BTC\.\S+ /);
    expect(stdout).toMatch(/ETH\.\S+ +x11\/x12 .* stay /);
    expect(stdout).toMatch(/XRP +binance\/– .* unknown /);
    expect(stdout).toContain("unknown: XRP: holds nothing short\n");
    expect(stdout).toMatch(/unknown: ETH\.\S+: has legs without a market id: short bybit\n/);
  });

  it("moves only for --min-gain, and shows the best --top of all", async () => {
    const { totals, rows, inputs } = await bookJson(
      "--fee",
      "5bps",
      "--min-gain",
      "1",
      "--top",
      "2",
    );
    expect(totals.states).toEqual({ move: 1, instead: 1, stay: 2, unknown: 2 });
    expect([totals.gain?.value, totals.rows, totals.positions, rows.length]).toEqual([27, 2, 6, 2]);
    expect(inputs).toMatchObject({ min_gain: 1, top: 2, asset: [], exchange: [] });
    const { stdout } = await book(["--min-gain", "0.9", "--top", "2"]);
    expect(stdout).toMatch(
      /^2 moves: .*\nthe first 2 of 6 positions · a move gains 0\.9 a day or more\n/,
    );
  });

  it("looks at the positions of an asset, and at pairs on an exchange", async () => {
    const columns = "asset,state,long.market_id,short.market_id";
    expect(await cells(columns, "--asset", "sol")).toEqual(["SOL,move,21,23"]);
    expect(await cells(columns, "--asset", "btc", "--exchange", "X1", "--top", "1")).toEqual([
      "BTC,move,1,3",
    ]);
    const page = await book(["--asset", "SOL"]);
    expect(page.stdout).toMatch(/^1 of 6 open positions: asset SOL\n1 move: /);
    expect(await cells(columns, "--asset", "sol", "--exchange", "none")).toEqual(["SOL,stay,,"]);
  });

  it("takes several names; those that cannot be judged are unknown", async () => {
    const columns = "asset,state";
    expect(await cells(columns, "SOL", "XRP", "--fee", "5bps")).toEqual([
      "SOL,move",
      "XRP,unknown",
    ]);
  });

  it("says that there are no open positions, or why a filter leaves none", async () => {
    const none = await book([], {}, []);
    expect([none.code, none.stderr]).toEqual([0, "note: No open positions.\n"]);
    const missed = await book(["--asset", "DOGE"]);
    expect([missed.code, missed.stderr]).toEqual([
      0,
      "note: No open positions: none matches --asset DOGE.\n",
    ]);
    expect((await book(["-o", "json"], {}, [])).stdout).toContain('"gain":{"value":0,');
  });

  it("leaves unknown what no listed market is of, and what no event is known of", async () => {
    const positions = [
      held(1, "TON", [91, 92]),
      held(2, "TON", [21, 22]),
      held(3, "XRP", [31, 32]),
      held(4, "ETH", [11, 31]),
    ];
    const { stdout, code } = await book(
      ["-q", "-o", "csv", "--columns", "position_id,unknown.code"],
      {},
      positions,
    );
    expect([code, stdout.trimEnd().split("\r\n").slice(1).sort()]).toEqual([
      0,
      [
        `${uuidOf(1)},funding_unknown`,
        `${uuidOf(2)},not_listed`,
        `${uuidOf(3)},funding_unknown`,
        `${uuidOf(4)},`,
      ],
    ]);
  });
});

describe("the fees of positions rotate", () => {
  const directory = mkdtempSync(join(tmpdir(), "carry-rotate-fees-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, CARRY_CONFIG_DIR: directory };
  const costs = (...argv: string[]) => cells("asset,cost,pays_back", "--top", "3", ...argv);
  const NOTE = (exchanges: string) =>
    `note: no fee is known on ${exchanges}: what a move there costs is unknown; add --fee such as --fee 5bps; \`carry profile set fees default=5bps\` sets one for every look\n`;

  it("are those of the exchange of each leg, in any case of letters", async () => {
    // a leg costs 2 x fee x 0.5 x 60,000
    expect(await costs("--fees", "X4=1bps,x3=0.02%,default=10bps")).toEqual([
      ...["BTC,18,0.66666667", "BTC,12,0.66666667", "SOL,60,66.66666667"].map((it) =>
        expect.stringMatching(new RegExp(`^${it.slice(0, -2)}`)),
      ),
    ]);
  });

  it("need not be known where nothing is traded", async () => {
    expect(await costs("--fees", "x3=1bps,x23=0bps")).toEqual([
      "BTC,,",
      expect.stringMatching(/^BTC,6,0\.333/),
      "SOL,0,0",
    ]);
  });

  it("are unknown without any: by gain all the same, with one note and exit 0", async () => {
    for (const argv of [[], [uuidOf(1)]]) {
      const { code, stdout, stderr } = await book(argv);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/^note: no fee is known on /)]);
      expect(stderr.match(/profile set fees/g)).toHaveLength(1);
      expect(stdout).toMatch(/x4\/x3 .* – +– /);
    }
    const { stdout } = await book([]);
    expect(stdout).toMatch(/^2 moves: \+27\.90 a day · fees unknown · 1 instead/);
    const json = await bookJson();
    expect(json.totals.cost).toMatchObject({ value: null, counted: 0, of: 2 });
    expect(json.totals.pays_back).toMatchObject({ value: null, counted: 0, of: 2 });
    expect(json.inputs.fees).toEqual([]);
  });

  it("are counted where only some are known, with the gain of those", async () => {
    const argv = ["--fees", "x21=5bps,x22=5bps,x23=5bps"];
    const { stdout, stderr } = await book(argv);
    expect(stderr).toBe(NOTE("x4, x3, x13"));
    expect(stdout).toMatch(
      /^2 moves: \+27\.90 a day · 1 of 2 priced: \+0\.90 a day for 30\.00 of fees \(.*\), back in 33\.3 days · /,
    );
    const { totals } = await bookJson(...argv);
    expect(totals.gain_priced).toMatchObject({ value: 0.9, counted: 1, of: 2 });
    expect(totals.cost).toMatchObject({ value: 30, counted: 1, of: 2 });
  });

  it("are those of the profile, unless the command line has some", async () => {
    const fees = "x3=2bps,x4=2bps,default=5bps";
    expect((await book(["--top", "1"], { env })).stdout).toContain("fees unknown");
    const { run } = await listedService({ markets: MARKETS, positions: POSITIONS });
    await run(["profile", "set", "fees", fees], { env });
    const argv = ["-q", "-o", "tsv", "--columns", "cost", "--top", "1"];
    const cost = async (...more: string[]) => (await book([...more, ...argv], { env })).stdout;
    expect(await cost()).toBe("24\n");
    expect(await cost("--fee", "1bps")).toBe("12\n");
    expect(await cost("--fees", "default=3bps")).toBe("36\n");
    const { stdout } = await book([uuidOf(1)], { env, terminal: 200 });
    expect(stdout).toContain("at x3 2bps, x4 2bps, default 5bps a fill");
    expect(stdout).toMatch(/next: carry funding compare x4:S4 x3:S3 --fee 2bps/);
  });

  it.each([
    ["--fee", "5"],
    ["--fee", "-5bps"],
    ["--fees", "x3"],
    ["--fees", "x3=5"],
    ["--fees", "x3=5bps,"],
    ["--fees", "x3=5bps,X3=4bps"],
    ["--fees", "=5bps"],
    ["--fees", ""],
    ["--fees", "x3=5bps", "--fee", "5bps"],
    ["--min-gain", "-1"],
    ["--top", "0"],
  ])("that are malformed exit 2 before anything is sent: %s %s", async (...argv) => {
    for (const names of [[], [uuidOf(1)]]) {
      const { code, stdout, stderr, requests } = await book([...names, ...argv]);
      expect([code, stdout, requests]).toEqual([2, "", []]);
      expect(stderr).toContain(argv[0]);
    }
  });
});
