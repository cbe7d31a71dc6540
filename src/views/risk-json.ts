import type { ExchangeRisk } from "../analytics/exchanges.js";
import type { Risk, Unhedged } from "../analytics/risk.js";
import type { Stressed } from "../analytics/stress.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { countedSumJson, measureJson } from "./measure-fields.js";
import { multiplesText } from "./multiples.js";
import { MARGIN_UNKNOWN, type RiskRow } from "./risk-row.js";
import { stressName, stressText } from "./risk-stress.js";
import { figuresJson } from "./totals-fields.js";

/** Inputs of a risk besides the positions, echoed in json. */
export interface RiskEcho {
  /** `--margin`, percent. */
  readonly limit: string;
  /** Times in milliseconds. */
  readonly now: number;
  readonly staleMs: number;
}

/** Output of `positions risk -o json`; its shape is that of `carry schema risk`. */
export function riskJson(
  risk: Risk,
  rows: readonly RiskRow[],
  { limit, now, staleMs }: RiskEcho,
): Sourced<unknown> {
  const { legs, unhedged, exchanges, stressed, totals, margin } = risk;
  const { gross_notional, net_notional, unhedged_notional } = figuresJson(totals.figures);
  const count = (is: (leg: (typeof legs)[number]) => boolean) => legs.filter(is).length;
  return sourced({
    inputs: {
      margin: `${limit}%`,
      stale: `${staleMs / 1000}s`,
      stress: stressed.map(({ stress }) => stressName(stress)),
      service_time: time(now),
    },
    rows: rows.map(legJson),
    unhedged: unhedged.map(unhedgedJson),
    by_exchange: exchanges.map(exchangeJson),
    stress: stressed.map(stressJson),
    totals: {
      positions: risk.positions,
      legs: legs.length,
      thin: count(({ isThin }) => isThin === true),
      unknown: count((leg) => leg.isThin === undefined && leg.unknown !== "no_leverage"),
      without_leverage: count(({ unknown }) => unknown === "no_leverage"),
      ...{ gross_notional, net_notional, unhedged_notional },
      margin: countedSumJson(margin),
      legs_unchecked: totals.unchecked,
    },
  });
}

function legJson({ risk }: RiskRow) {
  const { position, leg, unknown, isUnchecked } = risk;
  const { position_id, asset } = position;
  const { side, exchange, symbol, market_id, quantity, leverage, open_price, mark_price } = leg;
  return {
    ...{ position_id, asset, side, exchange, symbol, market_id },
    legs_checked: !isUnchecked,
    ...{ quantity, leverage, open_price, mark_price },
    mark_price_updated_at: leg.mark_price_updated_at,
    notional: measureJson(risk.notional),
    margin: measureJson(risk.margin),
    gone_at: measureJson(risk.goneAt),
    away: measureJson(risk.away),
    left: measureJson(risk.left),
    thin: risk.isThin ?? null,
    unknown: unknownJson(unknown),
  };
}

function unknownJson(code: keyof typeof MARGIN_UNKNOWN | undefined) {
  return code && { code, text: MARGIN_UNKNOWN[code].text };
}

function unhedgedJson(it: Unhedged) {
  const { position, unhedged, netQuantity, imbalance, missing } = it;
  const { position_id, asset } = position;
  return {
    ...{ position_id, asset },
    unhedged: measureJson(unhedged),
    net_quantity: netQuantity,
    imbalance: measureJson({ value: imbalance, unit: "percent" }),
    missing_side: missing ?? null,
    contracts: multiplesText(position),
    legs_checked: !it.isUnchecked,
    unknown: unknownJson(it.unknown),
  };
}

function exchangeJson(risk: ExchangeRisk) {
  const { exchange, legs, long, short, net, gross, share, margin, pricePnl } = risk;
  return {
    ...{ exchange, legs },
    long: countedSumJson(long),
    short: countedSumJson(short),
    net: countedSumJson(net),
    gross: countedSumJson(gross),
    share: measureJson(share),
    margin: countedSumJson(margin),
    spread_pnl_unrealized: countedSumJson(pricePnl),
  };
}

function stressJson(stressed: Stressed) {
  const { stress, result, held } = stressed;
  return {
    stress: stressName(stress),
    kind: stress.kind,
    text: stressText(stressed),
    [stress.kind === "down" ? "unhedged_elsewhere" : "gain"]: countedSumJson(result),
    held_there: held && countedSumJson(held),
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
