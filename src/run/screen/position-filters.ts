import { Big } from "big.js";
import { isDecimalText } from "../../base/decimal-text.js";
import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";
import type { Leg, Position } from "../../client/resources/position.js";
import type { STATUSES } from "../../client/resources/terms.js";
import type { Group, Stress } from "../../figures/subjects.js";
import { nearestTo } from "../../output/text/words.js";
import { ASSET, EXCHANGE } from "../kinds.js";
import type { OptionsData } from "../option.js";
import type { SettingValue } from "../settings/table.js";

type Status = (typeof STATUSES)[number];

type Statuses = SettingValue<"status">;

/** Returns the statuses to request; undefined for all. */
export function statusesOf(wanted: Statuses | undefined): readonly Status[] | undefined {
  return wanted?.every((it) => it !== "all") === true ? wanted : undefined;
}

/** Options of commands about positions. */
export const FILTER_OPTIONS = {
  asset: { kind: ASSET, many: "list", value: "symbol", help: "only this asset; repeatable" },
  exchange: {
    kind: EXCHANGE,
    many: "list",
    value: "name",
    help: "only positions with a leg on this exchange; repeatable",
  },
} as const satisfies OptionsData;

/** Filters of a listing. */
export interface Filters {
  readonly status?: Statuses | undefined;
  readonly asset?: readonly string[] | undefined;
  readonly exchange?: readonly string[] | undefined;
}

interface Filterable extends Pick<Position, "asset" | "status"> {
  readonly legs: readonly Pick<Leg, "exchange">[];
}

/** Creates the filters that the service lacks; names are compared case-insensitively. */
export function createFilter({ status, asset, exchange }: Filters) {
  const statuses = statusesOf(status);
  const filters = [
    createNames("--asset", asset, (position) => [position.asset]),
    createNames("--exchange", exchange, ({ legs }) => legs.map((leg) => leg.exchange)),
  ].filter((it) => it !== undefined);
  return {
    /** Filter for the client; undefined if nothing is filtered locally. */
    where:
      filters.length === 0 && statuses === undefined
        ? undefined
        : (position: Filterable) =>
            statuses?.some((it) => it === position.status) !== false && all(filters, position),
    /** Explains an empty listing: the filter without a match, and similar names. */
    whyEmpty(noun = [statuses?.join(" or ") ?? [], "positions"].flat().join(" ")) {
      const missed = filters.filter(({ hasSeen, hasMatched }) => hasSeen() && !hasMatched());
      const reasons = missed.map(({ whyMissed }) => whyMissed());
      if (reasons.length > 0) return `No ${noun}: ${reasons.join("; ")}.`;
      const both = filters.filter(({ hasSeen }) => hasSeen()).map(({ option }) => option);
      return `No ${noun}${both.length > 1 ? ` match both ${both.join(" and ")}` : ""}.`;
    },
  };
}

/** Some of the positions that were listed. */
export interface Selected<P> {
  readonly positions: readonly P[];
  /** How many were chosen, and by what; undefined for all. */
  readonly heading: string | undefined;
  /** States that there are none, and why. */
  readonly empty: string;
}

/** Returns the positions that match `--asset` and `--exchange`. @param noun such as `open positions` */
export function select<P extends Filterable>(
  listed: readonly P[],
  { asset, exchange }: Filters,
  noun = "open positions",
): Selected<P> {
  const { where, whyEmpty } = createFilter({ asset, exchange });
  const positions = where === undefined ? listed : listed.filter(where);
  const counts = { chosen: positions.length, of: listed.length };
  return {
    positions,
    heading: headingOf({ asset, exchange }, noun, counts),
    empty: whyEmpty(noun),
  };
}

/** Returns a heading such as `2 of 14 open positions: asset BTC`; undefined without a filter. */
export function headingOf(
  filters: Filters,
  noun: string,
  { chosen, of }: { readonly chosen: number; readonly of: number },
): string | undefined {
  const text = filterText(filters);
  return text === "" ? undefined : `${chosen} of ${of} ${noun}: ${text}`;
}

/** Describes filters: `asset BTC, ETH · exchange okx`. */
function filterText({ asset, exchange }: Filters): string {
  return Object.entries({ asset, exchange })
    .flatMap(([name, values]) => (values === undefined ? [] : [`${name} ${values.join(", ")}`]))
    .join(" · ");
}

type Names = NonNullable<ReturnType<typeof createNames>>;

/** Applies every filter to every position, so that each has seen all names. */
function all(filters: readonly Names[], position: Filterable): boolean {
  return filters.map(({ matches }) => matches(position)).every((it) => it);
}

function createNames(
  option: string,
  asked: readonly string[] | undefined,
  namesOf: (position: Filterable) => readonly string[],
) {
  if (asked === undefined) return undefined;
  const wanted = new Set(asked.map((name) => name.toLowerCase()));
  const isWanted = (name: string) => wanted.has(name.toLowerCase());
  const seen = new Set<string>();
  return {
    option,
    hasSeen: () => seen.size > 0,
    hasMatched: () => [...seen].some(isWanted),
    matches(position: Filterable): boolean {
      const names = namesOf(position);
      for (const name of names) seen.add(name);
      return names.some(isWanted);
    },
    whyMissed() {
      const meant = asked.map((name) => nearestTo(name, [...seen])).filter((it) => it);
      const hint = meant.length === 0 ? "" : ` (did you mean ${meant.join(", ")}?)`;
      return `none matches ${option} ${asked.join(", ")}${hint}`;
    },
  };
}

/** Largest move of a stress, percent. */
const MOST = 1000;

/** A stress: `10%`, `basis=1%` or `down=bybit`. */
export const STRESS: ValueKind<Stress> = {
  parse(text) {
    const [, kind = "price", value = ""] = /^(?:(price|basis|down)=)?(.+)$/.exec(text) ?? [];
    if (kind === "down") return { kind, exchange: value };
    const digits = /^±?([\d.]+)%?$/.exec(value)?.[1] ?? "";
    if (!isDecimalText(digits) || digits.length > 20 || Number(digits) > MOST) return undefined;
    return { kind: kind === "basis" ? "basis" : "price", percent: new Big(digits) };
  },
  allowed: "a move of prices such as 10%, basis=1% or down=<exchange>",
  choices: [
    { value: "10%", description: "every price 10 % up or down" },
    { value: "basis=1%", description: "every basis one point wider" },
    { value: "down=", description: "an exchange that cannot be traded on" },
  ],
};

/** Checks the exchange of a stress. @throws {UsageError} if nothing is held there */
export function checkStress(stress: Stress | undefined, { members }: Group): void {
  if (stress?.kind !== "down") return;
  const legs = members.flatMap((p) => p.legs.map(({ record }) => record.exchange));
  const exchanges = [...new Set(legs)].sort();
  if (exchanges.includes(stress.exchange)) return;
  throw new UsageError(
    `--stress down=${stress.exchange}: no leg is held on ${stress.exchange}`,
    exchanges.length === 0 ? undefined : `legs are held on ${exchanges.join(", ")}`,
  );
}
