import { DAY_MS } from "../../base/time/periods.js";
import * as period from "../../figures/catalog/period.js";
import { isByTime, type Period } from "../../figures/period/periods.js";
import { inSentence } from "../../output/text/format.js";
import type { Look, Section } from "../../output/text/look.js";
import {
  clockText,
  headLine,
  headText,
  joined,
  type Row,
  renderRows,
} from "../../run/screen/heading.js";
import { costText, moneyText } from "../../run/screen/list-head.js";
import type { ShownPnl } from "../../run/screen/pnl-table.js";
import { dayText } from "../../run/screen/why.js";

const { periodExit, periodFees, periodFunding, periodNet, periodPrice } = period;

/** Returns the last row and the whole, in a line each. */
export function headOf(shown: ShownPnl): Section[] {
  const { totals, rows, by, heading } = shown;
  const last = rows.at(-1);
  const above = heading === undefined ? [] : [headLine(heading)];
  const since =
    isByTime(by) && last !== undefined && rows.length > 1 ? [lineOf(last, shown, true)] : [];
  return [...above, ...since, lineOf(totals, shown, false)];
}

/** `+110 since yesterday 12:00Z   funding +52  price +67  fees -2  exit -6  14 of 15` */
function lineOf(p: Period, { now }: ShownPnl, isLast: boolean): Section {
  const parts = [
    moneyText("funding", periodFunding(p)),
    moneyText("price", periodPrice(p)),
    costText("fees", periodFees(p)),
    costText("exit", periodExit(p)),
  ].join("  ");
  const time = (look: Look) => (isLast ? `since ${sinceText(p.from, now, look)}` : spanText(p));
  const counted = p.counted === p.of ? "" : `${p.counted} of ${p.of}`;
  return headLine(
    (look) => `${headText(periodNet(p), "money")} ${time(look)}  ${parts}`,
    counted,
    isLast ? "heading" : "plain",
  );
}

function sinceText(from: number, now: number, look: Look): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(from / DAY_MS);
  const clock = clockText(from, from, look);
  if (days === 0) return clock;
  return `${days === 1 ? "yesterday" : dayText(from)} ${clock}`;
}

function spanText({ from, to }: Period): string {
  const days = (to - from) / DAY_MS;
  return days < 1 ? `in ${Math.max(1, Math.round(days * 24))} h` : `in ${Math.round(days)} days`;
}

/** How many positions are named at the foot. */
const NAMED = 3;

/** `most      TSLA.107d +282   PEPE.7572 -211   ARB.0ff2 +107`, and what does not count from the beginning on. */
export function footOf({ totals, nameOf }: ShownPnl): Section {
  return {
    async render(look) {
      const name = ({ position }: Period["each"][number]) =>
        nameOf(position.positionId, position.asset);
      const most = totals.each.filter(({ parts }) => !parts.net_pnl.eq(0)).slice(0, NAMED);
      const pieces = most.map((it) => ({
        text: `${name(it)} ${inSentence("money", it.parts.net_pnl.toFixed(), true)}`,
      }));
      const told = totals.each.flatMap((it) => toldText(it, name(it), look));
      const rows: Row[] = [
        ...(pieces.length === 0 ? [] : [{ label: "most", pieces }]),
        ...(told.length === 0 ? [] : [{ label: "told", pieces: [{ text: joined(...told) }] }]),
      ];
      return renderRows(rows, look);
    },
  };
}

function toldText({ told }: Period["each"][number], name: string, look: Look): string[] {
  return told.flatMap(({ what, at }, n) => {
    const day = `${dayText(at)} ${clockText(at, at, look)}`;
    switch (what) {
      case "vanished":
        return told[n + 1]?.what === "returned"
          ? []
          : [`${name} left the list by ${day}; its last figures count`];
      case "first_seen":
        return [`${name} counts from ${day} on`];
      case "unknown":
        return [`${name} unknown at ${day}`];
      default:
        return [];
    }
  });
}
