import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import { once as lazily } from "../../base/once.js";
import { once } from "../figure.js";
import { DEFAULT_STRESS, Group, type Inputs, PositionOf } from "../subjects.js";
import { poolOfBook } from "./pool-of-book.js";

/** Returns the open positions of a status as figures see them, for rules, metrics and the report. */
export const bookOfStatus = once(({ each, criteria }: PortfolioStatus): Group => {
  const open = each.map(({ position }) => position);
  const { now, limits, historyOf, isUnchecked } = criteria;
  const inputs: Inputs = {
    ...{ now, limits, historyOf, isUnchecked, stress: DEFAULT_STRESS },
    nameOf: ({ position_id }) => position_id,
    ownerOf: () => ({ portfolio_id: null }),
    pool: lazily(() => poolOfBook(inputs, open)),
  };
  return new Group(
    inputs,
    "",
    open.map((it) => new PositionOf(inputs, it)),
  );
});
