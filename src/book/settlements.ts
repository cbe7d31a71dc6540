import type { Position } from "../client/resources/position.js";
import type { Settlement, Settlements } from "../figures/catalog/settlement.js";
import { lifeOf, positionFunding } from "../figures/engine/funding/position-funding.js";
import type { Context } from "../run/context.js";
import { type Failure, gravestOf } from "../run/errors/kinds.js";
import { CONCURRENCY } from "../run/fetch-each.js";
import { createFilter, type Filters } from "../run/screen/position-filters.js";
import { fundingPast } from "./funding/funding-past.js";
import { allPositions } from "./positions/every-position.js";

/** Settlements of the positions that were open in a range. */
export interface FoundSettlements extends Settlements {
  /** Every position of the portfolios, for their names. */
  readonly positions: readonly Position[];
  /** Positions with a leg whose settlements are unknown, or some of which are missing. */
  readonly unknown: readonly Position[];
  readonly failure: Failure | undefined;
}

/**
 * Returns what each leg received or paid at each settlement of a range: at the size that looks have, else at
 * what an open leg holds now.
 * @param span [from, to), milliseconds since the epoch; one until now includes what settles now
 */
export async function settlementsBetween(
  context: Context,
  { from, to }: { readonly from: number; readonly to: number | undefined },
  { asset, exchange }: Filters,
): Promise<FoundSettlements> {
  const client = await context.client(CONCURRENCY);
  const listed = await allPositions(context, client);
  const portfolios = await context.portfolios();
  const now = client.serviceNow();
  const { where = () => true } = createFilter({ asset, exchange });
  const wanted = listed.positions.filter(where).flatMap((position) => {
    const life = lifeOf(position, now);
    // What settles when a position is opened is not its own, and at its closing it is.
    const [start, end] = [
      Math.max(life.start, from - 1),
      Math.min(life.end, to === undefined ? now : to - 1),
    ];
    const portfolioId = portfolios.of(position.position_id).portfolio_id ?? "";
    return start < end ? [{ position, portfolioId, start, end }] : [];
  });
  const past = await fundingPast(context, client, wanted, false);
  const { eventsOf } = past;
  const rows: Settlement[] = [];
  const unknown: Position[] = [];
  for (const { position, start, end } of wanted) {
    const sizes = past.sizesOf(position);
    const { legs } = positionFunding(position, { eventsOf, sizes, start, end });
    for (const { events } of legs) rows.push(...events.map((event) => ({ position, event })));
    const isWhole = legs.every((leg) => leg.unknown === undefined && leg.missing.length === 0);
    if (!isWhole) unknown.push(position);
  }
  rows.sort((a, b) => a.event.time - b.event.time);
  const failure = gravestOf([listed.failure, past.failure]);
  return { from, to: to ?? now, rows, unknown, positions: listed.positions, failure };
}
