import { describe, expect, it } from "vitest";
import { profileEnv } from "../settings/home.js";
import { carryWith } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { leg, PORTFOLIO, performance, position } from "../support/records.js";

const ENV = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };

/** Returns the JSON text of a record with the digits of some numbers, which are given as strings. */
function withDigits(record: object): string {
  return JSON.stringify(record).replaceAll(/"#([^"]*)"/g, "$1");
}

/** A record with odd digits, of prices and a net PnL that cannot be true: they are kept as sent. */
const ODD = withDigits(
  position(1, {
    venue: { name: "=cmd()", rank: "#7.0" },
    legs: [
      leg({ quantity: "#1.10", open_price: "#12345678901234567890", borrow_rate: "#0.50" }),
      leg({ side: "short", exchange: "bybit", quantity: "#1.1", mark_price: "#1e-7" }),
    ],
    performance: performance({ net_pnl: "#-81.50", funding_pnl: "#0.1234567890123456789" }),
  }),
);
const PLAIN = withDigits(
  position(2, { performance: performance(), legs: [leg({ borrow_rate: null }), leg()] }),
);

async function list(items: readonly string[], ...argv: readonly string[]) {
  const { url } = await faultyServer((socket) => {
    socket.write(answer(200, `{"data":[${items.join(",")}],"next_cursor":null}`));
  });
  return carry(["positions", "list", "--performance", "--base-url", url, ...argv], { env: ENV });
}

const QUANTITIES = ["--columns", "asset,legs.quantity,legs.open_price,legs.mark_price"];

describe("numbers in rows for programs", () => {
  it.each([
    [
      "csv",
      "asset,legs.quantity,legs.open_price,legs.mark_price\r\nBTC,1.10,12345678901234567890,61000\r\nBTC,1.1,60000,0.0000001\r\n",
    ],
    ["tsv", "BTC\t1.10\t12345678901234567890\t61000\nBTC\t1.1\t60000\t0.0000001\n"],
  ])("have the digits that were sent, as %s", async (format, rows) => {
    const { code, stdout } = await list([ODD], "-o", format, ...QUANTITIES);
    expect([code, stdout]).toEqual([0, rows]);
  });

  it("have them beside a field that cannot be read", async () => {
    const damaged = ODD.replace(/"status":"[^"]*"/, '"status":7');
    const { stdout } = await list([damaged], "-o", "tsv", ...QUANTITIES);
    expect(stdout).toBe("BTC\t1.10\t12345678901234567890\t61000\nBTC\t1.1\t60000\t0.0000001\n");
  });

  it("have them in a sorted list, and beside records without such digits", async () => {
    const sorted = ["--sort", "legs.quantity:desc", "-o", "tsv"];
    const { stdout } = await list(
      [PLAIN, ODD],
      ...sorted,
      "--columns",
      "position_id,legs.quantity",
    );
    expect(stdout.split("\n").map((line) => line.slice(-6))).toEqual([
      "1\t1.10",
      "01\t1.1",
      "02\t0.5",
      "02\t0.5",
      "",
    ]);
  });

  it("have them joined where a row has several legs, and in the performance", async () => {
    const columns = ["--columns", "performance.net_pnl,performance.funding_pnl"];
    const { stdout } = await list([ODD], "-o", "tsv", ...columns);
    expect(stdout).toBe("-81.50\t0.1234567890123456789\n");
  });

  it("have them through a query", async () => {
    const query = "[0].[performance.net_pnl, legs[0].open_price]";
    const { stdout } = await list([ODD], "-o", "json", "--query", query);
    expect(stdout).toBe("[-81.50,12345678901234567890]\n");
  });

  it("are as parsed through a query where the input has the number in two ways", async () => {
    const { stdout } = await list([ODD], "-o", "ndjson", "--query", "legs[].quantity");
    expect(stdout).toBe("[1.1,1.1]\n");
  });

  it("add up as sent", async () => {
    const short = leg({ side: "short", quantity: "#1.1", mark_price: "#6.09999999999e4" });
    const sent = withDigits(position(1, { legs: [leg({ quantity: "#1.10" }), short] }));
    const { stdout } = await list([sent], "-o", "tsv", "--columns", "net_notional");
    expect(stdout).toBe("0.00000011\n"); // 1.10 × 61000 − 1.1 × 60999.9999999
  });
});

describe("fields that carry does not know", () => {
  it("are no columns, which is said before anything is fetched", async () => {
    const { code, stdout, stderr } = await list([PLAIN], "-o", "csv", "--columns", "asset,nett");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^error: --columns: there is no column "nett"\n.*performance\.net_pnl.*\n$/,
    );
  });

  it("are refused for an empty list, too: a typo must not pass until the first record comes", async () => {
    const { code, stdout, stderr } = await list([], "-o", "csv", "--columns", "asset,venue");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('--columns: there is no column "venue"');
  });

  it("leave every documented field accepted for an empty list", async () => {
    const { stdout } = await carry(["schema", "position"]);
    const schema = JSON.parse(stdout) as Documented;
    const { code, stderr } = await list([], "-o", "csv", "--columns", pathsOf(schema).join());
    expect([code, stderr]).toEqual([0, ""]);
  });
});

interface Documented {
  readonly properties?: Readonly<Record<string, Documented>>;
  readonly items?: Documented;
  readonly anyOf?: readonly Documented[];
}

/** Returns the dotted paths of the fields of a JSON Schema that hold no others. */
function pathsOf({ properties, items, anyOf = [] }: Documented): string[] {
  if (items !== undefined) return pathsOf(items);
  if (properties === undefined) return anyOf.flatMap(pathsOf);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = pathsOf(inner);
    return below.length === 0 ? [name] : below.map((path) => `${name}.${path}`);
  });
}

describe("--columns with a format that has none", () => {
  it.each(["json", "ndjson"])("has no effect on %s, which a warning says", async (format) => {
    const { code, stdout, stderr } = await list([PLAIN], "-o", format, "--columns", "asset");
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.anything()]);
    expect(stdout).toContain(PLAIN);
    expect(stderr).toContain(`--columns has no effect with --output ${format}`);
  });

  it.each(["json", "ndjson"])(
    "has no effect on one object as %s, nor has --sort",
    async (format) => {
      const answers = { positions: [position(1, { performance: performance() })] };
      const words = ["--sort", "asset", "--columns", "asset", "-o", format];
      const { code, stdout, stderr } = await carryWith(answers, ["status", ...words]);
      const last = stdout.trimEnd().split("\n").at(-1) ?? "";
      expect([code, JSON.parse(last)]).toMatchObject([0, { totals: { net_pnl: { value: 81.5 } } }]);
      expect(stderr).toContain(`--columns has no effect with --output ${format}`);
      expect(stderr).toContain(`--sort has no effect on one object of --output ${format}`);
      const refused = await carryWith(answers, ["status", "-o", format, "--sort", "nope"]);
      expect(refused).toMatchObject({ code: 2, stdout: "", requests: [] });
    },
  );

  it("is refused when it names no field", async () => {
    const { code, stdout } = await list([PLAIN], "-o", "json", "--columns", "nope");
    expect([code, stdout]).toEqual([2, ""]);
  });
});

it("csv begins with one byte order mark where the profile has csv excel, page by page, too", async () => {
  const { url } = await faultyServer((socket, _request, count) => {
    const symbol = withDigits(position(count, { legs: [leg({ symbol: "€" })] }));
    const next = count % 2 === 1 ? '"c"' : "null";
    socket.write(answer(200, `{"data":[${symbol}],"next_cursor":${next}}`));
  });
  const env = { ...ENV, ...profileEnv({ csv: "excel" }), CARRY_BASE_URL: url };
  const columns = ["--columns", "asset,legs.symbol", "--status", "open"];
  const { stdout } = await carry(["list", "--csv", ...columns], { env });
  expect(stdout).toBe("\ufeffasset,legs.symbol\r\nBTC,€\r\nBTC,€\r\n");
  const tsv = await carry(["list", "-o", "tsv", ...columns], { env });
  expect(tsv.stdout).toBe("BTC\t€\nBTC\t€\n");
});
