import { dotOf } from "../../base/safe-text.js";
import { formatCell } from "../../output/text/format.js";
import type { Look } from "../../output/text/look.js";
import { clockTime } from "../clock-time.js";
import type { Attempt, RoundProgress } from "../progress.js";
import type { WatchState } from "../state.js";
import type { Brush, Piece } from "./brush.js";

/** Duration in milliseconds after which a round is late. */
export const LATE_MS = 2_000;

/**
 * Returns the times of the figures and the next round, longest first: `updated 12:00:00Z · next in 30s`.
 * @param now current time by `Clock.elapsed`, milliseconds
 */
export function stateTexts(state: WatchState, now: number, look: Look): string[] {
  const time = clockTime(state.round.at, look.zone);
  const next = isCalm(state, now)
    ? [`updated ${time}${dotOf(look)}${nextText(state, now, look)}`]
    : [];
  return [...next, `updated ${time}`, time];
}

/** Reports whether rounds come as they should. */
function isCalm(state: WatchState, now: number): boolean {
  return !state.paused && state.failures === 0 && !isLate(state, now);
}

/** Returns a line, as long as fits, about rounds that are paused, late or have failed; else none. */
export function troubleLines(state: WatchState, now: number, look: Look, brush: Brush): string[] {
  const { paused, round } = state;
  if (isCalm(state, now)) return [];
  const time = clockTime(round.at, look.zone);
  const next = nextText(state, now, look);
  const old = `${span(now - state.since, look)} old`;
  const way = (failed: string, figures: string): Piece[] =>
    [
      { text: paused ? "paused" : "", tone: "heading" as const },
      { text: failed, emphasis: "alert" as const },
      { text: figures },
      { text: next, tone: isLate(state, now) ? ("heading" as const) : ("plain" as const) },
    ].filter(({ text }) => text !== "");
  const [whole = "", ...shorter] = failureTexts(state);
  const line = brush.firstThatFits([
    way(whole, `figures of ${time}, ${old}`),
    ...[whole, ...shorter].map((failed) => way(failed, old)),
  ]);
  return [line];
}

function isLate({ fetching }: WatchState, now: number): boolean {
  return fetching !== undefined && now - fetching.since >= LATE_MS;
}

/** Returns how many rounds failed and why, in several lengths, longest first. */
function failureTexts({ failures, failure, fetching }: WatchState): string[] {
  if (failures === 0) return [""];
  const times = failures === 1 ? "failed" : `failed ${failures} times`;
  const why = failure?.brief === undefined ? "" : `: ${failure.brief}`;
  // While the next attempt runs, its progress is more important than the reason.
  return fetching === undefined ? [times + why, `failed${why}`, "failed"] : [times, "failed"];
}

/** Describes the current or the next round; empty while paused. */
function nextText(state: WatchState, now: number, look: Look): string {
  const { fetching, failures, paused, asked, nextAt } = state;
  if (fetching !== undefined) {
    return isLate(state, now) ? lateText(fetching, failures, now, look) : "refreshing";
  }
  if (paused && !asked) return "";
  const left = spanUp(nextAt - now, look);
  return failures > 0 ? `attempt ${failures + 1} in ${left}` : `next in ${left}`;
}

/** Describes the current attempt and what it waits for. */
function lateText(round: RoundProgress, failures: number, now: number, look: Look): string {
  const waiting = round.waiting();
  const progressText = `refreshing${round.soFar === "" ? "" : `: ${round.soFar} so far`}`;
  if (waiting === undefined) return progressText;
  const attempt = attemptName(waiting.attempt, failures);
  if (waiting.for === "retry") {
    return `${waiting.brief}, ${attempt} in ${spanUp(waiting.until - now, look)}`;
  }
  const waited = now - waiting.since;
  if (waited < LATE_MS && round.soFar !== "") return progressText;
  return `${attempt}: no answer yet for ${span(Math.round(waited / 1000) * 1000, look)}`;
}

/** Names an attempt; without retries within a round, each round is one. */
function attemptName({ number, of }: Attempt, failures: number): string {
  return of > 1 ? `attempt ${number} of ${of}` : `attempt ${failures + 1}`;
}

function span(ms: number, look: Look): string {
  return formatCell("age", Math.max(0, ms), look, false);
}

/** Formats a remaining time, rounded up to seconds. */
function spanUp(ms: number, look: Look): string {
  return span(Math.ceil(ms / 1000) * 1000, look);
}
