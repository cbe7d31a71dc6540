import { bookDays } from "../../analytics/funding/book-days.js";
import { nowAprOf } from "../../analytics/funding/now-apr.js";
import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { Runs } from "../../analytics/funding/shown-runs.js";
import { mayHideAClosedLeg } from "../../analytics/position/doubt.js";
import { judge } from "../../analytics/position/judge.js";
import type { Limits } from "../../analytics/position/limits.js";
import { isUnknown } from "../../analytics/position/reason.js";
import { severityOf } from "../../analytics/position/stake.js";
import { decimal, type Figure } from "../../base/decimal.js";
import type { Position } from "../../client/resources/position.js";
import { signsOf } from "../../output/table/mark.js";
import type { Section } from "../../output/table/section.js";
import { inSentence } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { type Piece, renderPieces } from "../../output/text/pieces.js";
import { sparkline } from "../../output/text/sparkline.js";
import { aprSinceOpening } from "../../views/position/performance.js";
import type { ServiceClock } from "../../views/position/position-row.js";
import { SEVERITY_TONES } from "../../views/position/reason-counts.js";
import { reasonText } from "../../views/position/reasons.js";
import { severitySign } from "../../views/position/severity-columns.js";
import { meansOf } from "../../views/position/status-head.js";

/** What an open position is judged by. */
export interface Judging {
  readonly limits: Limits;
  readonly historyOf: HistoryOf;
}

/** Returns the head of a page: funding now and its trend, PnL since opening, and what needs attention. */
export function verdictSection(
  position: Position,
  clock: ServiceClock,
  runs: Runs | undefined,
  judging: Judging | undefined,
): Section {
  return {
    async render(look) {
      const now = runs === undefined ? [] : nowPieces(position, runs, clock, judging, look);
      const lines = [now, sincePieces(position, runs)].filter(({ length }) => length > 0);
      const reasons = runs && judging ? reasonPieces(position, runs, clock, judging, look) : [];
      const all = [...lines, ...reasons.map((it) => [it])];
      const texts = await Promise.all(all.map((pieces) => renderPieces(pieces, "  ", look)));
      return texts.join("");
    },
  };
}

/** `now +11.23/day  +11.33% a year of notional (7d)  24h +10.12  30d ▁▂▃` */
function nowPieces(
  position: Position,
  runs: Runs,
  clock: ServiceClock,
  judging: Judging | undefined,
  look: Look,
): Piece[] {
  const perDay = runs["7d"].perDay.value;
  const isCosting = perDay?.lt(0) === true;
  const tone = isCosting ? ("warning" as const) : undefined;
  const apr = nowAprOf(position, runs);
  const days = judging ? bookDays([{ position, runs }], { ...judging, now: clock.now }) : [];
  const trend = sparkline(meansOf(days, 3), look);
  return [
    { text: `now ${perDay === null ? "unknown" : `${usd(perDay)}/day`}`, tone },
    ...(apr ? [{ text: `${percent(apr)} a year of notional (7d)`, tone }] : []),
    { text: `24h ${amount(runs["24h"].settled.value)}` },
    ...(trend.trim() === "" ? [] : [{ text: `30d ${trend}`, isOptional: true }]),
  ];
}

/** `since opening +1,025.21  +8.93% a year of capital  funding +1,093.13` */
function sincePieces(position: Position, runs: Runs | undefined): Piece[] {
  const { performance } = position;
  if (performance === undefined) return [];
  const { value: apr, marks } = aprSinceOpening(position, runs);
  return [
    { text: `since opening ${amount(decimal(performance.net_pnl))}` },
    ...(apr ? [{ text: `${percent(apr)}${signsOf(marks)} a year of capital` }] : []),
    { text: `funding ${amount(decimal(performance.funding_pnl))}`, isOptional: true },
  ];
}

/** `● unhedged: no short leg, 8 ETH = 29,940 USD long`, the gravest first. */
function reasonPieces(
  position: Position,
  runs: Runs,
  { now }: ServiceClock,
  { limits, historyOf }: Judging,
  look: Look,
): Piece[] {
  const criteria = { limits, historyOf, now, isUnchecked: () => mayHideAClosedLeg(position) };
  const { reasons } = judge(position, runs, criteria).concern;
  return reasons.map((reason) => {
    const severity = isUnknown(reason) ? "info" : severityOf(reason);
    const text = `${severitySign(severity, look)} ${reasonText(reason, position)}`;
    return { text, tone: SEVERITY_TONES[severity] };
  });
}

function amount(value: Figure): string {
  return value === null ? "unknown" : usd(value);
}

function usd(value: NonNullable<Figure>): string {
  return inSentence("usd", value.toFixed(), true);
}

function percent(value: NonNullable<Figure>): string {
  return inSentence("percent", value.toFixed(), true);
}
