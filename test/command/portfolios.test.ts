import { describe, expect, it } from "vitest";
import { createPortfolios } from "../../src/run/settings/portfolios.js";

const [main, east] = (["main", "east"] as const).map((portfolio) => {
  return { portfolio, portfolio_id: `id of ${portfolio}`, isOneOfSeveral: true } as const;
});

function portfolios() {
  if (main === undefined || east === undefined) throw new Error("missing");
  const all = createPortfolios({ list: [main, east], isAll: true, isList: true });
  return { all, main, east };
}

describe("the portfolio of a position", () => {
  it("is the first one that lists it, in each listing anew", () => {
    const { all, main, east } = portfolios();
    const first = all.listing();
    expect([first("a", main), first("a", east)]).toEqual([true, false]);
    expect(all.of("a")).toBe(main);
    const next = all.listing();
    expect(next("a", east)).toBe(true);
    expect(all.of("a")).toBe(east);
  });

  it("of the past is that of now where it is known", () => {
    const { all, main, east } = portfolios();
    all.listing()("a", east);
    all.own("a", main);
    all.own("b", main);
    expect([all.of("a"), all.of("b")]).toEqual([east, main]);
    expect(all.of("c")).toEqual({ portfolio: null, portfolio_id: null });
  });
});
