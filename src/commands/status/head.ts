import { lastingHandle } from "../../base/names/handle.js";
import { readable } from "../../base/safe-text.js";
import { isoTime } from "../../base/time/moment.js";
import { DAY_MS } from "../../base/time/periods.js";
import { SINCE_MS } from "../../book/looks/looks.js";
import * as group from "../../figures/catalog/group.js";
import { ofGroup } from "../../figures/catalog/next.js";
import { periodFunding, periodNet, periodPrice } from "../../figures/catalog/period.js";
import { nextLong, nextOf, nextShort, nextTime } from "../../figures/catalog/upcoming.js";
import { plus, type Q, sum } from "../../figures/measure.js";
import { recordText } from "../../figures/next/pool.js";
import type { Period } from "../../figures/period/periods.js";
import type { Group, PositionOf } from "../../figures/subjects.js";
import { formatCell } from "../../output/text/format.js";
import { createPainter, type Look, type Section } from "../../output/text/look.js";
import { causeLines } from "../../run/screen/cause-lines.js";
import {
  clockText,
  countedText,
  headLine,
  headText,
  joined,
  rangeText,
} from "../../run/screen/heading.js";
import { costText, moneyText, rightText, runText } from "../../run/screen/list-head.js";
import { barsText, shortNames, signText, toneOf } from "../../run/screen/position-columns.js";

/** Returns the head of a status: what the book earns now, since opening and next, and what it holds. */
export function headOf(book: Group, since: Period | undefined): Section[] {
  return [
    nowLine(book),
    nextWeekLine(book),
    openingLine(book),
    heldLine(book),
    ...(since === undefined ? [] : [sinceLine(book, since)]),
  ];
}

/** Numbers of bars that 30 days can be divided into, the finest first. */
const BARS = [30, 15, 10] as const;

/** `-959/d  -30 %/yr   24h -871   30d ▇▇▇▇███▇▇▆▆▁▂▃▃            46 of 54 · 12:05Z` */
function nowLine(book: Group): Section {
  const left = `${runText(book)}   ${moneyText("24h", group.run24hOf(book))}`;
  const right = rightText(group.run7dOf(book), book);
  const withBars = (look: Look) => {
    const { width = Number.POSITIVE_INFINITY } = look;
    const room = width - left.length - right(look).length - 2 - "   30d ".length;
    const count = BARS.find((it) => it <= room);
    const bars = count === undefined ? "" : barsText(group.daysOf(book), count, look);
    return bars === "" ? left : `${left}   30d ${bars}`;
  };
  return headLine(withBars, right, "heading");
}

/** Returns of how many positions a sum is known, where that differs from what is paid now. */
function otherCount(q: Q, book: Group): string {
  const counted = countedText(q);
  return counted === countedText(group.run7dOf(book)) ? "" : counted;
}

/** `next 7 days -5,980 (-9.1k … -2.9k)   last week such ranges held for 36 of 46` */
function nextWeekLine(book: Group): Section {
  const { next7d, low, high } = ofGroup;
  const sum = next7d(book);
  if (sum.value === null) return headLine("next 7 days unknown");
  const range = rangeText(low(book), high(book), "size");
  const record = low(book).value === null ? "" : `   ${recordText(book.inputs.pool().record)}`;
  return headLine(`${moneyText("next 7 days", sum)} ${range}${record}`, otherCount(sum, book));
}

/** `+119,476 since opening  +16 %/yr   funding +122,081  price +160  fees -2,765` */
function openingLine(book: Group): Section {
  const [net, apr] = [group.netPnl(book), group.apr(book)];
  if (net.value === null) return headLine("unknown since opening");
  const made = [
    `${headText(net, "money")} since opening`,
    ...(apr.value === null ? [] : [`${headText(apr, "yearly")} %/yr`]),
    ` ${moneyText("funding", group.fundingPnl(book))}`,
    moneyText("price", group.spreadPnl(book)),
    costText("fees", group.feesPaid(book)),
  ].join("  ");
  const whole = `${made}  ${costText("exit", group.exitFees(book))}`;
  const counted = otherCount(net, book);
  const fits = (text: string, { width = Number.POSITIVE_INFINITY }: Look) =>
    text.length + counted.length + 2 <= width;
  const text = (look: Look) => (fits(whole, look) ? whole : made);
  return headLine(text, (look) => (fits(text(look), look) ? counted : ""));
}

/** `54 open · 2.75M gross · 32.7k net long · next 13:00Z +1 · 16:00Z -610` */
function heldLine(book: Group): Section {
  const net = group.netNotional(book);
  const side = net.value === null || net.value.eq(0) ? "" : net.value.gt(0) ? " long" : " short";
  const size = net.map((it) => it.abs());
  const parts = [
    `${book.members.length} open`,
    `${headText(group.grossNotional(book), "size", false)} gross`,
    `${headText(size, "size", false)} net${side}`,
  ];
  return headLine((look) => joined(...parts, ...nextTexts(book, look)));
}

/** Returns the next two times at which something settles, and what it pays at the last rates. */
function nextTexts(book: Group, look: Look): string[] {
  const { now } = book.inputs;
  const [first, due] = nextOf(book);
  if (first === undefined) return [];
  const later = book.members.flatMap((p) => nextTime(p) ?? []).filter((it) => it > first);
  const next = moneyText(`next ${clockText(first, now, look)}`, due);
  if (later.length === 0) return [next];
  const second = Math.min(...later);
  const some = book.members.filter((p) => nextTime(p) === second);
  const paid = sum(some, (p: PositionOf) => plus([nextLong(p), nextShort(p)]));
  return [next, moneyText(clockText(second, now, look), paid)];
}

/** `since yesterday 12:00Z: net -902 · funding -871, price -31 · DOGE.f10e opened` */
function sinceLine(book: Group, since: Period): Section {
  const net = periodNet(since);
  const counts = countedText(net);
  const made = `${moneyText("net", net)}${counts === "" ? "" : ` (${counts})`}`;
  const parts = [
    moneyText("funding", periodFunding(since)),
    moneyText("price", periodPrice(since)),
  ].join(", ");
  return headLine((look) => {
    const text = `since ${momentText(since.from, book.inputs.now, look)}: ${made}`;
    return joined(text, parts, ...changes(book, since));
  });
}

/** Returns which positions were opened and closed since a look; of more than two how many. */
function changes({ members, inputs }: Group, { each }: Period): string[] {
  const all = each.flatMap(({ position: { positionId: id, asset }, told }) => {
    const isOpened = told.some(({ what }) => what === "opened");
    const isClosed = told.some(({ what }) => what === "closed" || what === "vanished");
    if (!isOpened && !isClosed) return [];
    const held = members.find(({ record }) => record.position_id === id);
    const name = held ? inputs.nameOf(held.record) : lastingHandle({ position_id: id, asset });
    return [{ word: isOpened ? "opened" : "closed", name }];
  });
  const countOf = (word: string) => `${all.filter((it) => it.word === word).length} ${word}`;
  return all.length > 2
    ? [`${countOf("opened")}, ${countOf("closed")}`]
    : all.map(({ name, word }) => `${name} ${word}`);
}

/** `yesterday 16:40Z`; of another look `3d ago (06-01 12:00Z)` */
function momentText(at: number, now: number, look: Look): string {
  const isNear = Math.abs(now - SINCE_MS.ago - at) <= SINCE_MS.within;
  const isYesterday = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS) === 1;
  if (isNear && isYesterday) return `yesterday ${clockText(at, at, look)}`;
  const time = formatCell("time", isoTime(at), look).replace(/^\d{4}-/, "");
  return `${formatCell("age", now - at, look)} ago (${time})`;
}

/** Returns the causes of a book, a line each with as many of its parts as there is room for. */
export function causeSection(book: Group): Section {
  const lines = causeLines(book, { nameOf: shortNames(book.members) });
  const nouns = Math.max(...lines.map(({ noun }) => noun.length));
  const worths = Math.max(...lines.map(({ worth }) => worth.length));
  return {
    async render(look) {
      const paint = await createPainter(look.color);
      const drawn = lines.map(({ gravity, count, noun, worth, who, see }) => {
        const sign = readable(`${signText(gravity)} ${String(count).padStart(2)}`, look);
        const middle = ` ${noun.padEnd(nouns)} ${worth.padStart(worths)}  `;
        const room = (look.width ?? Number.POSITIVE_INFINITY) - sign.length - middle.length;
        const parts = see === undefined ? who : [`${who.join(", ")}: ${see}`];
        const text = readable(`${middle}${partsThatFit(parts, room)}`, look).trimEnd();
        return `${paint(sign, toneOf(gravity))}${text}\n`;
      });
      return drawn.join("");
    },
  };
}

/** Joins the first parts that fit, at least one. */
function partsThatFit(parts: readonly string[], room: number): string {
  for (let count = parts.length; count > 1; count--) {
    const text = parts.slice(0, count).join(", ");
    if (text.length <= room) return text;
  }
  return (parts[0] ?? "").slice(0, Math.max(0, room));
}
