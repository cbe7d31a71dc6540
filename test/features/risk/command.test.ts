import { describe, expect, it } from "vitest";
import { type Answers, carryWith, inFull, settingsOf, settled } from "../../support/answers.js";
import { ago, HOUR, long, short } from "../../support/fresh-legs.js";
import { performance, position, uuidOf } from "../../support/records.js";

const held = (n: number, legs: object[], more: object = {}) =>
  position(n, {
    legs,
    performance: performance({ spread_pnl: { realized: 0, unrealized: 0 } }),
    ...more,
  });

/* Opened at 60,000; of a short at leverage 10 the margin is gone at 66,000. */
const at = (mark: number | null, more: object = {}) =>
  short({ leverage: 10, mark_price: mark, ...more });
const hedged = [long({ leverage: 2, mark_price: 60_000 }), at(60_000)];

interface Figure {
  readonly value: number | null;
  readonly counted?: number;
  readonly of?: number;
  readonly stale?: boolean;
  readonly about?: boolean;
}
interface Row {
  readonly side: string;
  readonly notional: Figure;
  readonly margin: Figure;
  readonly bankruptcy_price: Figure;
  readonly distance: Figure;
  readonly left: Figure;
  readonly thin: boolean | null;
  readonly unknown?: { readonly code: string; readonly text: string };
}
interface RiskJson {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  readonly unhedged: readonly {
    readonly unhedged: Figure;
    readonly net_quantity: number | null;
    readonly missing_side: string | null;
    readonly contracts?: string;
  }[];
  readonly stress: readonly {
    readonly stress: string;
    readonly text: string;
    readonly gain?: Figure;
    readonly unhedged_elsewhere?: Figure;
    readonly held_there?: Figure;
  }[];
  readonly totals: Readonly<Record<string, number | Figure>>;
}

const risk = (of: Answers, ...argv: string[]) => carryWith(of, ["positions", "risk", ...argv]);

async function json(of: Answers, ...argv: string[]): Promise<RiskJson> {
  return JSON.parse((await risk(of, ...argv, "-o", "json")).stdout) as RiskJson;
}

const shortOf = async (leg: Record<string, unknown>, settings = {}): Promise<Row> => {
  const legs = [long({ leverage: 2, mark_price: 60_000 }), leg];
  const of = { positions: [held(1, legs)] };
  const words = ["positions", "risk", "-o", "json"];
  const { stdout } = await carryWith(of, words, settingsOf(settings));
  const row = (JSON.parse(stdout) as RiskJson).rows.find(({ side }) => side === "short");
  if (row === undefined) throw new Error("no short leg");
  return row;
};

describe("the margins of carry positions risk", () => {
  it("are gone at the open price and a leverage's part of it, so far from it", async () => {
    const row = await shortOf(at(60_000));
    expect(row.bankruptcy_price.value).toBe(66_000);
    expect([row.distance.value, row.left.value, row.thin]).toEqual([10, 100, false]);
    expect([row.notional.value, row.margin.value]).toEqual([30_000, 3_000]);
    const [first] = (await json({ positions: [held(1, hedged)] })).rows.filter(
      ({ side }) => side === "long",
    );
    expect([first?.bankruptcy_price.value, first?.distance.value]).toEqual([30_000, 50]);
  });

  it("are thin under the limit with less than half left, and not at the limit or half", async () => {
    /* Away (66,000 − 63,000) ÷ 63,000, and exactly half is left. */
    const half = await shortOf(at(63_000));
    expect([half.left.value, half.thin]).toEqual([50, false]);
    const less = await shortOf(at(63_001));
    expect([less.thin, (less.left.value ?? 100) < 50]).toEqual([true, true]);
    /* At leverage 4 gone at 75,000: from 68,182 on under 10 %. */
    expect((await shortOf(short({ leverage: 4, mark_price: 68_000 }))).thin).toBe(false);
    expect((await shortOf(short({ leverage: 4, mark_price: 68_200 }))).thin).toBe(true);
    /* A third is left, and (66,000 − 64,000) ÷ 64,000 is 3.125 %. */
    expect((await shortOf(at(64_000), { margin: "3.125" })).thin).toBe(false);
    expect((await shortOf(at(64_000), { margin: "3.126" })).thin).toBe(true);
  });

  it.each([
    ["past", at(66_000), "collateral was added, or margin is shared"],
    ["mark_missing", at(null), "no mark price"],
    ["mark_old", at(60_000, { mark_price_updated_at: ago(HOUR) }), "the mark price is stale"],
    [
      "mark_undated",
      at(60_000, { mark_price_updated_at: null }),
      "the mark price has no time, so its age is unknown",
    ],
    ["price", at(60_000, { open_price: null }), "a price is missing or not above zero"],
    ["no_leverage", at(60_000, { leverage: null }), "no leverage, so no initial margin to judge"],
    ["no_leverage", at(60_000, { leverage: 0 }), "no leverage, so no initial margin to judge"],
    ["quantity_negative", at(60_000, { quantity: -1 }), "negative quantity"],
  ])("are neither low nor ok because of %s", async (code, leg, text) => {
    const row = await shortOf(leg);
    expect([row.thin, row.distance.value, row.left.value]).toEqual([null, null, null]);
    expect(row.unknown).toEqual({ code, text });
    const { stdout } = await risk({ positions: [held(1, [long({ leverage: 2 }), leg])] });
    if (["past", "mark_old", "mark_undated", "price"].includes(code)) {
      expect(stdout).toContain(`: ${text}`);
    }
    const counts: Readonly<Record<string, string>> = {
      no_leverage: "1 without leverage",
      quantity_negative: "2 unknown",
    };
    expect(stdout).toContain(counts[code] ?? "1 unknown");
  });

  it("rest on a mark without a time in every figure at it, which is marked", async () => {
    const undated = short({ quantity: 0.25, leverage: 10, mark_price_updated_at: null });
    const positions = [held(1, [long({ leverage: 2, mark_price: 60_000 }), undated])];
    const { stdout } = await risk({ positions }, "--stress", "price=+10%");
    expect(stdout).toMatch(/short +bybit .*undated .* 15,[0-9.]+\? +1,[0-9.]+\? /);
    expect(stdout).toMatch(/BTC .* \+0\.25 +\+15,000\.00\? /);
    expect(stdout).toMatch(/price=\+10% +\+1,500\.00\? /);
    expect(stdout).toContain("? mark price of unknown age");
    expect(stdout).not.toMatch(/binance .*\?/);
  });

  it("come low ones first, then the nearest, then unknown ones", async () => {
    const positions = [
      held(1, [long({ leverage: 3, mark_price: 60_000 }), at(60_000)]),
      held(2, [long({ leverage: null, mark_price: 60_000 }), at(64_000)]),
      held(3, [long({ leverage: 2, mark_price: 60_000 }), at(70_000)]),
    ];
    const { stdout } = await risk({ positions });
    const rows = stdout.split("\n").filter((line) => /^BTC\S* .* (long|short) /.test(line));
    expect(rows.map((row) => / (ok|low|past|no leverage) /.exec(row)?.[1])).toEqual([
      ...["low", "ok", "ok", "ok", "past", "no leverage"],
    ]);
    expect(stdout).toContain("6 legs of 3 positions: 1 margin low, 1 unknown, 1 without leverage");
    expect(stdout).toContain(
      "low: nearer than 3 daily sd (10% where unknown), with less than half of it left",
    );
    expect(stdout).toContain("bankruptcy price (isolated), without maintenance margin");
  });
});

describe("what is unhedged in carry positions risk", () => {
  it("is named with the side that holds nothing, and summed in absolute values", async () => {
    const positions = [
      held(1, hedged),
      held(2, [long({ quantity: 1, mark_price: 60_000 }), short({ quantity: 0 })]),
      held(3, [long({ mark_price: 60_000 }), at(60_000, { quantity: 0.7 })]),
    ];
    const { unhedged, totals } = await json({ positions });
    expect(unhedged.map((it) => [it.unhedged.value, it.missing_side])).toEqual([
      ...[
        [60_000, "short"],
        [-12_000, null],
        [0, null],
      ],
    ]);
    expect((totals.unhedged_notional as Figure).value).toBe(72_000);
    expect((totals.net_notional as Figure).value).toBe(48_000);
    const { stdout } = await risk({ positions });
    expect(stdout).toContain("2 of 3 positions unhedged or unknown");
    expect(stdout).toMatch(/BTC\S* .* \+1 +\+60,000\.00 +100\.00% .*no short leg/);
    expect(stdout).toContain("unhedged 72,000.00   net notional +48,000.00");
    expect((await risk({ positions: [held(1, hedged)] })).stdout).toContain(
      "0 of 1 position unhedged or unknown",
    );
  });

  it("is nothing where a contract stands for a thousand of another", async () => {
    const legs = [
      long({ quantity: 500, mark_price: 60, open_price: 60 }),
      short({ mark_price: 60_000 }),
    ];
    const { unhedged } = await json({ positions: [held(1, legs)] });
    expect([unhedged[0]?.unhedged.value, unhedged[0]?.contracts]).toEqual([
      ...[0, "1 short = 1,000 BTC, from the prices"],
    ]);
  });

  it("is unknown, and in no sum, if the mark of the larger side is missing", async () => {
    const listed = held(1, [long({ quantity: 2, mark_price: null }), at(60_000)]);
    const { unhedged, totals } = await json({ positions: [listed] });
    expect([unhedged[0]?.unhedged.value, totals.unhedged_notional]).toMatchObject([
      null,
      { value: null, counted: 0, of: 1 },
    ]);
  });

  it("is unknown, and listed, at a mark price of 0", async () => {
    const of = { positions: [held(1, [long({ quantity: 10, mark_price: 0 })])] };
    const { unhedged, stress } = await json(of, "--stress", "price=+10%");
    expect(unhedged[0]).toMatchObject({ unhedged: { value: null }, net_quantity: 10 });
    expect(stress[0]?.gain).toMatchObject({ value: null, counted: 0, of: 1 });
    const { stdout } = await risk(of);
    expect(stdout).toContain("1 of 1 position unhedged or unknown");
  });

  it("counts a leg that the full position shows to be closed as nothing", async () => {
    const listed = held(1, [long({ mark_price: 60_000 }), short({ mark_price: null })]);
    const legs = (inFull(listed) as { legs: object[] }).legs.map((leg, n) =>
      n === 1 ? { ...leg, close_price: 60_000 } : leg,
    );
    const details = { [uuidOf(1)]: inFull(listed, { legs }) };
    const { unhedged, rows } = await json({ positions: [listed], details });
    expect([unhedged[0]?.unhedged.value, unhedged[0]?.missing_side, rows.length]).toEqual([
      ...[30_000, "short", 1],
    ]);
  });
});

describe("legs that could not be checked", () => {
  it("count as listed, marked, with a warning that names the position and why", async () => {
    const listed = held(1, [
      long({ mark_price: 60_000 }),
      short({ mark_price: null, quantity: 0.2 }),
    ]);
    const of = { positions: [listed], details: { [uuidOf(1)]: 503 } };
    const { stdout, code, stderr } = await risk(of);
    expect([code, stderr]).toEqual([
      0,
      "warning: legs of 1 of 1 position could not be fetched: BTC (status 503)\n",
    ]);
    expect(stdout).toMatch(/BTC .* \+0\.3# +\+18,000\.00# +60\.00%# +not checked/);
    expect(stdout).toContain("# legs not checked: one may be closed");
    const { rows } = await json(of);
    expect(rows.map((row) => (row as unknown as { legs_checked: boolean }).legs_checked)).toEqual([
      ...[false, false],
    ]);
  });

  /* The price PnL of the legs is 0, and the service says 500: of the last one nothing more is known. */
  const contradicted = (n: number, size = 1) =>
    position(n, {
      asset: `A${n}`,
      legs: [long({ quantity: size, mark_price: 60_000 }), at(60_000, { quantity: size })],
      performance: performance({ spread_pnl: { realized: 0, unrealized: 5_000 } }),
    });
  const beyond: Answers = {
    positions: [
      ...Array.from({ length: 100 }, (_, n) => contradicted(n + 2)),
      contradicted(1, 0.5),
    ],
    histories: { 1: settled("0"), 2: settled("0.0002") },
  };

  it("are not known to be hedged, also where nothing failed: 100 positions are asked for", async () => {
    const stress = ["--stress", "price=10%,basis=1%,funding=0,down=bybit"];
    const { unhedged, totals, ...found } = await json(beyond, ...stress);
    expect(unhedged[0]).toMatchObject({ asset: "A1", legs_checked: false, unhedged: { value: 0 } });
    expect(unhedged.filter((it) => !("legs_checked" in it && it.legs_checked))).toHaveLength(1);
    expect(totals.legs_unchecked).toBe(1);
    for (const name of ["gross_notional", "net_notional", "unhedged_notional"]) {
      expect([name, totals[name]]).toMatchObject([name, { counted: 101, of: 101, unchecked: 1 }]);
    }
    expect(totals.margin).toMatchObject({ counted: 202, unchecked: 2 });
    for (const it of found.stress) {
      expect([it.stress, it.gain ?? it.unhedged_elsewhere]).toMatchObject([
        ...[it.stress, { counted: 101, of: 101, unchecked: 1 }],
      ]);
      expect(it.text).toMatch(/; 1 with legs not checked$/);
    }
  });

  it("are told at every width, on the terminal and in a pipe", async () => {
    const argv = ["positions", "risk", "--all", "--stress", "price=+10%", "--no-color"];
    for (const terminal of [undefined, 60, 200]) {
      const { stdout, code } = await carryWith(beyond, argv, terminal ? { terminal } : {});
      expect([terminal, code]).toEqual([terminal, 0]);
      const text = stdout.replace(/\s+/g, " ");
      expect(text).toContain("legs of 1 position not checked");
      expect(text).toContain("legs not checked: A1: one may be closed");
      expect(text).toContain("1 of 101 positions unhedged or unknown");
      expect(text).toMatch(/A1 .*0\.00# .*not checked/);
      expect(text).toMatch(/A1 short bybit .*ok#/);
      expect(text).toContain("(2 legs not checked)");
      expect(text).toContain("unhedged 0.00 (1 with legs not checked)");
      expect(text).toMatch(/price=\+10% 0\.00# .*1 with legs not checked/);
    }
  });

  it("are a column of csv, and a note where columns are chosen", async () => {
    const { stdout, stderr } = await risk(beyond, "-o", "csv");
    const [header, first] = [stdout.split("\r\n")[0], /^.*,A1,.*$/m.exec(stdout)?.[0]];
    expect([header, first]).toEqual([
      expect.stringContaining(",market_id,legs_checked,quantity,"),
      expect.stringMatching(/,A1,.*,\d+,false,/),
    ]);
    expect(stdout.match(/^.*,(long|short),\w+,\w+,\d+,true,.*$/gm)).toHaveLength(200);
    expect(stderr).toContain("note: legs of 1 position not checked: one may be closed");
    const chosen = await risk(beyond, "-o", "tsv", "--columns", "asset,distance");
    expect(chosen.stderr).toContain("note: legs of 1 position not checked: one may be closed");
  });

  it("come with the reason of an amount that is not known either", async () => {
    const unmarked = held(1, [long({ quantity: 2, mark_price: null }), at(60_000)]);
    const of = { positions: [unmarked], details: { [uuidOf(1)]: 503 } };
    expect((await risk(of)).stdout).toMatch(/BTC .*\+1\.5# +– .*no mark, not checked/);
    expect((await json(of)).unhedged).toMatchObject([
      { unhedged: { value: null }, unknown: { code: "mark_missing", text: "no mark price" } },
    ]);
  });
});

describe("the stress of carry positions risk", () => {
  /* Unhedged +6,000 of BTC; paid 18 USD a day; 60,000 × 0.5 short at the mark of the longs. */
  const of: Answers = {
    positions: [held(1, [long({ quantity: 0.6, mark_price: 60_000 }), at(60_000)])],
    histories: { 1: settled("0"), 2: settled("0.0002") },
  };

  it("moves prices both ways, the basis, funding, and takes an exchange distance", async () => {
    const typed = "price=±20%,basis=1%,funding=-1,down=bybit";
    const { stress, inputs } = await json(of, "--stress", typed);
    expect(inputs.stress).toEqual([
      ...["price=+20%", "price=-20%", "basis=+1%", "funding=-1", "down=bybit"],
    ]);
    expect(stress.map(({ gain }) => gain?.value)).toEqual([1200, -1200, -300, -1080, undefined]);
    expect(stress[4]).toMatchObject({
      unhedged_elsewhere: { value: 36_000, counted: 1, of: 1 },
      held_there: { value: 30_000 },
    });
  });

  it("is a line each, with what it leaves out", async () => {
    const { stdout } = await risk(of, "--stress", "price=-10%", "--stress", "down=binance");
    expect(stdout).toMatch(/price=-10% +-600\.00 +what is unhedged, .* without basis/);
    expect(stdout).toMatch(
      /down=binance +30,000\.00 +unhedged elsewhere, .* 36,000\.00 held there/,
    );
    expect((await risk(of)).stdout).not.toContain("Stress");
  });

  it.each([
    [["-o", "csv"], "with --output csv, which has one row per leg"],
    [["-o", "tsv"], "with --output tsv, which has one row per leg"],
    [["--columns", "asset,distance"], "with --columns, which shows the legs alone"],
    [["--sort", "distance"], "with --sort, which shows the legs alone"],
  ])("has no effect with %j, which is told", async (more, why) => {
    const { code, stderr, stdout } = await risk(of, "--stress", "funding=0", ...more);
    expect([code, stderr]).toEqual([0, `warning: --stress has no effect ${why}\n`]);
    expect(stdout).toBe((await risk(of, ...more)).stdout);
    const inJson = await risk(of, "--stress", "funding=0", "-o", "json", "--columns", "asset");
    expect(inJson.stderr).not.toContain("--stress");
    const wrong = await risk(of, "--stress", "down=kraken", ...more);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("no leg is held on")]);
  });

  it("has no effect where no leg holds anything, which is told, and asks for no history", async () => {
    const empty = held(1, [long({ quantity: 0 }), short({ quantity: 0 })]);
    for (const positions of [[], [empty]]) {
      const { stderr, stdout, requests } = await risk({ positions }, "--stress", "funding=0");
      expect(stdout).toBe("No leg holds anything.\n");
      expect(stderr).toBe("warning: --stress has no effect: no leg holds anything\n");
      expect(requests.filter((it) => it.includes("/history/"))).toEqual([]);
    }
    const inJson = await risk({ positions: [] }, "--stress", "funding=0", "-o", "json");
    expect([inJson.stderr, (JSON.parse(inJson.stdout) as RiskJson).stress]).toMatchObject([
      ...["", [{ stress: "funding=0", gain: { value: 0, counted: 0, of: 0 } }]],
    ]);
  });

  it("leaves positions out whose figure is unknown, and says how many", async () => {
    const more = held(2, [long({ quantity: 2, mark_price: null }), short({ market_id: null })]);
    const two = { ...of, positions: [...of.positions, more] };
    const { stress } = await json(two, "--stress", "price=20%,basis=1%,funding=0");
    for (const { gain } of stress) expect([gain?.counted, gain?.of]).toEqual([1, 2]);
    expect((await risk(two, "--stress", "funding=0")).stdout).toMatch(
      /funding=0 +-540\.00 \(1 of 2\) .*; those counted are about 30\.48% of gross/,
    );
  });

  it.each([
    ["price=20", ["price=+20%", "price=-20%"]],
    ["price=+-2.5%", ["price=+2.5%", "price=-2.5%"]],
    ["price=+150bp", ["price=+1.5%"]],
    ["price=+150%", ["price=+150%"]],
    ["price=-100%", ["price=-100%"]],
    ["basis=-1%", ["basis=-1%"]],
    ["basis=5bp", ["basis=+0.05%"]],
    ["funding=0.5", ["funding=0.5"]],
  ])("takes %s", async (typed, names) => {
    expect((await json(of, "--stress", typed)).inputs.stress).toEqual(names);
  });

  it.each([
    "price=",
    "price=x",
    "price=2000%",
    "price=150%",
    "price=-100.1%",
    "price=1..5",
    "rate=1%",
    "basis",
    "funding=1%",
    "down=",
  ])("refuses %s before anything is asked", async (typed) => {
    const { code, requests, stderr } = await risk(of, "--stress", typed);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain("--stress");
  });

  it("refuses an exchange on which nothing is held, and names those that hold something", async () => {
    const { code, stderr, stdout } = await risk(of, "--stress", "down=kraken");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("--stress down=kraken: no leg is held on kraken");
    expect(stderr).toContain("legs are held on binance, bybit");
  });
});

describe("carry positions risk", () => {
  it("says so where nothing is held", async () => {
    const { stdout, code } = await risk({ positions: [] });
    expect([code, stdout]).toEqual([0, "No leg holds anything.\n"]);
    expect((await json({ positions: [] })).totals).toMatchObject({ legs: 0, positions: 0 });
  });

  it("prints one row per leg with raw figures for a spreadsheet, and chosen columns", async () => {
    const of = { positions: [held(1, hedged)] };
    const { stdout } = await risk(
      of,
      "-o",
      "csv",
      "--columns",
      "exchange,bankruptcy_price,distance,thin",
    );
    expect(stdout).toBe(
      "exchange,bankruptcy_price,distance,thin\r\nbybit,66000,10,false\r\nbinance,30000,50,false\r\n",
    );
    const sorted = await risk(of, "--sort", "distance:desc", "--columns", "exchange,distance");
    expect(sorted.stdout).toMatch(/binance +50\.00%\nbybit +10\.00%\n/);
  });
});

describe("risk in the height of a terminal", () => {
  it("says of how many positions what is unhedged is a sum, and that it is at least that", async () => {
    const unknown = held(2, [long({ mark_price: null })]);
    const of = { positions: [held(1, [long({ mark_price: 60_000 })]), unknown] };
    const { stdout } = await carryWith(of, ["positions", "risk"], { terminal: 100, rows: 24 });
    expect(stdout).toContain("unhedged ≥30,000.00 (1 of 2): ");
  });

  it("explains only what stands in the rows that are shown", async () => {
    const known = Array.from({ length: 12 }, (_, n) => held(n + 1, hedged));
    const old = { mark_price_updated_at: ago(48 * HOUR) };
    const stale = held(20, [long({ ...old }), at(60_000, old)]);
    const of = { positions: [...known, stale] };
    const screen = { terminal: 80, rows: 24 };
    const nearest = await carryWith(of, ["positions", "risk", "--no-color"], screen);
    expect(nearest.stdout).toContain("more legs");
    expect(nearest.stdout).not.toContain("mark old");
    const all = await carryWith(of, ["positions", "risk", "--no-color", "--all"], screen);
    expect(all.stdout).toContain("mark old: the mark price is stale");
  });
});

describe("the funding of a market that cannot be fetched", () => {
  it("is an error for a position that is named, and a warning else", async () => {
    const of = { positions: [held(1, hedged)], histories: { 2: 404 } };
    const codes = [await risk(of), await risk(of, "BTC")].map(({ code }) => code);
    expect(codes).toEqual([0, 4]);
  });
});
