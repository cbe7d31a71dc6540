import type { Candidate } from "../../analytics/rotation/figures.js";
import { counted } from "../../output/text/counted.js";
import { IN_UTC, inSentence } from "../../output/text/format.js";
import { paysBackText } from "../../portfolio/rotation/book-sum.js";
import { heldLackText, notOfferedTexts } from "../../portfolio/rotation/lacks.js";
import { legsOf } from "../../portfolio/rotation/terms.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { pairText } from "../../views/position/pair.js";
import { coveredNote } from "../../views/position/run-coverage.js";
import { NOT_KNOWN, type ShownRotation } from "./words.js";

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
  const lack = heldLackText(shown.rotation);
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

/** Returns what is not offered, and what no pair takes into account. */
export function rotateNotes(shown: ShownRotation): string[] {
  return [
    ...notOfferedTexts(shown.rotation).map((text) => `not offered: ${text}`),
    `left out: ${NOT_KNOWN.join(", ")}`,
  ];
}
