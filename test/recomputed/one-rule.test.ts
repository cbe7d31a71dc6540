import { describe, expect, it } from "vitest";
import { carryWith } from "../support/answers.js";
import { listedService } from "../support/listed-service.js";
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
  readonly totals: Row & { readonly now: Row };
}

const jsonOf = async (words: string) => {
  const { stdout } = await carryWith(ANSWERS, [...words.split(" "), "-q", "-o", "json"]);
  return JSON.parse(stdout) as Json;
};
const of = ({ value, counted, of }: Figure = { value: null }) => [value, counted, of];

describe("a random book has one figure on every screen", () => {
  it("of net and gross notional, also as the sum of exchanges and of pairs", async () => {
    const status = await jsonOf("status");
    expect(status.totals.net_notional?.counted).toBeLessThan(MADE.length);
    for (const words of ["summary --by exchange", "summary --by pair", "risk"]) {
      const { rows, totals } = await jsonOf(`positions ${words}`);
      for (const name of ["net_notional", "gross_notional"]) {
        expect(of(totals[name]), `${words} ${name}`).toEqual(of(status.totals[name]));
        if (words === "risk") continue;
        const sum = rows.reduce((all, row) => all + (row[name]?.value ?? 0), 0);
        expectNear(sum, totals[name]?.value ?? null, `${words} ${name}`, 1e7);
      }
    }
  });

  it("of exit fees", async () => {
    const all = await Promise.all(["status", "positions summary", "positions outlook"].map(jsonOf));
    const [first, ...others] = all.map(({ totals }) => of(totals.fees_estimated_exit));
    expect(others).toEqual([first, first]);
  });

  it("of what it is paid now, and so has each position", async () => {
    const [status, outlook] = [await jsonOf("status"), await jsonOf("positions outlook")];
    for (const window of ["run_24h", "run_7d", "run_30d"]) {
      expect(of(outlook.totals[window])).toEqual(of(status.totals.now[window]));
    }
    const markets = [...MARKETS].map(([id, events]) => ({ id, asset: "BTC", events }));
    const positions = MADE.slice(0, 25).map(({ listed }) => listed);
    const service = await listedService({ markets, positions });
    const shown = async (words: string) => (await service.run(words.split(" "))).stdout;
    const json = async (words: string) => JSON.parse(await shown(`${words} -q -o json`)) as Json;
    const [own, rotated] = [await json("positions outlook"), await json("positions rotate")];
    const csv = await shown("list --status open --columns position_id,now_apr,size -o csv");
    const listed = new Map(csv.split("\r\n").map((line) => [line.split(",")[0], line.split(",")]));
    let compared = 0;
    for (const { position_id: id, run_7d } of own.rows) {
      const held = rotated.rows.find((row) => row.position_id === id)?.held_7d;
      if (held?.value != null) compared++;
      if (held?.value != null) expect([id, held.value]).toEqual([id, run_7d?.value]);
      const [, apr, size] = listed.get(id) ?? [];
      if (!apr || run_7d?.value == null) continue;
      expectNear(Number(apr), (run_7d.value * 36_500) / Number(size), id, 1);
    }
    expect(compared).toBeGreaterThan(5);
  });
});
