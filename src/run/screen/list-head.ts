import * as group from "../../figures/catalog/group.js";
import { marginToAdd, moveOf, nearestFirst } from "../../figures/catalog/leg.js";
import { ofGroup } from "../../figures/catalog/next.js";
import { nearestAway } from "../../figures/catalog/position.js";
import { nextOf } from "../../figures/catalog/upcoming.js";
import { type Q, sum } from "../../figures/measure.js";
import { heldText } from "../../figures/next/pool.js";
import type { Group } from "../../figures/subjects.js";
import { textSection } from "../../output/table/page.js";
import type { Look, Section } from "../../output/text/look.js";
import { clockText, countedText, headLine, headText, joinedBy, rangeText } from "./heading.js";
import type { ViewName } from "./views.js";

/** Returns the heading of a view: what all its positions come to. */
export function headOf(view: ViewName, book: Group): Section[] {
  if (book.members.length === 0) return [];
  if (view === "risk") return riskHead(book);
  return [view === "next" ? nextHead(book) : bookHead(view, book)];
}

/** `54 open · next 13:00Z +1.2 · 24h +140` */
function nextHead(book: Group): Section {
  return {
    async render(look) {
      const { now } = book.inputs;
      const [time, due] = nextOf(book);
      const next =
        time === undefined
          ? "next unknown"
          : `next ${clockText(time, now, look)} ${headText(due, "money")}`;
      const day = group.next24hOf(book);
      const parts = [statusText(book), next, `24h ${headText(day, "money")}`];
      return headLine(joinedBy(parts, look), rightText(day, book, look), "heading").render(look);
    },
  };
}

/** `54 open  -959/d  -30 %/yr · net +119,476 · fees -2,765      46 of 54 · 12:05Z` */
function bookHead(view: ViewName, book: Group): Section {
  return {
    async render(look) {
      const run = group.run7dOf(book);
      const [net, paid] = [group.netPnl(book), group.feesPaid(book)];
      const now =
        run.value === null
          ? "  run unknown"
          : `  ${headText(run, "money")}/d  ${headText(group.rate7d(book), "yearly")} %/yr`;
      const isHeld = book.members.some(({ record }) => record.status !== "closed");
      const fees = paid.map((it) => it.times(-1));
      const made = [
        `net ${headText(net, "money")}`,
        ...(view === "pnl" ? partsText(book) : []),
        `fees ${headText(fees, "money")}`,
      ];
      const first = `${statusText(book)}${isHeld ? now : ""}`;
      const parts =
        view === "funding" && isHeld ? [first, ...nextWeek(book, look)] : [first, ...made];
      const right = rightText(view === "pnl" ? net : run, book, look);
      return headLine(joinedBy(parts, look), right, "heading").render(look);
    },
  };
}

/** `46 of 54 · 12:05Z` */
function rightText(sum: Q, { inputs: { now } }: Group, look: Look): string {
  return joinedBy([countedText(sum), clockText(now, now, look)], look);
}

/** `next 7d -5,980 (-9,100 … -2,900)`, `held 36 of 46` */
function nextWeek(book: Group, look: Look): string[] {
  const { next7d, low, high } = ofGroup;
  const sum = next7d(book);
  if (sum.value === null) return ["next 7d unknown"];
  const range = rangeText(low(book), high(book), look);
  const held = low(book).value === null ? "" : heldText(book.inputs.pool().record);
  return [`next 7d ${headText(sum, "money")} ${range}`, held];
}

function partsText(book: Group): string[] {
  return [
    `funding ${headText(group.fundingPnl(book), "money")}`,
    `price ${headText(group.spreadPnl(book), "money")}`,
  ];
}

/** Returns how many positions there are of each status: `54 open`, `3 open, 36 closed`. */
function statusText({ members }: Group): string {
  const count = (status: string) => members.filter(({ record }) => record.status === status).length;
  const [open, closed] = [count("open"), count("closed")];
  const others = members.length - open - closed;
  const all = [
    ...(open > 0 || closed === 0 ? [`${open} open`] : []),
    ...(closed > 0 ? [`${closed} closed`] : []),
    ...(others > 0 ? [`${others} unreadable`] : []),
  ];
  return all.join(", ");
}

/** Nearest leg, margin to add by exchange, and what is unhedged. */
function riskHead(book: Group): Section[] {
  const nearest = book.members
    .map(nearestAway)
    .filter(({ value }) => value !== null)
    .sort((a, b) => (a.value && b.value ? a.value.cmp(b.value) : 0))[0];
  const move = `${moveOf(book.inputs).toFixed()} %`;
  const add = group.marginToAddOf(book);
  const first =
    nearest === undefined
      ? "nearest unknown"
      : `nearest ${headText(nearest, "share", false).replace("%", " %")}`;
  const needs = add.value?.eq(0)
    ? `every leg survives a ${move} move`
    : `to survive a ${move} move: ${headText(add, "size", false)} more margin`;
  const unhedged = group.unhedgedNotional(book);
  const moved = unhedged.map((it) => it.times(moveOf(book.inputs)).div(100));
  return [
    {
      async render(look) {
        const right = rightText(add, book, look);
        return headLine(joinedBy([first, needs], look), right, "heading").render(look);
      },
    },
    ...byExchange(book),
    textSection(
      `${headText(unhedged, "size", false)} unhedged: a ${move} move is ∓${headText(moved, "money", false)}`,
    ),
  ];
}

/** `  binance 12.4k  hyperliquid 8.4k` */
function byExchange(book: Group): Section[] {
  const legs = nearestFirst(book.members.flatMap((p) => p.legs));
  const exchanges = [...new Set(legs.map(({ record }) => record.exchange))];
  const each = exchanges
    .map((exchange) => ({
      exchange,
      add: sum(
        legs.filter(({ record }) => record.exchange === exchange),
        marginToAdd,
        "never_negative",
      ),
    }))
    .filter(({ add }) => add.value?.gt(0) === true)
    .sort((a, b) => (b.add.value && a.add.value ? b.add.value.cmp(a.add.value) : 0));
  if (each.length === 0) return [];
  const texts = each.map(({ exchange, add }) => `${exchange} ${headText(add, "size", false)}`);
  return [textSection(`  ${texts.join("  ")}`)];
}
