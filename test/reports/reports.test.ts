import { expect, test } from "vitest";
import type { Outcome } from "../support/carry.js";
import { listedService } from "../support/listed-service.js";
import { iso, NOW } from "../support/now.js";
import { DAY, HOUR, leg, nothing, position, results, settling } from "./inputs.js";

/* Small inputs after public reports about other tools, each with the value that is right. */

interface Input {
  readonly positions: readonly object[];
  readonly markets: Readonly<Record<number, readonly object[]>>;
}

/** A command line, and what is right about its outcome. */
type Right = readonly [line: string, right: (outcome: Outcome) => void];

/** Expects rows of json to have values, by the asset of each. */
const rows =
  (expected: Readonly<Record<string, object>>) =>
  ({ stdout }: Outcome) => {
    const { rows: all } = JSON.parse(stdout) as { rows: readonly { asset: string }[] };
    for (const [asset, values] of Object.entries(expected)) {
      expect(
        all.find((it) => it.asset === asset),
        asset,
      ).toMatchObject(values);
    }
  };
const value = (of: number | null) => ({ value: of });
const exit = (code: number) => (outcome: Outcome) =>
  expect(outcome.code, outcome.stdout).toBe(code);
const prints = (text: RegExp) => (outcome: Outcome) => expect(outcome.stdout).toMatch(text);

const cut = Math.floor((NOW - 5 * DAY) / (8 * HOUR)) * 8 * HOUR;
const pair = (n: number, asset: string, more: object = {}) =>
  position(n, asset, [leg("long", 2 * n), leg("short", 2 * n + 1, more)]);
const contracts = (
  n: number,
  asset: string,
  ...[long, short]: readonly (readonly [string, number, number, number | null])[]
) => {
  const as = ([symbol, quantity, open_price, mark_price]: NonNullable<typeof long>) => ({
    ...{ symbol, quantity, open_price, mark_price },
  });
  if (long === undefined || short === undefined) throw new Error("two legs are needed");
  return position(n, asset, [leg("long", 1, as(long)), leg("short", 2, as(short))]);
};

/** Assets with the quantity that each side holds, in units of the asset. */
const CONTRACTS = [
  ...[["DOGS", 1e6] as const, ["1000SATS", 1e6] as const, ["SATS", 1e9] as const],
  ...[["BABYDOGE", 1e8] as const, ["MOG", 1e8] as const, ["1000CAT", 1e6] as const],
  ...[["KAVA", 100] as const, ["SHIB", 1e6] as const, ["LUNC", 1e6] as const],
];

const REPORTS: Readonly<Record<string, Input & { readonly right: readonly Right[] }>> = {
  "a rate of 1.79e9, a rate in USD, and a mark of the event in thousands": {
    positions: [1, 2, 3].map((n) =>
      position(n, `A${n}`, [
        leg("long", 100, { quantity: 1, open_price: 60_000, mark_price: 60_000 }),
        leg("short", n, { quantity: 1, open_price: 60_000, mark_price: 60_000 }),
      ]),
    ),
    markets: {
      100: nothing("60000"),
      1: settling(8, {
        rate: (time) => (time > NOW - 9 * HOUR ? "1791250000" : "0.0001"),
        mark: "60000",
      }),
      2: settling(1, { rate: () => "0.85", mark: "60000" }),
      3: settling(8, { mark: "60000000" }),
    },
    right: [
      [
        "list --view funding -o json",
        rows({
          A1: { run_24h: value(null) },
          A2: { run_24h: value(null), run_7d: value(null) },
          A3: { run_24h: value(18), run_7d: value(18) },
        }),
      ],
      ["check", exit(11)],
    ],
  },
  "hourly funding that is settled up to 150 seconds late": {
    positions: [10, 29, 45, 75, 150].map((n) =>
      position(n, `D${n}`, [
        leg("long", 1000),
        leg("short", n, { exchange: "drift", quantity: 100 }),
      ]),
    ),
    markets: {
      1000: nothing(),
      ...Object.fromEntries(
        [10, 29, 45, 75, 150].map((late) => [
          late,
          settling(1, {
            rate: () => "0.00001",
            sent: (time) => iso(time + (((time / HOUR) * 7919) % (late + 1)) * 1000),
          }),
        ]),
      ),
    },
    right: [
      [
        "list --view funding -o json",
        rows(
          Object.fromEntries(
            [10, 29, 45, 75, 150].map((n) => [
              `D${n}`,
              { run_24h: value(2.4), run_7d: value(2.4) },
            ]),
          ),
        ),
      ],
    ],
  },
  "a leg in coins whose market settles in contracts of 1000": {
    positions: [
      position(
        1,
        "PEPE",
        ["PEPE_USDT", "1000PEPEUSDT"].map((symbol, at) =>
          leg(at === 0 ? "long" : "short", at + 1, {
            ...{ symbol, quantity: 1e9, open_price: 0.00001, mark_price: 0.00001 },
          }),
        ),
        { performance: results(90) },
      ),
    ],
    markets: { 1: nothing("0.00001"), 2: settling(8, { mark: "0.01" }) },
    right: [
      ["list --view funding -o json", rows({ PEPE: { run_24h: value(3), run_7d: value(3) } })],
      ["get PEPE --output table", prints(/ {3}1,000,000,000 PEPE, 10k a side {3}/)],
    ],
  },
  "an interval that says 8 hours where the market settles hourly": {
    positions: [pair(1, "DERI"), pair(2, "SKL")],
    markets: {
      2: nothing(),
      3: settling(1, { rate: () => "0.00001", interval: 8 }),
      4: nothing(),
      5: [...settling(1, { rate: () => "0.00001", from: cut + HOUR }), ...settling(8, { to: cut })],
    },
    right: [
      [
        "list --view funding -o json",
        rows({ DERI: { run_24h: value(2.4), run_7d: value(2.4) }, SKL: { run_24h: value(2.4) } }),
      ],
    ],
  },
  "contracts of k, 1000, 10000, 1M and 1000000": {
    positions: [
      contracts(1, "DOGS", ["DOGSUSDT", 1e6, 0.0005, 0.0005], ["kDOGS", 1000, 0.5, 0.5]),
      contracts(
        2,
        "1000SATS",
        ["1000SATSUSDT", 1e6, 2e-4, 2e-4],
        ["10000SATSUSDT", 1e5, 2e-3, 2e-3],
      ),
      contracts(3, "SATS", ["1000SATSUSDT", 1e6, 2e-4, 2e-4], ["10000SATSUSDT", 1e5, 2e-3, 2e-3]),
      contracts(
        4,
        "BABYDOGE",
        ["1MBABYDOGEUSDT", 100, 1.2, 1.2],
        ["BABYDOGE-USDT", 1e8, 1.2e-9, 1.2e-6],
      ),
      contracts(5, "MOG", ["1000000MOGUSDT", 100, 1, 1], ["MOG_USDT", 1e8, 1e-6, 1e-6]),
      contracts(6, "1000CAT", ["1000CATUSDT", 1e6, 0.01, 0.01], ["CAT_USDT", 1e9, 1e-5, 1e-5]),
      contracts(7, "KAVA", ["KAVAUSDT", 100, 0.5, 0.5], ["KAVA", 100, 0.5, 0.5]),
      contracts(
        8,
        "SHIB",
        ["1000SHIBUSDT", 1000, 0.006, 0.012],
        ["PF_SHIBUSD", 1e6, 2.4e-5, 1.2e-5],
      ),
      contracts(9, "LUNC", ["1000LUNCUSDT", 1000, 0.05, 0.05], ["LUNC", 1e6, 5e-5, null]),
    ],
    markets: { 1: nothing(), 2: nothing() },
    right: [
      [
        "list -o csv --sort position_id --columns asset,imbalance,unhedged",
        ({ stdout }) => {
          const balanced = CONTRACTS.map(([name]) => `${name},0,0`);
          expect(stdout.trim().split("\r\n").slice(1)).toEqual(balanced);
        },
      ],
      [
        "list --legs --why -o csv --sort position_id --columns asset,quantity",
        ({ stdout }) => {
          const both = CONTRACTS.flatMap(([name, count]) => Array(2).fill(`${name},${count}`));
          expect(stdout.trim().split("\r\n").slice(1)).toEqual(both);
        },
      ],
    ],
  },
  "marks of zero, and a mark of 1970": {
    positions: [
      position(1, "FXS", [leg("long", 1, { mark_price: 0 }), leg("short", 2, { mark_price: 80 })]),
      position(2, "ZERO", [
        leg("long", 1, { mark_price_updated_at: "1970-01-01T00:00:00Z" }),
        leg("short", 2),
      ]),
      position(3, "BOTH", [leg("long", 1, { mark_price: 0 }), leg("short", 2, { mark_price: 0 })]),
    ],
    markets: { 1: settling(8, { mark: "0" }), 2: settling(8, { mark: "0" }) },
    right: [
      [
        "status -o json",
        ({ stdout }) => {
          // 100 at the open price of 100 for each mark that is missing
          const { totals } = JSON.parse(stdout);
          expect(totals.gross_notional).toMatchObject({ value: 58_000 });
          expect(totals.unhedged_notional).toMatchObject({ value: 0 });
        },
      ],
      [
        "list --view risk -o json",
        ({ stdout }) => expect(stdout).not.toMatch(/"left":\{"value":-|"distance":\{"value":0[,}]/),
      ],
      ["check", (outcome) => expect(outcome.code).not.toBe(0)],
    ],
  },
  "a service that says -500 where 30 unknown events cannot make it": {
    positions: [
      position(1, "ADJ", [leg("long", 1), leg("short", 2)], { performance: results(-500) }),
      position(2, "YNG", [leg("long", 1), leg("short", 2)], {
        ...{ opened_at: iso(NOW - 10 * DAY), performance: results(20) },
      }),
    ],
    markets: { 1: nothing(), 2: settling(8, {}) },
    right: [],
  },
};

for (const [report, { positions, markets, right }] of Object.entries(REPORTS)) {
  test.each(right)(`${report}: carry %s`, async (line, check) => {
    const listed = Object.entries(markets).map(([id, events]) => ({ id: Number(id), events }));
    const service = await listedService({ positions, markets: listed });
    check(await service.run(line.split(" ")));
  });
}
