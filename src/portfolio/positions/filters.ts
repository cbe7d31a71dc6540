import type { Position } from "../../client/resources/position.js";
import type { STATUSES } from "../../client/resources/words.js";
import { nearestTo } from "../../output/text/nearest.js";
import type { SettingValue } from "../../settings/table.js";

type Status = (typeof STATUSES)[number];

/** Value of `--status`. */
type Statuses = SettingValue<"status">;

/** Returns the statuses to ask the service for; undefined for all. */
export function statusesOf(wanted: Statuses | undefined): readonly Status[] | undefined {
  return wanted?.every((it) => it !== "all") === true ? wanted : undefined;
}

/** Filters of a listing. */
export interface Filters {
  readonly status?: Statuses | undefined;
  readonly asset?: readonly string[] | undefined;
  readonly exchange?: readonly string[] | undefined;
}

export interface PositionFilter {
  /** Filter for the client; undefined if nothing is filtered locally. */
  readonly where: ((position: Position) => boolean) | undefined;
  /** Explains an empty listing: the filter without a match, and similar names. */
  whyEmpty(): string;
}

/** Creates the filters that the service lacks; names are compared case-insensitively. */
export function createFilter({ status, asset, exchange }: Filters): PositionFilter {
  const statuses = statusesOf(status);
  const filters = [
    createNames("--asset", asset, (position) => [position.asset]),
    createNames("--exchange", exchange, ({ legs }) => legs.map((leg) => leg.exchange)),
  ].filter((it) => it !== undefined);
  return {
    where:
      filters.length === 0 && statuses === undefined
        ? undefined
        : (position) =>
            statuses?.some((it) => it === position.status) !== false && all(filters, position),
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
