import type { Position } from "../../src/client/resources/position.js";
import { poolOfBook } from "../../src/figures/catalog/next.js";
import type { Ignored } from "../../src/figures/engine/position/limits.js";
import { DEFAULT_STRESS, Group, type Inputs, PositionOf } from "../../src/figures/subjects.js";
import { type BookInputs, limitsIn, prepared } from "../../src/serve/library/figures.js";
import { NOW } from "./now.js";

/** Returns a book of positions as the service sends them. @param facts settled events by market; none without */
export function groupOf(
  positions: readonly object[],
  facts: Partial<BookInputs> = {},
  ignore: readonly Ignored[] = [],
): Group {
  const all = { events: new Map(), now: NOW, ...facts };
  const { positions: whole, portfolio_id, ...known } = prepared(positions as Position[], all);
  const inputs: Inputs = {
    ...{ ...known, limits: { ...limitsIn(all), ignore }, stress: DEFAULT_STRESS },
    nameOf: ({ asset, position_id }) => `${asset}.${position_id.slice(0, 4)}`,
    ownerOf: () => ({ portfolio_id }),
    pool: () => poolOfBook(inputs, whole),
  };
  return new Group(
    inputs,
    "",
    whole.map((it) => new PositionOf(inputs, it)),
  );
}
