import { groupBy } from "../collections.js";
import { type ListedMarket, marketHandles } from "./market-name.js";

/** A market with an id, and what the public listing has of it, if anything. */
export interface FoundMarket extends Partial<ListedMarket> {
  /** Name, unique among the listed markets. */
  readonly handle?: string;
  /** Whether its exchange lists several markets of its asset. */
  readonly isOneOfSeveral?: boolean;
}

/** Returns a function that finds listed markets by their ids. */
export function marketFinder(markets: readonly ListedMarket[] = []) {
  const handleOf = marketHandles(markets);
  const placeOf = ({ exchange, asset }: ListedMarket) => `${exchange} ${asset}`;
  const alike = groupBy(markets, placeOf);
  const byId = new Map(
    markets.map((it): readonly [number | undefined, FoundMarket] => {
      const isOneOfSeveral = (alike.get(placeOf(it))?.length ?? 0) > 1;
      return [it.id, { ...it, handle: handleOf(it), isOneOfSeveral }];
    }),
  );
  return (id: number | undefined): FoundMarket => byId.get(id) ?? { id };
}
