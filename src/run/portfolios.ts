import type { NamedPortfolio, WantedPortfolios } from "./settings/portfolios.js";

/** The portfolio that something belongs to; both fields are null if it belongs to several. */
export type Owner =
  | NamedPortfolio
  | { readonly portfolio: null; readonly portfolio_id: null; readonly isOneOfSeveral?: never };

/** The portfolios of a command, and the portfolio of each listed position. */
export interface Portfolios extends WantedPortfolios {
  readonly isSeveral: boolean;
  /** Records the portfolio of a past position, unless one is known. */
  own(positionId: string, portfolio: NamedPortfolio): void;
  /** Begins a listing. Returns a function that records a position's portfolio; false if another has it. */
  listing(): (positionId: string, portfolio: NamedPortfolio) => boolean;
  /** Returns the portfolio of a position; without an id, the owner of what all portfolios share. */
  of(positionId?: string): Owner;
  /**
   * Returns figures of each portfolio that was listed.
   * @param whole figures of all positions; returned if there is only one portfolio
   * @param figures computes those of some of the positions
   */
  each<P extends { readonly position_id: string }, T>(
    listed: { readonly positions: readonly P[]; readonly lost?: readonly NamedPortfolio[] },
    whole: T,
    figures: (positions: readonly P[]) => T,
  ): readonly (Owner & { readonly totals: T })[];
}

export function createPortfolios(wanted: WantedPortfolios): Portfolios {
  const [first, second] = wanted.list;
  const isSeveral = second !== undefined;
  const whole: Owner =
    isSeveral || first === undefined ? { portfolio: null, portfolio_id: null } : first;
  const owners = new Map<string, NamedPortfolio>();
  return {
    ...wanted,
    isSeveral,
    own(positionId, portfolio) {
      if (!owners.has(positionId)) owners.set(positionId, portfolio);
    },
    listing() {
      const listed = new Map<string, NamedPortfolio>();
      return (positionId, portfolio) => {
        const first = listed.get(positionId) ?? portfolio;
        listed.set(positionId, first);
        owners.set(positionId, first);
        return first === portfolio;
      };
    },
    of: (positionId = "") => owners.get(positionId) ?? whole,
    each({ positions, lost = [] }, all, figures) {
      if (!isSeveral) return [{ ...whole, totals: all }];
      const listed = wanted.list.filter((it) => !lost.includes(it));
      return listed.map((it) => {
        const own = positions.filter(({ position_id: id }) => owners.get(id) === it);
        return { ...it, totals: figures(own) };
      });
    },
  };
}

/** Returns the name of a portfolio, else its id; empty for several. */
export function portfolioName({ portfolio, portfolio_id: id }: Owner): string {
  return portfolio ?? id ?? "";
}
