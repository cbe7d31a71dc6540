import { expect } from "vitest";
import { iso, NOW } from "../support/now.js";
import { HOUR, leg, nothing, position, settling } from "./inputs.js";
import { all, exit, lines, prints, type Right, rows, testReports, value, warns } from "./right.js";

/* Small inputs after public reports about other tools: answers whose form misleads. */

const paid = rows({ FUT: { run_24h: value(3), run_7d: value(3) } });
const later = 4 * HOUR + 600_000;

const held = (n: number, asset: string, ...markets: readonly string[]) => {
  const legs = markets.map((market, at) => {
    const [exchange, symbol] = market.split("|");
    return leg(at === 0 ? "long" : "short", 2 * n + at, { exchange, symbol });
  });
  return position(n, asset, legs);
};
const NAMED = [
  held(1, "xyz:TSLA", "hyperliquid|xyz:TSLA", "binance|TSLAUSDT"),
  held(2, "BTC", "okx|BTC/USDT:USDT", "bybit|BTC/USDC:USDC"),
  held(3, "币安人生", "binance|币安人生USDT", "aster|币安人生USDT"),
  held(4, "BRK.B", "x|BRK.B-USD", "y|BRK.B"),
  held(5, "👨‍👩‍👧", "x|é", "y|FAM"),
  held(6, 'A"B\\C\nD', "x y|A", "y'z|B"),
  held(7, "@107", "hyperliquid|@107", "y|=1+1"),
];

/** A listing whose long legs have these quantities, as text of json. */
const listing = (...quantities: readonly string[]) => {
  const positions = quantities.map((quantity, n) => {
    const legs = [leg("long", 1), leg("short", 2)];
    return JSON.stringify(position(n + 1, `Q${n}`, legs))
      .replace('"quantity":100', `"quantity":${quantity}`)
      .replace('"market_id":1', '"market_id":9007199254740993')
      .replace('"leverage":2', '"leverage":1E+1');
  });
  return `\ufeff{"data":[${positions}],"next_cursor":null}`;
};

testReports({
  "times with a space instead of a T, of which every look tells": {
    positions: [],
    markets: {
      3: settling(8, { sent: (time) => iso(time).replace("T", " ").replace("Z", "+00:00") }),
    },
    right: [
      ["funding history 3 --start 1d", prints(/sum – +0 events/)],
      ...[0, 1, 2].map(
        (minutes): Right => [
          "funding history 3 --start 1d -o csv",
          all(
            lines(...Array.from({ length: 90 }, () => "3,?,0.0001,100,8")),
            warns(/90 records cannot be read in full: item 1 of the funding history of market 3/),
          ),
          minutes * 60_000,
        ],
      ),
    ],
  },
  "a coming settlement that is listed with a predicted rate of 5 %, and settles at 0.01 %": {
    positions: [position(1, "FUT", [leg("long", 1), leg("short", 2)])],
    markets: {
      1: (now) => settling(8, { to: now, rate: () => "0" }),
      2: (now) => {
        const rate = (time: number) => (time > now ? "0.05" : "0.0001");
        return settling(8, { to: NOW + 4 * HOUR, rate });
      },
    },
    right: [
      ["list --view funding -o json", paid],
      ["archive sync 2", prints(/90 new events, 0 corrected/)],
      ["list --view funding -o json", paid, later],
      ["funding history 2 --start 1h -o csv --columns funding_rate", lines("0.0001"), later],
      ["archive sync 2", prints(/1 new event, 0 corrected/), later],
      [
        "archive export funding -o csv",
        ({ stdout }) => expect(stdout).not.toContain("0.05"),
        later,
      ],
    ],
  },
  "symbols with colons, slashes, quotes and no Latin letters": {
    positions: NAMED,
    markets: Object.fromEntries(
      NAMED.flatMap((_, n) => [
        [2 * n + 2, settling(8, {})],
        [2 * n + 3, nothing()],
      ]),
    ),
    right: [
      ...["xyz:TSLA", "币安人生", "BRK.B", "👨‍👩‍👧", "@107"].map(
        (asset): Right => [`get ${asset} --output table`, prints(new RegExp(`^[!○ ]*${asset}[.]`))],
      ),
      ...["hyperliquid:xyz:TSLA", "okx:BTC/USDT:USDT", "binance:币安人生USDT", "x:é"].map(
        (market): Right => [
          `funding history ${market} --start 1d -o csv --columns funding_rate`,
          lines("0.0001", "0.0001", "0.0001"),
        ],
      ),
      [
        "funding compare xyz:TSLA/hyperliquid xyz:TSLA/binance --start 1d",
        prints(/^long hyperliquid:xyz:TSLA, short binance:TSLAUSDT\n/),
      ],
      ["list -o csv --columns asset,pair", prints(/"A""B\\C\nD",x y\/y'z\r\n/)],
      ["metrics", prints(/asset="A\\"B\\\\C\\nD"\} /)],
    ],
  },
  "numbers beyond 2^53, of minus zero, with exponents, of text and null, after a byte order mark": {
    positions: listing("123456789012345678.123", "-0", "1E2", "null", '"100"').replace(
      '"asset":"Q2"',
      '"asset":"Q2","asset":"TWICE"',
    ),
    markets: {},
    right: [
      [
        "list -o json",
        all(
          warns(/5 records cannot be read in full/),
          prints(
            /"market_id":9007199254740993,.*"leverage":1E\+1,"quantity":123456789012345678.123,/,
          ),
        ),
      ],
      [
        "list -o csv --columns asset,legs.side,legs.market_id,legs.leverage,legs.quantity",
        ({ stdout }) =>
          expect(stdout.split("\r\n").filter((it) => it.includes("long"))).toEqual([
            "Q0,long,,10,123456789012345678.123",
            "Q1,long,,10,-0",
            "TWICE,long,,10,100",
            "Q3,long,,10,",
            "Q4,long,,10,",
          ]),
      ],
    ],
  },
  "NaN in place of a number": {
    positions: listing("NaN"),
    markets: {},
    right: [["list", all(exit(8), warns(/not JSON/))]],
  },
  "a number with a leading zero": {
    positions: listing("0100"),
    markets: {},
    right: [["list", all(exit(8), warns(/not JSON/))]],
  },
});
