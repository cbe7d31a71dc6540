import { exchangesOn } from "../analytics/groups.js";
import type { Candidate } from "../analytics/rotate.js";
import type { ListedMarket } from "../base/listed-market.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { measureJson } from "./measure-fields.js";
import { NOT_KNOWN, type ShownRotation } from "./shown-rotation.js";

/** Output of `positions rotate -o json`; its shape is that of `carry schema rotate`. */
export function rotateJson(shown: ShownRotation): Sourced<unknown> {
  const { position, balance, rotation, markets, fee, top, isUnchecked, now } = shown;
  const byId = new Map(markets.map((market) => [market.id, market]));
  const { position_id, asset, legs } = position;
  const rows = rotation.candidates.slice(0, top);
  return sourced({
    inputs: {
      ...{ position_id, fee: `${fee.amount}${fee.unit}`, top: top ?? null },
      service_time: new Date(now).toISOString(),
    },
    held: {
      asset,
      long: exchangesOn(legs, "long"),
      short: exchangesOn(legs, "short"),
      long_quantity: balance.longQuantity,
      short_quantity: balance.shortQuantity,
      legs_checked: !isUnchecked,
      run: measureJson(rotation.held),
      unknown: rotation.heldLacks.map(
        ({ leg: { side, exchange, market_id }, why, counted, of }) => ({
          ...{ side, exchange, market_id, why, counted, of },
        }),
      ),
    },
    rows: rows.map((row) => rowJson(row, (id) => byId.get(id))),
    totals: {
      rows: rows.length,
      offered: rotation.candidates.length,
      not_offered: {
        uncovered: rotation.uncovered,
        other_unit: rotation.otherUnit,
        conflicting: rotation.conflicting,
        markets: rotation.lacking.map(({ id, why }) => ({ market_id: id, why })),
      },
    },
    not_known: NOT_KNOWN,
  });
}

function rowJson(row: Candidate, marketOf: (id: number) => ListedMarket | undefined) {
  const market = (id: number) => {
    const { exchange = null, symbol = null } = marketOf(id) ?? {};
    return { market_id: id, exchange, symbol };
  };
  return {
    long: market(row.long),
    short: market(row.short),
    keeps: row.keeps,
    run: measureJson(row.run),
    held: measureJson(row.held),
    gain: measureJson(row.gain),
    cost: measureJson(row.cost),
    pays_back: measureJson(row.paysBack),
    never: row.paysBack.value === null,
  };
}
