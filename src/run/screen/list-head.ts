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
import type { ViewName } from "../output-options.js";
import { clockText, countedText, headLine, headText, joined, rangeText } from "./heading.js";

/** Returns the heading of a view: what all its positions come to. */
export function headOf(view: ViewName, book: Group): Section[] {
  if (book.members.length === 0) return [];
  if (view === "risk") return riskHead(book);
  return [view === "next" ? nextHead(book) : bookHead(view, book)];
}

/** Returns a figure of US dollars with its sign: `funding +122,081`. */
export const moneyText = (label: string, q: Q) => `${label} ${headText(q, "money")}`;

/** Returns a cost, which is below zero: `fees -2,765`. */
export const costText = (label: string, q: Q) =>
  moneyText(
    label,
    q.map((it) => it.neg()),
  );

/** Returns what a book is paid now: `-959/d  -30 %/yr`. */
export function runText(book: Group): string {
  const run = group.run7dOf(book);
  if (run.value === null) return "run unknown";
  return `${headText(run, "money")}/d  ${headText(group.rate7d(book), "yearly")} %/yr`;
}

/** `54 open · next 13:00Z +1.2 · 24h +140` */
function nextHead(book: Group): Section {
  const { now } = book.inputs;
  const [time, due] = nextOf(book);
  const day = group.next24hOf(book);
  const next = (look: Look) =>
    time === undefined ? "next unknown" : moneyText(`next ${clockText(time, now, look)}`, due);
  return headLine(
    (look) => joined(statusText(book), next(look), moneyText("24h", day)),
    rightText(day, book),
    "heading",
  );
}

/** `54 open  -959/d  -30 %/yr · net +119,476 · fees -2,765      46 of 54 · 12:05Z` */
function bookHead(view: ViewName, book: Group): Section {
  const [run, net] = [group.run7dOf(book), group.netPnl(book)];
  const isHeld = book.members.some(({ record }) => record.status !== "closed");
  const first = isHeld ? `${statusText(book)}  ${runText(book)}` : statusText(book);
  const parts =
    view === "pnl"
      ? [moneyText("funding", group.fundingPnl(book)), moneyText("price", group.spreadPnl(book))]
      : [];
  const made = [moneyText("net", net), ...parts, costText("fees", group.feesPaid(book))];
  const more = view === "funding" && isHeld ? nextWeek(book) : made;
  return headLine(joined(first, ...more), rightText(view === "pnl" ? net : run, book), "heading");
}

/** `46 of 54 · 12:05Z` */
export function rightText(sum: Q, { inputs: { now } }: Group) {
  return (look: Look) => joined(countedText(sum), clockText(now, now, look));
}

/** `next 7d -5,980 (-9,100 … -2,900)`, `held 36 of 46` */
function nextWeek(book: Group): string[] {
  const { next7d, low, high } = ofGroup;
  const sum = next7d(book);
  if (sum.value === null) return ["next 7d unknown"];
  const held = low(book).value === null ? "" : heldText(book.inputs.pool().record);
  return [`${moneyText("next 7d", sum)} ${rangeText(low(book), high(book))}`, held];
}

/** Returns how many positions there are of each status: `54 open`, `3 open, 36 closed`. */
function statusText({ members }: Group): string {
  const count = (status: string) => members.filter(({ record }) => record.status === status).length;
  const [open, closed] = [count("open"), count("closed")];
  const others = members.length - open - closed;
  const all = [
    open > 0 || closed === 0 ? [`${open} open`] : [],
    closed > 0 ? [`${closed} closed`] : [],
    others > 0 ? [`${others} unreadable`] : [],
  ];
  return all.flat().join(", ");
}

/** Nearest leg, margin to add by exchange, and what is unhedged. */
function riskHead(book: Group): Section[] {
  const [nearest] = book.members
    .map((p) => nearestAway(p))
    .filter(({ value }) => value !== null)
    .sort((a, b) => (a.value && b.value ? a.value.cmp(b.value) : 0));
  const move = `${moveOf(book.inputs).toFixed()} %`;
  const add = group.marginToAddOf(book);
  const first = nearest ? headText(nearest, "share", false).replace("%", " %") : "unknown";
  const needs = add.value?.eq(0)
    ? `every leg survives a ${move} move`
    : `to survive a ${move} move: ${headText(add, "size", false)} more margin`;
  const unhedged = group.unhedgedNotional(book);
  const moved = unhedged.map((it) => it.times(moveOf(book.inputs)).div(100));
  return [
    headLine(joined(`nearest ${first}`, needs), rightText(add, book), "heading"),
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
    .map((exchange) => {
      const own = legs.filter(({ record }) => record.exchange === exchange);
      return { exchange, add: sum(own, marginToAdd, "never_negative") };
    })
    .filter(({ add }) => add.value?.gt(0) === true)
    .sort((a, b) => (b.add.value && a.add.value ? b.add.value.cmp(a.add.value) : 0));
  const texts = each.map(({ exchange, add }) => `${exchange} ${headText(add, "size", false)}`);
  return each.length === 0 ? [] : [textSection(`  ${texts.join("  ")}`)];
}
