import { Big } from "big.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import type { MarketEvent } from "../../figures/credible/settled-event.js";
import { unitsAt } from "../../figures/engine/market/basis.js";
import type { Comparison } from "../../figures/engine/market/compare.js";
import type { Span } from "../../figures/engine/market/held.js";
import { type Held, heldOver } from "../../figures/engine/market/held.js";
import { timeEvents } from "../../figures/engine/market/rhythm.js";
import { type BySide, bySide } from "../../figures/engine/position/legs.js";
import { type FillFee, shareOf } from "../../run/share.js";

/** Notional of the larger side at entry, USD. */
const NOTIONAL = new Big(10_000);
const ONE = new Big(1);

/** Returns what holding a hedge over the periods of a comparison would have made. @param events those compared */
export function heldIn(
  { periods, period }: Comparison,
  events: BySide<readonly MarketEvent[]>,
  { markets, fees }: { readonly markets: BySide<NamedMarket>; readonly fees: BySide<FillFee> },
): Held {
  const span = spanOf(periods, period);
  const units = span && unitsAt(events, markets, span.to);
  return heldOver(
    bySide((side) => timeEvents(events[side])),
    span,
    {
      notional: NOTIONAL,
      multiple: bySide((side) => units?.find((it) => it.side === side)?.factor ?? ONE),
      fee: bySide((side) => shareOf(fees[side].share)),
    },
  );
}

function spanOf(periods: Comparison["periods"], period = 0): Span | undefined {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: first.end - period, to: last.end };
}
