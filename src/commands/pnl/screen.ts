import type { Big } from "big.js";
import { DAY_MS } from "../../base/time/periods.js";
import {
  periodExit,
  periodFees,
  periodFunding,
  periodNet,
  periodPrice,
} from "../../figures/catalog/period.js";
import type { Q } from "../../figures/measure.js";
import { isByTime, type Period } from "../../figures/period/periods.js";
import type { View } from "../../output/table/column.js";
import { formatCell } from "../../output/text/format.js";
import type { Look, Section } from "../../output/text/look.js";
import type { dataFields } from "../../run/screen/answer.js";
import { clockText, headLine, headText, joinedBy } from "../../run/screen/heading.js";
import { pnlTable, type ShownPnl } from "../../run/screen/pnl-table.js";
import { type Row, renderRows } from "../../run/screen/rows.js";
import { tableView } from "../../run/screen/screen.js";
import { dayText } from "../../run/screen/why.js";

/** Returns the view of a PnL: the last row and the whole, the table, and which positions made most of it. */
export function pnlView(
  shown: ShownPnl,
  declared?: Parameters<typeof dataFields<Period>>[1],
): View<Period> {
  const around = { head: () => headOf(shown), foot: () => [footOf(shown)] };
  return tableView(pnlTable(shown.by, shown), around, declared);
}

/** Returns the last row and the whole, in a line each. */
export function headOf(shown: ShownPnl): Section[] {
  const { totals, rows, by, heading } = shown;
  const last = rows.at(-1);
  const above = heading === undefined ? [] : [headLine(heading, "")];
  const since =
    isByTime(by) && last !== undefined && rows.length > 1 ? [lineOf(last, shown, true)] : [];
  return [...above, ...since, lineOf(totals, shown, false)];
}

/** `+110 since yesterday 12:00Z   funding +52  price +67  fees -2  exit -6  14 of 15` */
function lineOf(p: Period, { now }: ShownPnl, isLast: boolean): Section {
  return {
    render(look) {
      const time = isLast ? `since ${sinceText(p.from, now, look)}` : spanText(p);
      const cost = (q: Q<Big>) =>
        headText(
          q.map((it) => it.neg()),
          "money",
        );
      const left = [
        `${headText(periodNet(p), "money")} ${time}`,
        `funding ${headText(periodFunding(p), "money")}`,
        `price ${headText(periodPrice(p), "money")}`,
        `fees ${cost(periodFees(p))}`,
        `exit ${cost(periodExit(p))}`,
      ].join("  ");
      const counted = p.counted === p.of ? "" : `${p.counted} of ${p.of}`;
      return headLine(left, counted, isLast ? "heading" : "plain").render(look);
    },
  };
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
function footOf({ totals, nameOf }: ShownPnl): Section {
  return {
    async render(look) {
      const name = ({ position }: Period["each"][number]) =>
        nameOf(position.positionId, position.asset);
      const most = totals.each.filter(({ parts }) => !parts.net_pnl.eq(0)).slice(0, NAMED);
      const pieces = most.map((it) => ({
        text: `${name(it)} ${formatCell("money", it.parts.net_pnl.toFixed(), look, true)}`,
      }));
      const told = totals.each.flatMap((it) => toldText(it, name(it), look));
      const rows: Row[] = [
        ...(pieces.length === 0 ? [] : [{ label: "most", pieces }]),
        ...(told.length === 0 ? [] : [{ label: "told", pieces: [{ text: joinedBy(told, look) }] }]),
      ];
      return rows.length === 0 ? "" : await renderRows(rows, look);
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
