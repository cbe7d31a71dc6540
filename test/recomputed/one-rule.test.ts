import { describe, expect, it } from "vitest";
import { parsePage, valueIn } from "../metrics/parse.js";
import { carryWith } from "../support/answers.js";
import { NOW } from "../support/now.js";
import { expectNear } from "./near.js";
import { randomMarkets, randomPositions } from "./random-portfolio.js";
import { isDoubtful } from "./reasons.js";
import { servedBy } from "./served.js";

/** Positions of which the listing tells whether a leg may be closed. */
const MADE = randomPositions(90, 24, NOW).filter(
  ({ listed, full }) => full === listed.legs || isDoubtful(listed),
);
const MARKETS = randomMarkets(24, NOW);
const ANSWERS = servedBy(MADE, MARKETS);

interface Figure {
  readonly value: number | null;
  readonly counted?: number;
  readonly of?: number;
}
type Row = Readonly<Record<string, Figure | undefined>>;
interface Json {
  readonly rows: readonly (Row & { readonly position_id: string })[];
  readonly totals: Row;
}

const jsonOf = async (words: string) => {
  const { stdout } = await carryWith(ANSWERS, [...words.split(" "), "-q", "-o", "json"]);
  return JSON.parse(stdout) as Json;
};
const of = ({ value, counted, of }: Figure = { value: null }) => [value, counted, of];

/** Prints of a command for the same book, as text. */
const textOf = async (words: string) => {
  const { stdout } = await carryWith(ANSWERS, [...words.split(" "), "-q", "--no-color"]);
  return stdout;
};

interface Status extends Json {
  readonly causes: readonly {
    readonly cause: string;
    readonly severity: string;
    readonly positions: readonly string[];
    readonly value: number | null;
  }[];
}

interface Checked {
  readonly rows: readonly {
    readonly rule: string;
    readonly result: string;
    readonly position_id: string;
    readonly worth: number | null;
    readonly missing: readonly string[];
  }[];
}

describe("every face has the causes and the sums of status", () => {
  it("check, with what each is worth", async () => {
    const status = (await jsonOf("status")) as Status;
    const { rows } = (await jsonOf("check")) as unknown as Checked;
    expect(status.causes.length).toBeGreaterThan(8);
    for (const { cause, severity, positions, value } of status.causes) {
      const result = severity === "unknown" ? "unknown" : "failed";
      const own = rows.filter((it) => it.rule === cause && it.missing.length === 0);
      const found = own.filter((it) => it.result === result);
      expect(found.map((it) => it.position_id).sort(), cause).toEqual(positions.toSorted());
      const worth = found.reduce((sum, it) => sum + (it.worth ?? 0), 0);
      expectNear(worth, value ?? 0, cause, 1e9);
    }
    const named = new Set(status.causes.map(({ cause }) => cause));
    const others = rows.filter((it) => !named.has(it.rule) && it.result === "failed");
    expect(others).toEqual([]);
  });

  it("metrics, every sum with how many positions it is of", async () => {
    const status = (await jsonOf("status")) as Status;
    const page = parsePage(await textOf("metrics"));
    expect(valueIn(page, "carry_open_positions")).toBe(MADE.length);
    for (const { cause, severity, positions } of status.causes) {
      const name = severity === "unknown" ? "not_judged_reasons" : "attention_reasons";
      expect(valueIn(page, `carry_${name}`, { reason: cause }), cause).toBe(positions.length);
    }
    const windows = { run_24h: "24h", run_7d: "7d", run_30d: "30d" };
    for (const [name, window] of Object.entries(windows)) {
      const { value, counted } = status.totals[name] as Figure;
      expect(valueIn(page, "carry_funding_run_usd_per_day", { window })).toBe(value);
      expect(valueIn(page, "carry_funding_run_known_positions", { window })).toBe(counted);
    }
    const sums = ["size", "gross_notional", "net_notional", "unhedged_notional", "net_pnl"];
    const more = ["funding_pnl", "spread_pnl", "fees_paid", "fees_estimated_exit", "next_7d"];
    const ofLegs = ["next_24h", "margin_to_add"];
    for (const name of [...sums, ...more, ...ofLegs]) {
      const { value, counted } = status.totals[name] as Figure;
      const parts = ofLegs.includes(name) ? "legs" : "positions";
      expect(valueIn(page, `carry_${name}_usd`), name).toBe(value);
      expect(valueIn(page, `carry_${name}_known_${parts}`), name).toBe(counted);
    }
  });

  it("the watch, in the words of list, and the report", async () => {
    const status = (await jsonOf("status")) as Status;
    const [head = "", counts = ""] = (await textOf("watch --once")).split("\n");
    const [first = ""] = (await textOf("list")).split("\n");
    const words = (line: string) => line.split(/\s{2,}| · /).filter((it) => !/\dZ$/.test(it));
    expect(words(head)).toEqual(words(first));
    const report = (await textOf("report --out -")).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    const nouns = { unhedged: "unhedged", losing: "losing", costs_funding: "cost funding" };
    for (const [cause, noun] of Object.entries(nouns)) {
      const found = status.causes.find((it) => it.cause === cause)?.positions.length;
      expect(found, cause).toBeGreaterThan(0);
      expect(counts, cause).toContain(`${found} ${noun}`);
      expect(report.includes(`${noun} ${found} `), cause).toBe(true);
    }
    const { counted, of: all } = status.totals.net_pnl as Figure;
    expect(report.includes(`Since opening · ${counted} of ${all}`)).toBe(true);
  });
});

describe("a random book has one figure on every screen", () => {
  it("of what it holds and has made, and exchanges and pairs add up to the notionals", async () => {
    const status = await jsonOf("status");
    expect(status.totals.net_notional?.counted).toBeLessThan(MADE.length);
    for (const words of ["--by exchange", "--by pair", "--view now", "--view pnl", "--view risk"]) {
      const { rows, totals } = await jsonOf(`list ${words}`);
      for (const name of ["net_notional", "gross_notional", "fees_estimated_exit", "net_pnl"]) {
        expect(of(totals[name]), `${words} ${name}`).toEqual(of(status.totals[name]));
      }
      if (words.startsWith("--view")) continue;
      for (const name of ["net_notional", "gross_notional"]) {
        const sum = rows.reduce((all, row) => all + (row[name]?.value ?? 0), 0);
        expectNear(sum, totals[name]?.value ?? null, `${words} ${name}`, 1e7);
      }
    }
  });

  it("of what it is paid now, in status and in list", async () => {
    const [status, funding] = [await jsonOf("status"), await jsonOf("list --view funding")];
    for (const window of ["run_24h", "run_7d", "run_30d"]) {
      expect(of(funding.totals[window])).toEqual(of(status.totals[window]));
    }
  });
});
