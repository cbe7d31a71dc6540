import { UsageError } from "../base/usage-error.js";
import { nearestTo } from "../output/text/nearest.js";
import { namedIn } from "./named.js";
import { ALL_PORTFOLIOS, PORTFOLIO_NAME } from "./portfolio-name.js";
import { locate, lookUp, type Sources } from "./sources.js";

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
  const nameOf = new Map([...known].map(([name, id]) => [id.toLowerCase(), name]));
  const ids = (isAll ? [...known.keys()] : wanted).map((text) => {
    if (!PORTFOLIO_NAME.test(text)) return text;
    const id = known.get(text)?.toLowerCase();
    if (id === undefined) throw unknownName(where, text, [...known.keys()]);
    return id;
  });
  const each = [...new Set(ids)];
  const several = each.length > 1 && ({ isOneOfSeveral: true } as const);
  return {
    list: each.map((id) => ({
      ...{ portfolio: nameOf.get(id) ?? null, portfolio_id: id },
      ...several,
    })),
    ...{ isAll, isList: isAll || wanted.length > 1 },
  };
}

function unknownName(where: string, name: string, known: readonly string[]): UsageError {
  const nearest = nearestTo(name, known);
  const hint =
    known.length === 0
      ? `name it: carry profile set portfolios.${name} <uuid>`
      : `${nearest === undefined ? "" : `did you mean ${nearest}? `}the profile has ${known.join(", ")}`;
  return new UsageError(`${where}: no portfolio is named "${name}"`, hint);
}
