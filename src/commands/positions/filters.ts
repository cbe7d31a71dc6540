import type { Position } from "../../client/resources/position.js";
import { nearestTo } from "../../output/text/nearest.js";

/** Filters of a listing, as typed. */
export interface Filters {
  readonly status?: readonly string[];
  readonly asset?: readonly string[];
  readonly exchange?: readonly string[];
}

export interface PositionFilter {
  /** Filter for the client; undefined if nothing is filtered locally. */
  readonly where: ((position: Position) => boolean) | undefined;
  /** Explains an empty listing: the filter without a match, and similar names. */
  whyEmpty(): string;
}

/** Creates the filters that the service lacks; names are compared case-insensitively. */
export function createFilter({ status, asset, exchange }: Filters): PositionFilter {
  const statuses = status?.includes("all") === true ? undefined : status;
  const filters = [
    createNames("--asset", asset, (position) => [position.asset]),
    createNames("--exchange", exchange, ({ legs }) => legs.map((leg) => leg.exchange)),
  ].filter((it) => it !== undefined);
  return {
    where:
      filters.length === 0 && statuses === undefined
        ? undefined
        : (position) => isOneOf(position.status, statuses) && all(filters, position),
    whyEmpty() {
      const ofStatus =
        statuses === undefined ? "No positions" : `No ${statuses.join(" or ")} positions`;
      const missed = filters.filter(({ hasSeen, hasMatched }) => hasSeen() && !hasMatched());
      const reasons = missed.map(({ whyMissed }) => whyMissed());
      if (reasons.length > 0) return `${ofStatus}: ${reasons.join("; ")}.`;
      const both = filters.filter(({ hasSeen }) => hasSeen()).map(({ option }) => option);
      return both.length > 1 ? `${ofStatus} match both ${both.join(" and ")}.` : `${ofStatus}.`;
    },
  };
}

/** Leaves out a status that the interface does not have, which the client keeps. */
function isOneOf(status: string, typed: readonly string[] | undefined): boolean {
  return typed === undefined || typed.includes(status);
}

type Names = NonNullable<ReturnType<typeof createNames>>;

/** Applies every filter to every position, so that each records whether it matched any. */
function all(filters: readonly Names[], position: Position): boolean {
  let wanted = true;
  for (const { matches } of filters) if (!matches(position)) wanted = false;
  return wanted;
}

function createNames(
  option: string,
  asked: readonly string[] | undefined,
  namesOf: (position: Position) => readonly string[],
) {
  if (asked === undefined) return undefined;
  const wanted = new Set(asked.map((name) => name.toLowerCase()));
  const seen = new Set<string>();
  let matched = false;
  return {
    option,
    hasSeen: () => seen.size > 0,
    hasMatched: () => matched,
    matches(position: Position): boolean {
      let isWanted = false;
      for (const name of namesOf(position)) {
        seen.add(name);
        if (wanted.has(name.toLowerCase())) isWanted = true;
      }
      if (isWanted) matched = true;
      return isWanted;
    },
    whyMissed() {
      const known = [...seen];
      const meant = asked.map((name) => nearestTo(name, known)).filter((it) => it !== undefined);
      const hint = meant.length === 0 ? "" : ` (did you mean ${meant.join(", ")}?)`;
      return `none matches ${option} ${asked.join(", ")}${hint}`;
    },
  };
}
