import { readable } from "../../base/safe-text.js";
import { instantOf } from "../../client/listing/record-time.js";
import { allCauses, causesOf, type Found, severity } from "../../figures/catalog/causes.js";
import * as funding from "../../figures/catalog/funding.js";
import { quantity } from "../../figures/catalog/leg.js";
import { ofPosition as next } from "../../figures/catalog/next.js";
import * as position from "../../figures/catalog/position.js";
import { CAUSES, type Cause } from "../../figures/causes.js";
import { emptySides } from "../../figures/engine/position/legs.js";
import { plus, type Q } from "../../figures/measure.js";
import { heldText } from "../../figures/next/pool.js";
import type { PositionOf } from "../../figures/subjects.js";
import { type Piece, renderPieces } from "../../output/table/page.js";
import { formatCell } from "../../output/text/format.js";
import type { Look, Section } from "../../output/text/look.js";
import { rulerFor } from "../../output/text/ruler.js";
import { counted } from "../../output/text/words.js";
import { footSection, whySection } from "./foot.js";
import {
  figureText,
  GAP,
  headText,
  joined,
  type Row,
  rangeText,
  renderRows,
  room,
  unknownText,
} from "./heading.js";
import { closedRows, legFigures, legsTable } from "./legs-of-page.js";
import { barsText, signText, toneOf } from "./position-columns.js";
import { dayText, whyOf } from "./why.js";

const { basis, basisOver, basisUsd, days, rate7d, run7d, run24h } = funding;
const { age, apr, exitFees, feesPaid, fundingPnl, long, name, netPnl } = position;
const { short, size, spreadPnl, unhedged } = position;

/** What the page of a position has besides its figures. */
export interface PageOptions {
  /** Whether the service's figures agree with carry's own; undefined where that needs further requests. */
  readonly check?: string | undefined;
  /** What can be typed next. */
  readonly more?: readonly string[] | undefined;
  /** Whether it has every cause, and everything that is known of the legs. */
  readonly isWhole?: boolean | undefined;
}

const SO_FAR = [netPnl, fundingPnl, spreadPnl, feesPaid, exitFees];
const NOW = [size, run7d, run24h, rate7d, next.next7d];

/** Figures of a page; what they rest on is told at its foot. */
export const PAGE_FIGURES = [...NOW, ...SO_FAR, apr, basis, basisUsd, unhedged];

/** Reports whether a position holds anything, so that it is paid and can be left. */
function isHeld({ record, legs }: PositionOf): boolean {
  return record.status !== "closed" && legs.length > 0;
}

/** Returns the page of a position: what it earns, made and costs to leave, then its legs, then its names. */
export function positionPage(p: PositionOf, options: PageOptions = {}): Section[] {
  const { isWhole = false } = options;
  const title = {
    async render(look: Look) {
      const head = await renderPieces(headPieces(p), GAP, look);
      return head + (await renderRows(figureRows(p, isWhole, look), look));
    },
  };
  const end = {
    async render(look: Look) {
      const rows = await renderRows(await endRows(p, options, look), look);
      const figures = isHeld(p) ? PAGE_FIGURES : SO_FAR;
      const foot = isWhole ? whySection([p], figures, name) : footSection([p], figures);
      const text = await foot.render(look);
      return text === "" ? rows : `${rows}\n${text}`;
    },
  };
  const legs = p.legs.length === 0 ? [] : [legsTable(p)];
  return [title, ...legs, ...(isWhole ? [legFigures(p)] : []), end];
}

/** `! SOL.12fd   long bybit, short okx   430 SOL, 72.2k a side   open 355 days` */
function headPieces(p: PositionOf): Piece[] {
  const gravity = severity(p);
  const called = `${signText(gravity)} ${name(p)}`.trim();
  const missing = p.record.status === "closed" ? [] : emptySides(p.record);
  const side = (word: "long" | "short", names: readonly string[]) =>
    missing.includes(word) || names.length === 0 ? `no ${word} leg` : `${word} ${names.join("+")}`;
  return [
    { text: called, tone: gravity === null ? "heading" : toneOf(gravity) },
    { text: `${side("long", long(p))}, ${side("short", short(p))}` },
    ...(p.legs.length === 0 ? [] : [{ text: sizeText(p, missing.length > 0) }]),
    { text: ageText(p) },
  ];
}

/** `430 SOL, 72.2k a side`; where the sides differ `430 against 400 SOL, 72.2k the larger`. */
function sizeText(p: PositionOf, isOneSided: boolean): string {
  const held = (sign: 1 | -1) => plus(p.legs.filter((leg) => leg.sign === sign).map(quantity));
  const text = (q: Q) => figureText(q, "quantity");
  const [one, other] = [text(held(1)), text(held(-1))];
  const worth = figureText(size(p), "size");
  const { asset } = p.record;
  if (isOneSided) return `${text(plus(p.legs.map(quantity)))} ${asset}, ${worth}`;
  if (one === other) return `${one} ${asset}, ${worth} a side`;
  return `${one} against ${other} ${asset}, ${worth} the larger`;
}

function ageText(p: PositionOf): string {
  const { status, closed_at: closed } = p.record;
  const held = age(p).map((it) => it.round(0, 0));
  const span = held.value === null ? "–" : counted(held.value.toNumber(), "day");
  if (status !== "closed") return `open ${span}`;
  const time = closed === null ? Number.NaN : instantOf(closed);
  return `closed ${Number.isNaN(time) ? "–" : dayText(time)} after ${span}`;
}

/** The rows of figures: one more is one line here. */
function figureRows(p: PositionOf, isWhole: boolean, look: Look): Row[] {
  const soFar = { label: "so far", pieces: soFarPieces(p) };
  if (!isHeld(p)) return [...whyRows(p, isWhole), soFar];
  return [
    ...whyRows(p, isWhole),
    { label: "now", pieces: nowPieces(p, look) },
    { label: "next 7d", pieces: [{ text: nextText(p) }] },
    soFar,
    { label: "hedge", pieces: hedgePieces(p) },
    { label: "leave", pieces: [{ text: leaveText(p) }] },
  ];
}

/** Returns why a position needs attention, besides what the rows of now and of the hedge say. */
function whyRows(p: PositionOf, isWhole: boolean): Row[] {
  const found = causesOf(p);
  const toned = ({ cause }: Found) => toneOf(CAUSES[cause].severity);
  if (isWhole) {
    return found.map((it, at) => {
      const { severity: gravity, help } = CAUSES[it.cause];
      const text = `${signText(gravity)} ${whyOf(p, it).text}: ${help}`;
      return { label: at === 0 ? "why" : "", pieces: [{ text, tone: toned(it) }] };
    });
  }
  const others = found.filter(({ cause }) => cause !== "costs_funding" && !OF_HEDGE.has(cause));
  const pieces = others.map((it) => ({ text: whyOf(p, it).text, tone: toned(it) }));
  return pieces.length === 0 ? [] : [{ label: "why", pieces }];
}

/** From this width on 30 days have a bar each; below, three share one. */
const WIDE = 110;

/** `-429/d  -217 %/yr (7d)   24h -434   30d ▇▇▇▇███▇▇▁▁▁   turned 24 May` */
function nowPieces(p: PositionOf, look: Look): Piece[] {
  const run = run7d(p);
  if (run.value === null) return [{ text: unknownText(run), tone: "absent" }];
  const costs = causesOf(p).find(({ cause }) => cause === "costs_funding");
  const tone = costs === undefined ? "plain" : "warning";
  const bars = barsText(days(p), (look.width ?? WIDE) >= WIDE ? 30 : 10, look);
  return [
    { text: `${money(run)}/d  ${figureText(rate7d(p), "yearly", true)} %/yr (7d)`, tone },
    { text: `24h ${money(run24h(p))}` },
    ...(bars === "" ? [] : [{ text: `30d ${bars}`, isOptional: true }]),
    ...(costs === undefined ? [] : [{ text: whyOf(p, costs).text, tone } as const]),
  ];
}

/** Returns US dollars with their sign, and as a cost below zero. */
const money = (q: Q) => figureText(q, "money", true);
const cost = (q: Q) => money(q.map((it) => it.neg()));

/** A net PnL with its fees is not annualised below. */
const LEAST_DAYS = 30;

/** `+42,909  +61 %/yr   funding +43,075   price -14   fees -76   exit -76` */
function soFarPieces(p: PositionOf): Piece[] {
  const net = netPnl(p);
  if (SO_FAR.every((of) => of(p).value === null)) {
    return [{ text: unknownText(net), tone: "absent" }];
  }
  const isLong = age(p).value?.gte(LEAST_DAYS) === true && apr(p).value !== null;
  const rate = isLong ? `  ${figureText(apr(p), "yearly", true)} %/yr` : "";
  return [
    { text: `${money(net)}${rate}` },
    { text: `funding ${money(fundingPnl(p))}` },
    { text: `price ${money(spreadPnl(p))}` },
    { text: `fees ${cost(feesPaid(p))}` },
    ...(isHeld(p) ? [{ text: `exit ${cost(exitFees(p))}` }] : []),
  ];
}

/** What a hedge lacks. */
const OF_HEDGE: ReadonlySet<Cause> = new Set(["unhedged", "imbalance", "quantity_negative"]);

/** `balanced   basis +0.06 %, usual -0.01 ± 0.08 (+50 if it returns)` */
function hedgePieces(p: PositionOf): Piece[] {
  const open = unhedged(p);
  const lack = allCauses(p).find(({ cause }) => OF_HEDGE.has(cause));
  const held =
    lack === undefined
      ? { text: open.value === null ? unknownText(open) : "balanced" }
      : {
          text: `${whyOf(p, lack).text}, ${money(open)} unhedged`,
          tone: toneOf(CAUSES[lack.cause].severity),
        };
  return emptySides(p.record).length > 0 ? [held] : [held, { text: basisText(p) }];
}

function basisText(p: PositionOf): string {
  const now = basis(p);
  if (now.value === null) return `basis ${unknownText(now)}`;
  const points = (q: Q, isSigned = false) => figureText(q, "percent", isSigned).replace("%", "");
  const { mean, sd } = basisOver(p);
  const text = `basis ${points(now, true)} %`;
  if (mean.value === null) return text;
  const back = basisUsd(p);
  const gain = back.value === null ? "" : ` (${money(back)} if it returns)`;
  return `${text}, usual ${points(mean, true)} ± ${points(sd)}${gain}`;
}

/** `-2,610 (-3,600 … -1,620) · <1 % to pay anything · held 36 of 46` */
function nextText(p: PositionOf): string {
  const sum = next.next7d(p);
  if (sum.value === null) return unknownText(sum);
  const first = `${money(sum)} ${rangeText(next.low(p), next.high(p))}`;
  const chance = next.chance(p);
  if (chance.value === null) return first;
  const likely = `${headText(chance, "chance", false)} to pay anything`;
  return joined(first, likely, heldText(p.inputs.pool().record));
}

function leaveText(p: PositionOf): string {
  const fees = exitFees(p);
  return fees.value === null
    ? unknownText(fees)
    : `${figureText(fees, "money")} of fees, now or later`;
}

async function endRows(p: PositionOf, options: PageOptions, look: Look): Promise<Row[]> {
  const { check, more = [], isWhole = false } = options;
  const { position_id: id, opened_at: opened, note } = { note: undefined, ...p.record };
  const row = (label: string, text: unknown): Row[] =>
    typeof text === "string" && text !== "" ? [{ label, pieces: [{ text }] }] : [];
  return [
    ...closedRows(p),
    ...row("check", check),
    ...row("note", isWhole ? note : await beginning(note, look)),
    ...(isWhole ? row("opened", formatCell("time", opened, look)) : []),
    ...row("id", id),
    ...(isWhole ? row("portfolio", p.inputs.ownerOf(id).portfolio_id) : []),
    ...(more.length === 0 ? [] : [{ label: "more", pieces: more.map((text) => ({ text })) }]),
  ];
}

/** Returns as much of a note as a line has room for. */
async function beginning(note: unknown, look: Look): Promise<string> {
  if (typeof note !== "string") return "";
  const text = readable(note, look);
  const limit = room(look);
  const ruler = await rulerFor([text]);
  if (ruler.width(text) <= limit) return text;
  return `${ruler.start(text, limit - 3)}…`;
}
