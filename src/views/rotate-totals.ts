import { exchangesOn } from "../analytics/groups.js";
import type { MarketLack } from "../analytics/rotate.js";
import type { Total } from "../output/table/column.js";
import { type FormatContext, formatCell } from "../output/text/format.js";
import { figure } from "./figure-line.js";
import { NOT_KNOWN, type ShownRotation } from "./shown-rotation.js";

const IN_UTC: FormatContext = { unicode: true, zone: "UTC" };

/** Returns what is held, what the columns mean, and what is not offered. */
export function rotateTotals(shown: ShownRotation): Total[][] {
  const { rotation, fee } = shown;
  const some = rotation.candidates.length > 0;
  return [
    heldLine(shown),
    countLine(shown),
    ...(some
      ? [
          said(
            "a day:",
            "USD at the quantity held on the larger side, from 7 days of settled funding",
          ),
          said(
            "cost:",
            `entering and leaving what is not held yet, at ${fee.amount}${fee.unit} a fill`,
          ),
          said("markets:", "as listed; the listing is not documented"),
        ]
      : []),
    ...notOffered(shown),
    said("not known:", `${NOT_KNOWN.join(", ")}; settled funding is not expected funding`),
  ];
}

/** `held long okx, short bybit   a day +12.34   quantity 2.5` */
function heldLine({ position, balance, held }: ShownRotation): Total[] {
  const { asset, legs } = position;
  const pair = `long ${exchangesOn(legs, "long")}, short ${exchangesOn(legs, "short")}`;
  const { longQuantity: long, shortQuantity: short } = balance;
  const larger = long !== null && short !== null && long.gt(short) ? long : short;
  const quantity = larger === null ? "–" : formatCell("quantity", larger.toFixed(), IN_UTC);
  const part =
    held.value !== null && held.coveredHours !== held.wantedHours
      ? `${held.coveredHours}h of ${held.wantedHours}h`
      : undefined;
  const events = held.of === undefined ? "too few events" : `${held.counted} of ${held.of} events`;
  return [
    { label: "held", kind: "text", value: `${quantity} ${asset} ${pair}` },
    figure("a day", "usd", held.value, { signed: true, note: part, missing: events }),
  ];
}

function countLine({
  rotation: { candidates, uncovered, otherUnit },
  top,
}: ShownRotation): Total[] {
  const rows = candidates.slice(0, top);
  const [first] = rows;
  const all = candidates.length + uncovered + otherUnit;
  return [
    {
      ...{ label: "pairs", kind: "integer", value: rows.length },
      ...(rows.length < all && { note: `of ${all}` }),
    },
    ...(first?.run.asOf === undefined
      ? []
      : [{ label: "as of", kind: "time", value: new Date(first.run.asOf).toISOString() } as const]),
  ];
}

const WHY: Readonly<Record<MarketLack, string>> = {
  no_history: "no settled funding could be fetched",
  too_few_events: "too few settled events",
  no_mark: "no mark price",
};

function notOffered(shown: ShownRotation): Total[][] {
  return notOfferedTexts(shown).map((text) => said("not offered:", text));
}

/** Returns what is not offered, and why. */
export function notOfferedTexts({ rotation }: ShownRotation): string[] {
  const { uncovered, otherUnit, lacking } = rotation;
  const pairs = (count: number) => (count === 1 ? "1 pair" : `${count} pairs`);
  return [
    ...(uncovered === 0
      ? []
      : [`${pairs(uncovered)}, of which less than 95 % of 7 days are covered`]),
    ...(otherUnit === 0 ? [] : [`${pairs(otherUnit)}, whose prices are of another unit`]),
    ...lacking.map(({ id, why }) => `market ${id}: ${WHY[why]}`),
  ];
}

function said(label: string, value: string): Total[] {
  return [{ label, kind: "text", value }];
}
