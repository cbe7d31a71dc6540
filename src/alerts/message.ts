import { createHash } from "node:crypto";
import { visible } from "../base/safe-text.js";
import { formatCell } from "../output/text/format.js";
import type { AlertState, WaitingEvent } from "./state.js";

/** What is known of a position or the watch when an event is delivered, from the last round. */
export interface Detail {
  readonly asset: string;
  /** What is wrong; empty if it was found by an earlier process. */
  readonly summary: string;
  readonly severity?: string | undefined;
}

/** An event as the command of `--on-alert` gets it. */
export interface Message {
  /** One line of JSON with its line feed. */
  readonly line: string;
  readonly title: string;
  /** Variables beginning with `CARRY_`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Maximum number of characters of a text that the service can make long. */
const MOST_CHARACTERS = 500;

/**
 * Returns the id of an event's problem, the same however often it is delivered: a digest of rule, position
 * and start. The end of a problem has the id of its beginning.
 */
function idOf({ rule, position_id, since }: WaitingEvent): string {
  const text = JSON.stringify([rule, position_id, since]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Returns an event as a message. @param redact removes secrets, which a service may repeat */
export function messageOf(
  event: WaitingEvent,
  detail: Detail,
  state: AlertState,
  redact: (text: string) => string,
): Message {
  const safe = (text: string) => shortened(visible(redact(text)));
  const asset = safe(detail.asset);
  const title = safe(titleOf(event, asset));
  const summary = safe(summaryOf(event, detail, state));
  const id = idOf(event);
  const fields = {
    event: event.event,
    id,
    rule: event.rule,
    position_id: event.position_id,
    asset,
    ...(detail.severity !== undefined && { severity: detail.severity }),
    since: timeOf(event.since),
    at: timeOf(event.at),
    title,
    summary,
    ...(event.counts !== undefined && { counts: event.counts }),
  };
  const env = {
    CARRY_EVENT: event.event,
    CARRY_ID: id,
    CARRY_RULE: visible(event.rule),
    CARRY_POSITION_ID: visible(event.position_id),
    CARRY_ASSET: asset,
    CARRY_TITLE: title,
    CARRY_SUMMARY: summary,
  };
  return { line: `${JSON.stringify(fields)}\n`, title, env };
}

function titleOf({ event, rule, position_id, counts }: WaitingEvent, asset: string): string {
  const about = [asset, position_id.slice(0, 8)].filter((it) => it !== "").join(" ");
  switch (event) {
    case "alert":
      return about === "" ? rule : `${about}: ${rule}`;
    case "resolved":
      if (rule === "blind" && about === "") return "carry sees the portfolio again";
      return `resolved: ${about === "" ? rule : `${about}: ${rule}`}`;
    case "blind":
      return "carry does not see the portfolio";
    case "heartbeat":
      return "carry watches";
    case "digest":
      return `${(counts?.alert ?? 0) + (counts?.resolved ?? 0) + (counts?.blind ?? 0)} events were not delivered`;
  }
}

function summaryOf(event: WaitingEvent, { summary }: Detail, state: AlertState): string {
  const since = shown(event.since);
  const open = state.problems.filter((it) => it.is_open).length;
  switch (event.event) {
    case "alert":
      return summary === "" ? `since ${since}` : summary;
    case "resolved": {
      const span = `from ${since} to ${shown(event.at)}`;
      return event.is_gone === true ? `${span}; it is closed or no longer judged` : span;
    }
    case "blind":
      return `no round succeeded since ${since}${summary === "" ? "" : `: ${summary}`}`;
    case "heartbeat":
      return `the portfolio was read at ${since}; ${open === 1 ? "1 alert is" : `${open} alerts are`} open`;
    case "digest": {
      const { alert = 0, resolved = 0 } = event.counts ?? {};
      return `since ${since}: ${alert} of alert, ${resolved} of resolved; ${open} open now`;
    }
  }
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

function shown(at: number): string {
  return formatCell("time", timeOf(at), { unicode: false, zone: "UTC" });
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
