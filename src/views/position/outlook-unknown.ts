import { type LackingLeg, OUTLOOK_WINDOWS, type Outlook } from "../../analytics/funding/outlook.js";
import type { Outlooks } from "../../analytics/funding/portfolio-outlook.js";
import type { RunWindow } from "../../analytics/funding/run.js";
import { OUTLOOK_STATES } from "../../analytics/funding/state-names.js";
import { HISTORY_LACKS, legNames } from "./leg-names.js";
import { coverageText } from "./run-coverage.js";

/** Why the held quantities are unknown. */
export const UNCOUNTABLE = "the status, a side or a quantity cannot be read";

/** Describes why the state of a position is unknown; undefined if it is known. */
export function unknownText(outlook: Outlook): string | undefined {
  const { unknown } = outlook;
  switch (unknown?.code) {
    case undefined:
      return undefined;
    case "closed":
      return "closed, so that nothing is held";
    case "legs_missing":
      return "no leg holds anything";
    case "unreadable":
      return UNCOUNTABLE;
    case "quantity_negative":
      return `negative quantity: ${legNames(unknown.legs)}`;
    case "market_unknown":
      return `no market id: ${legNames(unknown.legs)}`;
    case "funding_unknown":
      return unknown.legs.length > 0
        ? lackTexts(unknown.legs)
        : (runsText(outlook) ?? "too few events");
    case "month_unknown":
      return `the state needs 30d: ${runsText(outlook)}`;
  }
}

/** Describes why the state of a position, or else a run, is unknown; undefined if all are known. */
export function unknownFundingText(outlook: Outlook): string | undefined {
  return unknownText(outlook) ?? runsText(outlook);
}

/** `no settled funding: short gate; the funding history could not be fetched: long okx (market 7)` */
function lackTexts(legs: readonly LackingLeg[]): string {
  const lacks = new Set(legs.map(({ lack }) => lack));
  const texts = [...lacks].map((lack) => {
    const own = legs.filter((it) => it.lack === lack).map(({ leg }) => leg);
    const names = own.map((leg) => `${legNames([leg])} (market ${leg.market_id})`);
    return `${HISTORY_LACKS[lack]}: ${names.join(", ")}`;
  });
  return texts.join("; ");
}

/** Describes why runs are unknown, by cause; undefined if all are known. */
function runsText(outlook: Outlook): string | undefined {
  const texts = [missingText(outlook), conflictText(outlook)].filter((it) => it !== undefined);
  return texts.length === 0 ? undefined : texts.join("; ");
}

/** `settled funding of 20 of 24 events in 24h, 60 of 72 in 3d` */
function missingText({ runs }: Outlook): string | undefined {
  const texts = windowsLacking(runs, "events_missing").map((window, at) => {
    const things = at === 0 ? " events" : "";
    return `${coverageText(runs[window].perDay, things)} in ${window}`;
  });
  return texts.length === 0 ? undefined : `settled funding of ${texts.join(", ")}`;
}

/** `conflicting events of short gate in 7d, 30d` */
function conflictText({ runs }: Outlook): string | undefined {
  const windows = windowsLacking(runs, "events_conflicting");
  const legs = new Set(windows.flatMap((window) => runs[window].conflicting));
  return windows.length === 0
    ? undefined
    : `conflicting events of ${legNames([...legs])} in ${windows.join(", ")}`;
}

function windowsLacking(
  runs: Outlook["runs"],
  why: "events_missing" | "events_conflicting",
): RunWindow[] {
  return OUTLOOK_WINDOWS.filter((window) => runs[window].perDay.unknown === why);
}

/** Counts the positions in each state that has any: `1 turned, 2 costing, 12 steady`. */
export function stateCounts({ totals: { states } }: Outlooks): string {
  const counts = [
    ...OUTLOOK_STATES.map((state) => ({ name: state, count: states[state] })),
    { name: "unknown", count: states.unknown },
  ].filter(({ count }) => count > 0);
  return counts.map(({ name, count }) => `${count} ${name}`).join(", ");
}
