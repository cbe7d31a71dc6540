import { UsageError } from "../../base/usage-error.js";
import { nearestTo } from "../../output/text/words.js";
import { ALL_PORTFOLIOS, PORTFOLIO_NAME } from "./kinds.js";
import { locate, lookUp, type Sources } from "./sources.js";
import { namedIn } from "./table.js";

/** A portfolio as the settings name it. */
export interface NamedPortfolio {
  /** Null if the profile has no name for it. */
  readonly portfolio: string | null;
  readonly portfolio_id: string;
  /** Whether several were requested. */
  readonly isOneOfSeveral?: true;
}

/** The portfolios of a command. */
export interface WantedPortfolios {
  /** At least one, each once. */
  readonly list: readonly NamedPortfolio[];
  /** Whether all of the profile were requested, and none by its name. */
  readonly isAll: boolean;
  /** Whether several were requested, however many there are. */
  readonly isList: boolean;
}

/**
 * Returns the portfolios that the settings name, each once; undefined when they name none.
 * @throws {UsageError} for a name that the profile does not have, and `all` without names
 */
export function wantedPortfolios(sources: Sources): WantedPortfolios | undefined {
  const wanted = lookUp("portfolio", sources)?.value;
  if (wanted === undefined) return undefined;
  const where = locate("portfolio", sources)?.where ?? "portfolio";
  const known = namedIn("portfolios", sources.profile);
  const isAll = wanted.includes(ALL_PORTFOLIOS);
  if (isAll && known.size === 0) {
    throw new UsageError(
      `${where} all: the profile names no portfolios`,
      "name each: carry profile set portfolios.main <uuid>",
    );
  }
  const [names, nameOf] = [[...known.keys()], portfolioNames(sources)];
  const each = new Map<string, string | null>();
  for (const text of wanted.flatMap((it) => (it === ALL_PORTFOLIOS ? names : [it]))) {
    const isName = PORTFOLIO_NAME.test(text);
    const id = (isName ? known.get(text) : text)?.toLowerCase();
    if (id === undefined) throw unknownName(where, text, names);
    if (!each.has(id)) each.set(id, isName ? text : (nameOf.get(id) ?? null));
  }
  const several = each.size > 1 && ({ isOneOfSeveral: true } as const);
  return {
    list: [...each].map(([id, portfolio]) => ({ portfolio, portfolio_id: id, ...several })),
    isAll: wanted.every((it) => it === ALL_PORTFOLIOS),
    isList: isAll || wanted.length > 1,
  };
}

/** Returns the names of a profile for portfolios by their ids, of two names the first. */
export function portfolioNames({ profile }: Pick<Sources, "profile">): ReadonlyMap<string, string> {
  const known = [...namedIn("portfolios", profile)].reverse();
  return new Map(known.map(([name, id]) => [id.toLowerCase(), name]));
}

function unknownName(where: string, name: string, known: readonly string[]): UsageError {
  const nearest = nearestTo(name, known);
  const hint =
    known.length === 0
      ? `name it: carry profile set portfolios.${name} <uuid>`
      : `${nearest === undefined ? "" : `did you mean ${nearest}? `}the profile has ${known.join(", ")}`;
  return new UsageError(`${where}: no portfolio is named "${name}"`, hint);
}

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
