import { lastingHandle } from "../../base/names/handle.js";
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
import { sparkline } from "../../output/chart/plot.js";
import { formatCell } from "../../output/text/format.js";
import type { Look, Section } from "../../output/text/look.js";
import {
  clockText,
  countedText,
  headLine,
  headText,
  joinedBy,
  rangeText,
} from "../../run/screen/heading.js";

/** Returns the head of a status: what the book earns now, since opening and next, and what it holds. */
export function headOf(book: Group, since: Period | undefined): Section[] {
  return [
    { render: (look) => nowLine(book, look).render(look) },
    { render: (look) => nextWeekLine(book, look).render(look) },
    { render: (look) => openingLine(book).render(look) },
    { render: (look) => heldLine(book, look).render(look) },
    ...(since === undefined ? [] : [{ render: (look: Look) => sinceLine(book, since, look) }]),
  ];
}

/** `-959/d  -30 %/yr   24h -871   30d ▇▇▇▇███▇▇▆▆▁▂▃▃            46 of 54 · 12:05Z` */
function nowLine(book: Group, look: Look): Section {
  const { now } = book.inputs;
  const run = group.run7dOf(book);
  const rate = run.value === null ? [] : [`${headText(group.rate7d(book), "yearly")} %/yr`];
  const left = [
    run.value === null ? "now unknown" : `${headText(run, "money")}/d`,
    ...rate,
    ` 24h ${headText(group.run24hOf(book), "money")}`,
  ].join("  ");
  const right = joinedBy([countedText(run), clockText(now, now, look)], look);
  const room = (look.width ?? Number.POSITIVE_INFINITY) - left.length - right.length - 2;
  const bars = barsOf(book, look, room - "   30d ".length);
  return headLine(bars === "" ? left : `${left}   30d ${bars}`, right, "heading");
}

/** Numbers of bars that 30 days can be divided into, the finest first. */
const BARS = [30, 15, 10] as const;

/** Returns the funding of the last 30 days as the finest chart for which there is room. */
function barsOf(book: Group, look: Look, room: number): string {
  const count = BARS.find((it) => it <= room);
  const days = group.daysOf(book);
  if (count === undefined || days.length === 0) return "";
  const size = days.length / count;
  const means = Array.from({ length: count }, (_, at) => {
    const some = days.slice(at * size, (at + 1) * size).flatMap((it) => it?.toNumber() ?? []);
    return some.length === 0 ? null : some.reduce((sum, it) => sum + it, 0) / some.length;
  });
  return sparkline(means, look);
}

/** `next 7 days -5,980 (-9.1k … -2.9k)   last week such ranges held for 36 of 46` */
function nextWeekLine(book: Group, look: Look): Section {
  const { next7d, low, high } = ofGroup;
  const sum = next7d(book);
  if (sum.value === null) return headLine("next 7 days unknown", "");
  const range = rangeText(low(book), high(book), look, "size");
  const record = low(book).value === null ? "" : `   ${recordText(book.inputs.pool().record)}`;
  const counted = countedText(sum);
  const right = counted === countedText(group.run7dOf(book)) ? "" : counted;
  return headLine(`next 7 days ${headText(sum, "money")} ${range}${record}`, right);
}

/** `+119,476 since opening  +16 %/yr   funding +122,081  price +160  fees -2,765` */
function openingLine(book: Group): Section {
  const net = group.netPnl(book);
  if (net.value === null) return headLine("unknown since opening", "");
  const paid = group.feesPaid(book).map((it) => it.times(-1));
  const exit = group.exitFees(book).map((it) => it.times(-1));
  const apr = group.apr(book);
  const parts = [
    `${headText(net, "money")} since opening`,
    ...(apr.value === null ? [] : [`${headText(apr, "yearly")} %/yr`]),
    ` funding ${headText(group.fundingPnl(book), "money")}`,
    `price ${headText(group.spreadPnl(book), "money")}`,
    `fees ${headText(paid, "money")}`,
  ];
  const counted = countedText(net);
  const right = counted === countedText(group.run7dOf(book)) ? "" : counted;
  const whole = [...parts, `exit ${headText(exit, "money")}`].join("  ");
  return {
    render(look) {
      const { width = Number.POSITIVE_INFINITY } = look;
      const fits = (text: string) => text.length + right.length + 2 <= width;
      const text = fits(whole) ? whole : parts.join("  ");
      return headLine(text, fits(text) ? right : "").render(look);
    },
  };
}

/** `54 open · 2.75M gross · 32.7k net long · next 13:00Z +1 · 16:00Z -610` */
function heldLine(book: Group, look: Look): Section {
  const net = group.netNotional(book);
  const side = net.value === null || net.value.eq(0) ? "" : net.value.gt(0) ? " long" : " short";
  const parts = [
    `${book.members.length} open`,
    `${headText(group.grossNotional(book), "size", false)} gross`,
    `${headText(
      net.map((it) => it.abs()),
      "size",
      false,
    )} net${side}`,
    ...nextTexts(book, look),
  ];
  return headLine(joinedBy(parts, look), "");
}

/** Returns the next two times at which something settles, and what it pays at the last rates. */
function nextTexts(book: Group, look: Look): string[] {
  const { now } = book.inputs;
  const [first, due] = nextOf(book);
  if (first === undefined) return [];
  const later = book.members.flatMap((p) => nextTime(p) ?? []).filter((it) => it > first);
  const text = (time: number, pays: Q) =>
    `${clockText(time, now, look)} ${headText(pays, "money")}`;
  if (later.length === 0) return [`next ${text(first, due)}`];
  const second = Math.min(...later);
  const some = book.members.filter((p) => nextTime(p) === second);
  const paid = sum(some, (p: PositionOf) => plus([nextLong(p), nextShort(p)]));
  return [`next ${text(first, due)}`, text(second, paid)];
}

/** `since yesterday 12:00Z: net -902 · funding -871, price -31 · DOGE.f10e opened` */
async function sinceLine(book: Group, since: Period, look: Look): Promise<string> {
  const { each, from } = since;
  const net = periodNet(since);
  const counts = countedText(net);
  const made = `net ${headText(net, "money")}${counts === "" ? "" : ` (${counts})`}`;
  const [funding, price] = [periodFunding, periodPrice].map((of) => headText(of(since), "money"));
  const all = each.flatMap(({ position, told }) => {
    const word = told.find(({ what }) => what === "opened")
      ? "opened"
      : told.some(({ what }) => what === "closed" || what === "vanished")
        ? "closed"
        : undefined;
    return word === undefined
      ? []
      : [{ word, name: nameIn(book, position.positionId, position.asset) }];
  });
  const countOf = (word: string) => `${all.filter((it) => it.word === word).length} ${word}`;
  const some =
    all.length > 2
      ? [`${countOf("opened")}, ${countOf("closed")}`]
      : all.map(({ name, word }) => `${name} ${word}`);
  const text = `since ${momentText(from, book.inputs.now, look)}: ${made}`;
  return headLine(joinedBy([text, `funding ${funding}, price ${price}`, ...some], look), "").render(
    look,
  );
}

function nameIn({ members, inputs }: Group, id: string, asset: string): string {
  const found = members.find(({ record }) => record.position_id === id);
  return found === undefined
    ? lastingHandle({ position_id: id, asset })
    : inputs.nameOf(found.record);
}

/** `yesterday 16:40Z`; of another look `3d ago (06-01 12:00Z)` */
function momentText(at: number, now: number, look: Look): string {
  const isNear = Math.abs(now - SINCE_MS.ago - at) <= SINCE_MS.within;
  const isYesterday = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS) === 1;
  if (isNear && isYesterday) return `yesterday ${clockText(at, at, look)}`;
  const time = formatCell("time", isoTime(at), look).replace(/^\d{4}-/, "");
  return `${formatCell("age", now - at, look)} ago (${time})`;
}
