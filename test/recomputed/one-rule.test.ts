import { describe, expect, it } from "vitest";
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
