import type { Balance } from "../../analytics/position/hedge.js";
import type { Handles } from "../../base/names/handle.js";
import type { ListedMarket } from "../../base/names/listed-market.js";
import type { Position } from "../../client/resources/position.js";
import { nearestTo } from "../../output/text/nearest.js";
import type { NamedLeg } from "../../views/position/pair.js";
import type { Candidate, Rotation } from "./figures.js";

/** A position with the pairs that it could move to. */
export interface ShownRotation {
  readonly portfolio_id: string;
  readonly position: Position;
  readonly handles?: Handles;
  readonly balance: Balance;
  /** Its candidates are those on the exchanges. */
  readonly rotation: Rotation;
  readonly markets: readonly (ListedMarket & { readonly id: number })[];
  /** Number of candidates on all exchanges. */
  readonly offered: number;
  /** Exchanges of which a candidate has one; undefined for all. */
  readonly exchanges?: readonly string[] | undefined;
  /** Fee of a fill, as it was typed. */
  readonly fee: { readonly amount: string; readonly unit: string };
  /** Number of rows to show; all when omitted. */
  readonly top: number | undefined;
  /** True if a leg may be closed and could not be checked. */
  readonly isUnchecked: boolean;
  /** Time of the service, milliseconds since the epoch. */
  readonly now: number;
}

/** Returns what a candidate holds on each side. */
export function legsOf(
  { markets }: Pick<ShownRotation, "markets">,
  candidate: Pick<Candidate, "long" | "short">,
): NamedLeg[] {
  return (["long", "short"] as const).map((side) => {
    const id = candidate[side];
    const { exchange = String(id), symbol = "", asset } = markets.find((it) => it.id === id) ?? {};
    const alike = markets.filter((it) => it.exchange === exchange && it.asset === asset);
    const isOneOfSeveral = alike.length > 1;
    return { side, exchange, symbol, isOneOfSeveral };
  });
}

/** Returns the candidates with a leg on one of the exchanges, in any case of letters. */
export function candidatesOn(
  shown: Pick<ShownRotation, "markets" | "rotation">,
  exchanges: readonly string[] | undefined,
): readonly Candidate[] {
  const { candidates } = shown.rotation;
  if (exchanges === undefined) return candidates;
  const wanted = new Set(exchanges.map((name) => name.toLowerCase()));
  return candidates.filter((it) =>
    legsOf(shown, it).some(({ exchange }) => wanted.has(exchange.toLowerCase())),
  );
}

/** Says that no pair is compared, and of `--exchange` what was probably meant. */
export function whyEmpty({ exchanges = [], markets = [] }: Partial<ShownRotation> = {}): string {
  if (exchanges.length === 0) return "No other pair to compare.";
  const known = [...new Set(markets.flatMap(({ exchange }) => exchange ?? []))];
  const meant = exchanges.map((name) => nearestTo(name, known)).filter((it) => it !== undefined);
  const hint = meant.length === 0 ? "" : ` (did you mean ${meant.join(", ")}?)`;
  return `No other pair to compare: none matches --exchange ${exchanges.join(", ")}${hint}.`;
}

/** What no rotation has. */
export const NOT_KNOWN = [
  "entry basis",
  "margin",
  "slippage",
  "moving collateral",
  "how much can be traded",
] as const;
