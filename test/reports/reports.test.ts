import { expect } from "vitest";
import { iso, NOW } from "../support/now.js";
import { DAY, HOUR, leg, nothing, position, results, settling } from "./inputs.js";
import { all, exit, lines, prints, type Right, rows, testReports, value, warns } from "./right.js";

/* Small inputs after public reports about other tools, each with the value that is right. */

const cut = Math.floor((NOW - 5 * DAY) / (8 * HOUR)) * 8 * HOUR;
const pair = (n: number, asset: string, more: object = {}, of: object = {}) =>
  position(n, asset, [leg("long", 2 * n), leg("short", 2 * n + 1, more)], of);
const minute = (apr: number) => ({
  ...{ opened_at: iso(NOW - 60_000), performance: results(0, { duration_days: 0, apr }) },
});
const funded = (calculated: number) => ({
  ...{ open_fee_paid: 0.5, funding: { calculated, override: null } },
});
const reconciled = (asset: string, ...funding: readonly string[]): Right => [
  `positions reconcile ${asset} -o csv --columns service,own,verdict`,
  all(exit(funding.some((it) => it.endsWith("unexplained")) ? 10 : 0), ({ stdout }) =>
    expect(stdout.split("\r\n").slice(1, 1 + funding.length)).toEqual(funding),
  ),
];
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

testReports({
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
        "positions outlook -o json",
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
        "positions outlook -o json",
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
            ...funded(at * 90),
            ...{ symbol, quantity: 1e9, open_price: 0.00001, mark_price: 0.00001 },
          }),
        ),
        { performance: results(90) },
      ),
    ],
    markets: { 1: nothing("0.00001"), 2: settling(8, { mark: "0.01" }) },
    right: [
      ["positions outlook -o json", rows({ PEPE: { run_24h: value(3), run_7d: value(3) } })],
      ["get PEPE --output table", prints(/long quantity +1,000,000,000\n/)],
      ["archive sync", exit(0)],
      reconciled("PEPE", "0,0,equal", "90,90,equal", "90,90,equal"),
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
        "positions outlook -o json",
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
        "list -o csv --columns asset,imbalance,unhedged,long_quantity,short_quantity",
        lines(
          ..."DOGS 1e6, 1000SATS 1e6, SATS 1e9, BABYDOGE 1e8, MOG 1e8, 1000CAT 1e6, KAVA 100, SHIB 1e6, LUNC 1e6"
            .split(", ")
            .map((it) => it.split(" "))
            .map(([name, of]) => `${name},0,0,${Number(of)},${Number(of)}`),
        ),
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
        "positions risk -o json",
        ({ stdout }) => expect(stdout).not.toMatch(/"left":\{"value":-|"distance":\{"value":0[,}]/),
      ],
      ["check", (outcome) => expect(outcome.code).not.toBe(0)],
    ],
  },
  "a service that says -500 where 30 unknown events of 1 sum to 30 at most": {
    positions: [
      position(1, "ADJ", [leg("long", 1, funded(0)), leg("short", 2, funded(-500))], {
        performance: results(-500),
      }),
      position(2, "YNG", [leg("long", 1, funded(0)), leg("short", 2, funded(20))], {
        ...{ opened_at: iso(NOW - 10 * DAY), performance: results(20) },
      }),
    ],
    markets: { 1: nothing(), 2: settling(8, {}) },
    right: [
      reconciled("ADJ", "0,0,equal", "-500,90,unexplained", "-500,-500,equal"),
      reconciled("YNG", "0,0,equal", "20,30,unexplained", "20,20,equal"),
    ],
  },
  "a service that sends the newest 200 events, whatever start is asked for": {
    positions: [pair(1, "ZRX")],
    markets: { 2: nothing(), 3: settling(1, { rate: () => "0.00001" }).slice(0, 200) },
    right: [
      [
        "positions outlook -o json",
        rows({ ZRX: { run_24h: value(2.4), run_7d: value(2.4), run_30d: value(null) } }),
      ],
      ...[0, 1].map(
        () =>
          [
            "funding history 3 --start 30d -o csv --columns funding_rate",
            all(
              lines(...Array.from({ length: 200 }, () => "0.00001")),
              warns(/only a part of the range came: market 3 \(200 of 721 events\)/),
            ),
          ] as const,
      ),
      [
        "funding compare 2 3 --start 30d",
        prints(/short events 196 \(516 missing, 192 in the sums\) +sum \+0.1920%\n/),
      ],
    ],
  },
  "an APR of -1e9 and of -1e308 after a minute, a net PnL that is not its parts, and an opening to come":
    {
      positions: [
        pair(1, "MIN", {}, minute(-1e9)),
        pair(2, "INF", {}, minute(-1e308)),
        pair(3, "NEGZ", {}, { performance: results(0, { net_pnl: -0.004 }) }),
        pair(5, "FUTR", {}, { opened_at: iso(NOW + DAY), performance: results(0, { apr: 5 }) }),
        pair(4, "OK", {}, { performance: results(100) }),
      ],
      markets: Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((id) => [id, nothing()])),
      right: [
        [
          "list --output table --columns position,age_days,performance.net_pnl,performance.apr",
          prints(
            /MIN +1m +-2.00 +–\n.*INF +1m +-2.00 +–\n.*NEGZ\? +40d +– +–\n.*FUTR\? +– +-2.00/s,
          ),
        ],
        [
          "list -o csv --columns asset,age_days,opened_at",
          all(
            prints(/FUTR,,2026-06-02T12:00:00Z\r\n/),
            warns(/cannot be true, .*opened_at 2026-06-02T12:00:00Z of position FUTR/),
          ),
        ],
        [
          "list -o json --performance",
          prints(/"apr":-1000000000,.*"apr":-1e\+308,.*"net_pnl":-0.004,/),
        ],
      ],
    },
});
