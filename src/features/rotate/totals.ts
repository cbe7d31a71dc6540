import { exchangesOn } from "../../analytics/portfolio/groups.js";
import type { Total } from "../../output/table/column.js";
import { counted } from "../../output/text/counted.js";
import { inSentence } from "../../output/text/format.js";
import { figure } from "../../views/figure-line.js";
import { textLine } from "../../views/sum-total.js";
import type { MarketLack } from "./clock.js";
import type { LegLack } from "./held.js";
import { NOT_KNOWN, type ShownRotation } from "./words.js";

/** Returns what is held, what the columns mean, and what is not offered. */
export function rotateTotals(shown: ShownRotation): Total[][] {
  const { rotation, fee } = shown;
  const some = rotation.candidates.length > 0;
  return [
    heldLine(shown),
    countLine(shown),
    ...(some
      ? [
          textLine(
            "a day:",
            "USD at the quantity held on the larger side, from 7 days of settled funding",
          ),
          textLine("±:", "standard error of the gain, by the last 30 days"),
          textLine("worst 7d:", "least funding of 7 days in a row in the last 30, USD"),
          textLine(
            "cost:",
            `entering and leaving what is not held yet, at ${fee.amount}${fee.unit} a fill`,
          ),
          textLine("markets:", "as listed; the listing is not documented"),
        ]
      : []),
    ...notOffered(shown),
    textLine("not known:", `${NOT_KNOWN.join(", ")}; settled funding is not expected funding`),
  ];
}

/** `held long okx, short bybit   a day +12.34   quantity 2.5` */
function heldLine(shown: ShownRotation): Total[] {
  const { position, balance, rotation } = shown;
  const { held } = rotation;
  const { asset, legs } = position;
  const pair = `long ${exchangesOn(legs, "long")}, short ${exchangesOn(legs, "short")}`;
  const { longQuantity: long, shortQuantity: short } = balance;
  const larger = long !== null && short !== null && long.gt(short) ? long : short;
  const quantity = larger === null ? "–" : inSentence("quantity", larger.toFixed());
  const part =
    held.value !== null && held.coveredHours !== held.wantedHours
      ? `${held.coveredHours}h of ${held.wantedHours}h`
      : undefined;
  return [
    { label: "held", kind: "text", value: `${quantity} ${asset} ${pair}` },
    figure("a day", "usd", held.value, {
      ...{ signed: true, note: part },
      missing: heldLackText(shown) ?? "",
    }),
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

function countLine({
  rotation: { candidates, uncovered, conflicting, otherUnit, held },
  top,
}: ShownRotation): Total[] {
  const rows = candidates.slice(0, top);
  const all = candidates.length + uncovered + conflicting + otherUnit;
  return [
    {
      ...{ label: "pairs", kind: "integer", value: rows.length },
      ...(rows.length < all && { note: `of ${all}` }),
    },
    ...(held.asOf === undefined
      ? []
      : [{ label: "as of", kind: "time", value: new Date(held.asOf).toISOString() } as const]),
  ];
}

const WHY: Readonly<Record<MarketLack, string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  no_mark: "no mark price",
  conflicting: "events conflict",
  uncovered: "less than 95 % of its 7 days are covered",
  held_uncovered: "with its periods, less than 95 % of what is held is covered",
};

function notOffered(shown: ShownRotation): Total[][] {
  return notOfferedTexts(shown).map((text) => textLine("not offered:", text));
}

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
