import type { Measure } from "../../analytics/measure.js";
import { DAY_MS } from "../../base/time/periods.js";
import { counted } from "../../output/text/counted.js";
import { IN_UTC, inSentence } from "../../output/text/format.js";
import { duration } from "../../views/duration.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { pairText } from "../../views/position/pair.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import type { MarketLack } from "./clock.js";
import type { Candidate, Rotation } from "./figures.js";
import type { LegLack } from "./held.js";
import { legsOf, NOT_KNOWN, type ShownRotation } from "./words.js";

/** Returns the best pair, then what is held: `best dydx/bybit: +4.64 a day, back in 7.6 days`. */
export function verdictLines(shown: ShownRotation): string[] {
  const [best] = shown.rotation.candidates;
  return [...(best === undefined ? [] : [bestText(shown, best)]), heldText(shown)];
}

function bestText(shown: ShownRotation, best: Candidate): string {
  const pair = pairText(legsOf(marketFinder(shown.markets), best), IN_UTC);
  const gain = inSentence("usd", best.gain.value?.toFixed(), true);
  if (best.never) return `best is what is held: the next, ${pair}, ${gain} a day`;
  const back = paysBackText(best.paysBack);
  return `best ${pair}: ${gain} a day, ${back === undefined ? "fees unknown" : `back ${back}`}`;
}

/** `held binance/gate: +1.44 a day on 7.22 ETH · 5 of 20 pairs` */
function heldText(shown: ShownRotation): string {
  const { position, balance, rotation, exchanges, minGain } = shown;
  const { held, candidates, offered, uncovered, conflicting, otherUnit } = rotation;
  const { longQuantity: long, shortQuantity: short } = balance;
  const larger = long !== null && short !== null && long.gt(short) ? long : short;
  const quantity = larger === null ? "" : ` on ${inSentence("quantity", larger.toFixed())}`;
  const lack = heldLackText(shown);
  const run =
    lack === undefined
      ? `${inSentence("usd", held.value?.toFixed(), true)} a day`
      : `unknown: ${lack}`;
  const part = coveredNote(held);
  const all = offered + uncovered + conflicting + otherUnit;
  const by = [
    ...(exchanges === undefined ? [] : [`exchange ${exchanges.join(", ")}`]),
    ...(minGain === undefined ? [] : [`gain ${minGain} a day or more`]),
  ];
  return [
    `held ${pairText(position.legs, IN_UTC)}: ${run}${part === undefined ? "" : ` ${part}`}${quantity} ${position.asset}`,
    `${candidates.length} of ${counted(all, "pair")}${by.length === 0 ? "" : `: ${by.join(" · ")}`}`,
  ].join(" · ");
}

/** Returns when the gain has covered the fees: `in 7.6 days`, `in 4h`, `at once`; undefined if unknown. */
export function paysBackText({ value }: Measure): string | undefined {
  if (value === null) return undefined;
  if (value.eq(0)) return "at once";
  if (value.gt(365)) return "in > 1 year";
  return `in ${value.lt(1) ? duration(value.times(DAY_MS).toNumber()) : `${value.toFixed(1)} days`}`;
}

/** Returns what is not offered, and what no pair takes into account. */
export function rotateNotes(shown: ShownRotation): string[] {
  return [
    ...notOfferedTexts(shown.rotation).map((text) => `not offered: ${text}`),
    `left out: ${NOT_KNOWN.join(", ")}`,
  ];
}

const WHY_HELD: Readonly<Record<LegLack["why"], string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  conflicting: "events conflict",
  uncovered: "events are missing",
};

/** Returns why the funding of the held legs is unknown; undefined if it is known. */
export function heldLackText({
  rotation: { heldLacks },
}: Pick<ShownRotation, "rotation">): string | undefined {
  if (heldLacks.length === 0) return undefined;
  const texts = heldLacks.map(({ leg: { side, exchange, market_id: id }, why, counted, of }) => {
    const events = why === "uncovered" ? `${counted} of ${of} events` : WHY_HELD[why];
    return `${side} ${exchange} (market ${id}): ${events}`;
  });
  return texts.join(", ");
}

const WHY: Readonly<Record<MarketLack, string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  no_mark: "no mark price",
  conflicting: "events conflict",
  uncovered: "less than 95 % of its 7 days are covered",
  held_uncovered: "with its periods, less than 95 % of what is held is covered",
};

/** Returns what is not offered, and why. */
export function notOfferedTexts({
  uncovered,
  conflicting,
  otherUnit,
  lacking,
}: Rotation): string[] {
  return [
    ...(uncovered === 0
      ? []
      : [`${counted(uncovered, "pair")}, of which less than 95 % of 7 days are covered`]),
    ...(conflicting === 0 ? [] : [`${counted(conflicting, "pair")}, whose events conflict`]),
    ...(otherUnit === 0 ? [] : [`${counted(otherUnit, "pair")}, whose prices are of another unit`]),
    ...lacking.map(({ id, why }) => `market ${id}: ${WHY[why]}`),
  ];
}
