import { exchangesOn } from "../analytics/groups.js";
import { OUTLOOK_WINDOWS, type Outlook } from "../analytics/outlook.js";
import type { Outlooks } from "../analytics/outlooks.js";
import type { RunWindow } from "../analytics/run.js";
import { sourced } from "../output/formats/exact-json.js";
import type { Sourced } from "../output/text/sourced.js";
import { countedSumJson, measureJson } from "./measure-json.js";
import { unknownText } from "./outlook-unknown.js";

/** What an outlook rests on besides the positions. */
export interface OutlookInputs {
  /** Times in milliseconds. */
  readonly now: number;
  readonly staleMs: number;
  /** Ids or prefixes of ids that were typed. */
  readonly ids: readonly string[];
  /** `--archive`; undefined if it was not given. */
  readonly archive?: string | undefined;
  readonly isUnchecked: (positionId: string) => boolean;
}

/** Output of `positions outlook -o json`; its shape is that of `carry schema outlook`. */
export function outlookJson(found: Outlooks, inputs: OutlookInputs): Sourced<unknown> {
  const { outlooks, totals } = found;
  const { now, staleMs, ids, archive = null, isUnchecked } = inputs;
  return sourced({
    inputs: { ids, archive, stale: `${staleMs / 1000}s`, service_time: time(now) },
    rows: outlooks.map((outlook) => rowJson(outlook, isUnchecked(outlook.position.position_id))),
    totals: {
      positions: outlooks.length,
      states: totals.states,
      run: byWindow((window) => countedSumJson(totals.runs[window])),
      fees_estimated_exit: countedSumJson(totals.leaving),
    },
  });
}

function rowJson(outlook: Outlook, isUnchecked: boolean) {
  const { position, runs, worstWeek, leaving, eatenByBasis, state, unknown } = outlook;
  const { position_id, asset, status, opened_at, legs } = position;
  return {
    ...{ position_id, asset, status, opened_at },
    long: exchangesOn(legs, "long"),
    short: exchangesOn(legs, "short"),
    legs_checked: !isUnchecked,
    state: state ?? null,
    unknown: unknown && { code: unknown.code, text: unknownText(outlook) },
    run: byWindow((window) => ({
      ...measureJson(runs[window].perDay),
      opened_within: runs[window].openedWithin !== undefined,
    })),
    worst_week: {
      ...measureJson(worstWeek),
      independent: worstWeek.independent,
      until: worstWeek.until === undefined ? undefined : time(worstWeek.until),
    },
    fees_estimated_exit: measureJson(leaving),
    eaten_by_basis: measureJson(eatenByBasis),
  };
}

function byWindow<T>(of: (window: RunWindow) => T): Record<string, T> {
  return Object.fromEntries(OUTLOOK_WINDOWS.map((window) => [window, of(window)]));
}

function time(at: number): string {
  return new Date(at).toISOString();
}
