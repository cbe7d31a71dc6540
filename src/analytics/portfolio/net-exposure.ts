import { Big } from "big.js";
import { type Figure, largestOrUnknownFirst, sumOf } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Position } from "../../client/resources/position.js";
import { UNREADABLE_TEXT } from "../../client/validate/stand-in.js";
import { balanceOf } from "../position/hedge.js";
import { type Freshness, oldestMark, restsOnStaleMark } from "../position/mark.js";
import { aboutGrossOf } from "../position/position-figures.js";
import { type CountedSum, sumOver } from "../sum.js";

/** The positions of an asset with a net quantity on one side. */
export interface NetSide {
  readonly positions: readonly Position[];
  /** Sum of their net quantities, 0 or more, in units of the asset. */
  readonly quantity: Big;
  /** Sum of these at their mark prices, USD. */
  readonly usd: Big;
}

/** What the positions of an asset leave unhedged together. */
export interface NetExposure {
  readonly asset: string;
  readonly long: NetSide;
  readonly short: NetSide;
  /** Long minus short. */
  readonly netQuantity: Big;
  /** The same at the mean mark of the larger side, USD, over the positions where it is known. */
  readonly unhedged: CountedSum;
}

/**
 * Nets the unhedged amounts of positions, of one or several portfolios, by asset: unknown ones first, then
 * the largest. Positions with a net quantity of exactly 0 are in none.
 */
export function netExposures(
  positions: readonly Position[],
  clock: Freshness,
  isUnchecked: (positionId: string) => boolean,
): NetExposure[] {
  const byAsset = new Map<string, Unhedged[]>();
  for (const position of positions) {
    const { netQuantity, unhedged } = balanceOf(position);
    if (netQuantity?.eq(0) === true) continue;
    const { asset, position_id: id } = position;
    const key = isReadable(asset) ? asset : `${asset} ${id}`; // which may stand for several assets
    const others = byAsset.get(key) ?? [];
    byAsset.set(key, others);
    others.push({ position, netQuantity, unhedged });
  }
  return [...byAsset.values()]
    .map((all) => exposureOf(all, clock, isUnchecked))
    .sort((a, b) => largestOrUnknownFirst(size(a), size(b)));
}

/** Reports whether an asset has a name, so that positions of that name are of one asset. */
export function isReadable(asset: string): boolean {
  return asset !== "" && asset !== UNREADABLE_TEXT;
}

/** Returns a sum of unhedged amounts with the positions of each asset netted. */
export function nettedSum(sum: CountedSum, exposures: readonly NetExposure[]): CountedSum {
  if (sum.value === null) return sum;
  const mayOffset = exposures.some(({ unhedged: { counted, of } }) => counted > 0 && counted < of);
  return {
    ...sum,
    value: sumOf(exposures.flatMap((it) => size(it) ?? [])),
    bound: mayOffset ? undefined : sum.bound, // what is unknown of an asset may offset what is known
  };
}

interface Unhedged {
  readonly position: Position;
  readonly netQuantity: Figure;
  readonly unhedged: Figure;
}

interface Known extends Unhedged {
  /** Neither is zero. */
  readonly netQuantity: Big;
  readonly unhedged: Big;
}

function isKnown(it: Unhedged): it is Known {
  return it.netQuantity !== null && it.unhedged !== null;
}

function size({ unhedged: { value } }: NetExposure): Figure {
  return value?.abs() ?? null;
}

function exposureOf(
  all: readonly Unhedged[],
  clock: Freshness,
  isUnchecked: (positionId: string) => boolean,
): NetExposure {
  const known = all.filter(isKnown);
  const [long, short] = [sideOf(known, 1), sideOf(known, -1)];
  const netQuantity = long.quantity.minus(short.quantity);
  const larger = netQuantity.gt(0) ? long : short;
  const isOneSided = long.quantity.eq(0) || short.quantity.eq(0);
  const sum = sumOver(all, ({ position, unhedged }) => ({
    value: unhedged,
    gross: aboutGrossOf(position),
    isStale: restsOnStaleMark(position, clock),
    at: oldestMark(position),
    isUnchecked: isUnchecked(position.position_id),
  }));
  return {
    asset: all[0]?.position.asset ?? "",
    ...{ long, short, netQuantity },
    unhedged: { ...sum, value: isOneSided ? sum.value : atMeanMark(netQuantity, larger) },
  };
}

/** Returns net quantity × (Σ USD ÷ Σ quantity of the larger side). */
function atMeanMark(netQuantity: Big, { usd, quantity }: NetSide): Big {
  return netQuantity.eq(0) ? netQuantity : ratioOf(netQuantity.times(usd), quantity);
}

function sideOf(known: readonly Known[], sign: 1 | -1): NetSide {
  const side = known.filter(({ netQuantity }) => netQuantity.s === sign);
  const sum = (key: "netQuantity" | "unhedged") =>
    side.reduce((total, it) => total.plus(it[key].abs()), new Big(0));
  return {
    positions: side.map(({ position }) => position),
    ...{ quantity: sum("netQuantity"), usd: sum("unhedged") },
  };
}
