/*
 * Recomputes the figures of a market minute by minute, with integers. It shares no code with
 * src/figures/engine and follows the formulas that src/figures/catalog/market.ts declares, alone.
 */
import { halfEven, known, type RawEvent } from "../funding/run-oracle.js";

const MIN = 60_000;
const HOUR = 60 * MIN;

export interface RecomputedMarket {
  readonly events: number;
  readonly rated: number;
  /** 15 decimals. */
  readonly sum: bigint | undefined;
  /** Percent with 8 decimals. */
  readonly annualised: bigint | undefined;
  readonly about: boolean;
  readonly positive: bigint | undefined;
  readonly coveredHours: number;
}

export function recomputeMarket(
  raw: readonly RawEvent[],
  range: { readonly start: number; readonly end: number },
): RecomputedMarket {
  const events = known(raw);
  const conflict = events.some((it) => it.conflict);
  const rated = events.filter((it) => it.rate !== undefined);
  const sum = rated.reduce((total, it) => total + (it.rate ?? 0n), 0n);
  const own = rated.reduce((total, it) => total + it.own, 0);
  // Every quarter of an hour of the range is asked which event is the next to settle it.
  let [covered, above] = [0, 0];
  const step = 15 * MIN;
  for (let at = range.start; at < range.end; at += step) {
    const next = rated.find((it) => it.at >= at + step && it.at - it.own <= at);
    if (next === undefined) continue;
    covered += step;
    if ((next.rate ?? 0n) > 0n) above += step;
  }
  const isKnown = !conflict && rated.length > 0;
  const enough = isKnown && rated.length >= 3 && own >= 24 * HOUR;
  const scale = 10n ** 15n;
  const yearly = () =>
    halfEven(sum * 100n * 10n ** 8n * BigInt(365 * 24 * HOUR), scale * BigInt(own));
  return {
    events: events.length,
    rated: rated.length,
    sum: isKnown ? sum : undefined,
    annualised: enough ? yearly() : undefined,
    about: enough && own < 7 * 24 * HOUR,
    positive:
      isKnown && covered > 0
        ? halfEven(BigInt(above) * 100n * 10n ** 8n, BigInt(covered))
        : undefined,
    coveredHours: covered / HOUR,
  };
}
