import { dotOf } from "../base/safe-text.js";
import { MINUTE_MS } from "../base/time/periods.js";
import { formatCell } from "../output/text/format.js";
import type { Look } from "../output/text/look.js";
import type { Brush, Piece } from "./brush.js";
import { clockTime } from "./events.js";
import type { Round } from "./rounds.js";
import type { Outage, Schedule } from "./schedule.js";

/** Duration in milliseconds after which a round is late. */
const LATE_MS = 2_000;

/** How far the clocks may be apart without a word, milliseconds. */
const APART_MS = MINUTE_MS;

/** The round that is shown, when the next one comes, and the current time by `Clock.elapsed`, milliseconds. */
export interface RoundStatus {
  readonly round: Round;
  readonly schedule: Schedule;
  readonly now: number;
}

/** Returns the times of the figures and of the next round, longest first: `updated 12:00:00Z · next in 30s`. */
export function timeTexts({ round, schedule, now }: RoundStatus, look: Look): string[] {
  if (round.isPart) return [];
  const time = clockTime(round.at, look.zone);
  const { outage, fetching } = schedule;
  const isCalm = outage === undefined && !isLate(schedule, now);
  const next =
    fetching === undefined ? `next in ${spanUp(schedule.nextAt - now, look)}` : "refreshing";
  return [...(isCalm ? [`updated ${time}${dotOf(look)}${next}`] : []), `updated ${time}`, time];
}

/** Returns lines about figures that are not there yet, rounds that are late or have failed, and a wrong clock. */
export function troubleLines(status: RoundStatus, look: Look, brush: Brush): string[] {
  const { round, schedule, now } = status;
  return [
    ...clockLine(round, look, brush),
    ...(round.isPart
      ? [brush.line([{ text: partText(schedule, now, look), tone: "heading" }])]
      : schedule.outage !== undefined || isLate(schedule, now)
        ? [lateLine(status, look, brush)]
        : []),
  ];
}

function clockLine({ aheadMs }: Round, look: Look, brush: Brush): string[] {
  if (Math.abs(aheadMs) < APART_MS) return [];
  const far = formatCell("age", Math.abs(aheadMs), look);
  const text = `this computer's clock is ${far} ${aheadMs > 0 ? "behind" : "ahead of"} the service's, which is used`;
  return [brush.line([{ text, emphasis: "alert" }])];
}

/** `asking for the funding of 120 markets, 3s: figures that need it are unknown until then` */
function partText({ fetching }: Schedule, now: number, look: Look): string {
  const { since = now, text = "" } = fetching ?? {};
  const what = text === "" ? "more" : text;
  return `asking for ${what}, ${span(now - since, look)}: until then what needs it is unknown`;
}

function isLate({ fetching }: Schedule, now: number): boolean {
  return fetching !== undefined && now - fetching.since >= LATE_MS;
}

/** `failed 2 times: connection refused · attempt 3 in 1m · figures 1m old` */
function lateLine({ schedule, now }: RoundStatus, look: Look, brush: Brush): string {
  const { outage } = schedule;
  const failed: Piece[] =
    outage === undefined ? [] : [{ text: failureText(outage), emphasis: "alert" }];
  const next: Piece = isLate(schedule, now)
    ? { text: lateText(schedule, now, look), tone: "heading" }
    : { text: nextText(schedule, now, look) };
  const old = span(now - (schedule.since ?? now), look);
  return brush.line([...failed, next, { text: `figures ${old} old` }]);
}

function failureText({ failures, failure: { brief } }: Outage): string {
  const times = failures === 1 ? "failed" : `failed ${failures} times`;
  return brief === undefined ? times : `${times}: ${brief}`;
}

function nextText({ outage, fetching, nextAt }: Schedule, now: number, look: Look): string {
  if (fetching !== undefined) return "refreshing";
  const left = spanUp(nextAt - now, look);
  return outage === undefined ? `next in ${left}` : `attempt ${outage.failures + 1} in ${left}`;
}

/** `attempt 3: no positions yet for 12s`, `refreshing: funding of 30 markets, 5s` */
function lateText({ outage, fetching }: Schedule, now: number, look: Look): string {
  const { since = now, text = "" } = fetching ?? {};
  const waited = span(Math.round((now - since) / 1000) * 1000, look);
  if (text !== "") return `refreshing: ${text}, ${waited}`;
  return `attempt ${(outage?.failures ?? 0) + 1}: no positions yet for ${waited}`;
}

function span(ms: number, look: Look): string {
  return formatCell("age", Math.max(0, ms), look, false);
}

/** Formats a remaining time, rounded up to seconds. */
function spanUp(ms: number, look: Look): string {
  return span(Math.ceil(ms / 1000) * 1000, look);
}
