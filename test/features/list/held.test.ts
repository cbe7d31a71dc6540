import { describe, expect, it } from "vitest";
import { type Answers, carryWith, inFull } from "../../support/answers.js";
import { WIDE } from "../../support/carry.js";
import { long, short } from "../../support/fresh-legs.js";
import { performance, position, uuidOf } from "../../support/records.js";

const COLUMNS = "gross_notional,net_notional,imbalance,unhedged,legs.side";

/** The figures of a single position in a listing, raw. */
async function listed(legs: object[], more: object = {}): Promise<string | undefined> {
  const words = ["positions", "list", "-o", "csv", "--columns", COLUMNS.replace(",legs.side", "")];
  const { stdout } = await carryWith({ positions: [position(1, { legs, ...more })] }, words);
  return stdout.split("\r\n")[1];
}

async function reasons(of: Answers): Promise<string[]> {
  const { stdout } = await carryWith(of, ["status", "-q", "-o", "json"]);
  const { attention } = JSON.parse(stdout) as {
    attention: { reasons: { code: string; text: string }[] }[];
  };
  return attention.flatMap((it) => it.reasons.map(({ code, text }) => `${code}: ${text}`));
}

async function page(data: object, id = uuidOf(1)): Promise<string[]> {
  const { stdout } = await carryWith({ positions: [], details: { [id]: data } }, [
    ...["positions", "get", id],
  ]);
  return stdout.split("\n").map((line) => line.replace(/ {2,}/g, "  "));
}

describe("what is held", () => {
  it("is nothing in a closed position, whatever quantity is sent", async () => {
    const closed = { status: "closed", closed_at: "2026-05-01T00:00:00Z" };
    expect(await listed([long({ quantity: 0.16 }), short({ quantity: 0.16 })], closed)).toBe(
      "0,0,,0",
    );
  });

  it("is reported once as nothing, however many closed positions have a quantity", async () => {
    const closed = { status: "closed", closed_at: "2026-05-01T00:00:00Z" };
    const positions = [1, 2, 3].map((n) => position(n, { ...closed, legs: [long(), short()] }));
    for (const words of [["list"], ["summary", "--status", "all"]]) {
      const { stdout, stderr } = await carryWith({ positions }, ["positions", ...words]);
      expect(stdout).toContain(words[0] === "list" ? "closed" : "0.00");
      expect(stderr).toBe("warning: 3 closed positions have a quantity, which counts as 0\n");
    }
  });

  it("is nothing in a leg with a close price: the other side is unhedged, not in balance", async () => {
    const full = inFull(position(1, { legs: [long(), short()] })) as { legs: object[] };
    const [held, gone] = full.legs;
    const lines = await page({ ...full, legs: [held, { ...gone, close_price: 61000 }] });
    expect(lines).toEqual(
      expect.arrayContaining([
        "short quantity  0",
        "imbalance  100.00% (of the larger side)",
        "unhedged  +30,500.00",
        "gross notional  30,500.00",
        "current basis  – (a side holds nothing, or a price is missing)",
        "quantity when closed  sent by the service for a closed leg: counts as 0",
      ]),
    );
  });

  it("is not known where a quantity is negative, and the listing goes on", async () => {
    const odd = position(1, { legs: [long({ quantity: 100 }), short({ quantity: -100 })] });
    const { stdout, code } = await carryWith(
      { positions: [odd, position(2, { legs: [long(), short()] })] },
      ["positions", "list", "-o", "csv", "--columns", COLUMNS.replace(",legs.side", "")],
    );
    expect(code).toBe(0);
    expect(stdout.split("\r\n").slice(1, 3)).toEqual([",,,", "61000,0,0,0"]);
    const found = await reasons({ positions: [{ ...odd, performance: performance() }] });
    expect(found).toEqual(["quantity_negative: figures unknown, negative quantity: short bybit"]);
  });

  it("is a reason if an open position holds nothing", async () => {
    const legs = [long({ quantity: 0 }), short({ quantity: 0 })];
    const positions = [position(1, { legs, performance: performance() })];
    expect(await reasons({ positions })).toEqual(["legs_missing: open, but no leg holds anything"]);
  });
});

describe("contracts of different sizes", () => {
  const PEPE = { asset: "PEPE", performance: performance() };
  const legs = [
    long({ quantity: 1_000_000, mark_price: 0.000011, open_price: 0.00001 }),
    short({ quantity: 1000, mark_price: 0.01101, open_price: 0.01 }),
  ];

  it("are compared by what their prices say: 1,000 PEPE and one 1000PEPE are in balance", async () => {
    expect(await listed(legs, PEPE)).toBe("22.01,-0.01,0,0");
    expect(await reasons({ positions: [position(1, { legs, ...PEPE })] })).toEqual([]);
  });

  it("have quantities of one unit, whatever asks for them", async () => {
    const positions = [position(1, { legs, ...PEPE })];
    const words = ["positions", "list", "--columns", "long_quantity,short_quantity"];
    for (const by of [[], ["--by-leg"]]) {
      const { stdout } = await carryWith({ positions }, [...words, ...by, "-o", "csv"]);
      expect(stdout.match(/1000000/g)).toHaveLength(2);
    }
  });

  it("are said to be, with the basis of prices that can be compared", async () => {
    expect(await page(inFull(position(1, { legs, ...PEPE })))).toEqual(
      expect.arrayContaining([
        "long quantity  1,000,000",
        "short quantity  1,000,000",
        "entry basis  0.0000% (short over long)",
        "current basis  +0.0909% (short over long)",
        "contracts  1 short = 1,000 PEPE, from the prices",
      ]),
    );
    const words = ["positions", "list", "--columns", "asset,imbalance", "--no-color"];
    const { stdout } = await carryWith(
      { positions: [position(1, { legs, ...PEPE })] },
      words,
      WIDE,
    );
    expect(stdout).toContain("0.00%^");
    expect(stdout).toContain("^ 1 short = 1,000 PEPE, from the prices\n");
  });

  it("are not made up where prices are merely apart", async () => {
    const dear = { mark_price: 0.00015, open_price: 0.00015 };
    const apart = [legs[0] ?? {}, short({ quantity: 1_000_000, ...dear })];
    expect((await listed(apart, PEPE))?.split(",")[2]).toBe("0");
  });
});

describe("imbalance", () => {
  const half = { open_price: 30_500, mark_price: 30_500 };

  it("is no reason while the notionals agree on fresh marks", async () => {
    const lots = [long({ quantity: 2, ...half }), short({ quantity: 1 })];
    const positions = [position(1, { legs: lots, performance: performance() })];
    expect(await reasons({ positions })).toEqual([]);
  });

  it("is one where a mark is old, since then nothing says that they agree", async () => {
    const lots = [
      long({ quantity: 2, ...half }),
      short({ quantity: 1, mark_price_updated_at: null }),
    ];
    const positions = [position(1, { legs: lots, performance: performance() })];
    expect(await reasons({ positions })).toEqual(["unbalanced: imbalance 50.00%: net long 1 BTC"]);
  });

  it("names the side that is missing, and what the other is worth", async () => {
    const legs = [long({ quantity: 0.5, mark_price: 59_880 }), short({ quantity: 0 })];
    const positions = [position(1, { legs, performance: performance() })];
    expect(await reasons({ positions })).toEqual([
      "unbalanced: unhedged: no short leg, 0.5 BTC = 29,940 USD long",
    ]);
  });
});
