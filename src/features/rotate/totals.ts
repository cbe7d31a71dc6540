import { counted } from "../../output/text/counted.js";
import { IN_UTC, inSentence } from "../../output/text/format.js";
import { pairText } from "../../views/position/pair.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import type { MarketLack } from "./clock.js";
import type { Candidate } from "./figures.js";
import type { LegLack } from "./held.js";
import { legsOf, NOT_KNOWN, type ShownRotation } from "./words.js";

/**
 * Returns the best pair, then what is held:
 * `best dydx/bybit: +4.64 a day more, break-even after 7.6 days`.
 */
export function verdictLines(shown: ShownRotation): string[] {
  const [best] = shown.rotation.candidates;
  return [...(best === undefined ? [] : [bestText(shown, best)]), heldText(shown)];
}

function bestText(shown: ShownRotation, best: Candidate): string {
  const pair = pairText(legsOf(shown, best), IN_UTC);
  const gain = inSentence("usd", best.gain.value?.toFixed(), true);
  return best.paysBack.value === null
    ? `best is what is held: the next, ${pair}, ${gain} a day`
    : `best ${pair}: ${gain} a day, break-even after ${paysBackText(best)}`;
}

/** `held binance/gate: +1.44 a day on 7.22 ETH · 5 of 20 pairs` */
function heldText(shown: ShownRotation): string {
  const { position, balance, rotation, offered, top } = shown;
  const { held, candidates, uncovered, conflicting, otherUnit } = rotation;
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
  const rows = candidates.slice(0, top).length;
  const { exchanges } = shown;
  const by = exchanges === undefined ? "" : `: exchange ${exchanges.join(", ")}`;
  return [
    `held ${pairText(position.legs, IN_UTC)}: ${run}${part === undefined ? "" : ` ${part}`}${quantity} ${position.asset}`,
    `${rows} of ${counted(all, "pair")}${by}`,
  ].join(" · ");
}

/** Returns the days until the gain has covered the fees: `7.6 days`, `at once`, `never`. */
export function paysBackText({ paysBack: { value } }: Candidate): string {
  if (value === null) return "never";
  if (value.eq(0)) return "at once";
  return value.gt(365) ? "> 1 year" : `${value.round(1).toFixed(1)} days`;
}

/** Returns what is not offered, and what no pair takes into account. */
export function rotateNotes(shown: ShownRotation): string[] {
  return [
    ...notOfferedTexts(shown).map((text) => `not offered: ${text}`),
    `left out: ${NOT_KNOWN.join(", ")}`,
  ];
}

const WHY_HELD: Readonly<Record<LegLack["why"], string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  conflicting: "events conflict",
  uncovered: "events are missing",
};

/** Returns why it is not known what the held legs were paid; undefined if it is. */
export function heldLackText({ rotation: { heldLacks } }: ShownRotation): string | undefined {
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
export function notOfferedTexts({ rotation }: ShownRotation): string[] {
  const { uncovered, conflicting, otherUnit, lacking } = rotation;
  return [
    ...(uncovered === 0
      ? []
      : [`${counted(uncovered, "pair")}, of which less than 95 % of 7 days are covered`]),
    ...(conflicting === 0 ? [] : [`${counted(conflicting, "pair")}, whose events conflict`]),
    ...(otherUnit === 0 ? [] : [`${counted(otherUnit, "pair")}, whose prices are of another unit`]),
    ...lacking.map(({ id, why }) => `market ${id}: ${WHY[why]}`),
  ];
}
