import { createHash } from "node:crypto";
import { visible } from "../base/safe-text.js";
import { isoTime } from "../base/time/iso-time.js";
import { answer, jsonOf, own, part } from "../output/record.js";
import { formatCell } from "../output/text/format.js";
import type { AlertState, Counts, WaitingEvent } from "./state.js";

/** What is known of a position or the watch from the last round, when an event is delivered. */
export interface Detail {
  readonly asset: string;
  /** What is wrong; empty if it was found by an earlier process. */
  readonly summary: string;
  readonly severity?: string | undefined;
}

/** An event with everything that is sent of it. */
interface Told extends WaitingEvent, Detail {
  readonly id: string;
  readonly title: string;
}

/** The line of JSON that the command of `--on-alert` gets on stdin. */
export const ALERT_EVENT = answer<Told>("alert-event", [
  own(
    "event",
    ["alert", "resolved", "blind", "heartbeat", "digest"],
    "alert: a problem began; resolved: it is over; blind: no round succeeded for three intervals; heartbeat: the portfolio is watched (--heartbeat); digest: more than 100 events could not be sent one by one.",
  ),
  own(
    "id",
    "text",
    "The same however often an event is delivered, and for the end of a problem that of its beginning: from rule, position and since.",
  ),
  own(
    "rule",
    "text",
    "Reason of status, condition of --alert, name of a rule, or blind; may be empty.",
  ),
  own("position_id", "text", "Position identifier (uuid); empty for the portfolio."),
  own("asset", "text", "Asset symbol; empty for the portfolio."),
  own(
    "severity",
    "text?",
    "Severity of the reason or the rule: critical can hurt today, warning costs money, info is data; absent for a condition of --alert, and may be for what is gone.",
  ),
  own("since", "time", "Beginning of the problem (ISO 8601)."),
  own("at", "time", "Time of the round that found the event (ISO 8601)."),
  own("title", "text", "The event in a few words, without control characters."),
  own("summary", "text", "What is wrong, without control characters."),
  part("counts", "Events that a digest stands for.", ({ counts }) => counts, [
    own<Counts>("alert", "integer", "Problems that began."),
    own<Counts>("resolved", "integer", "Problems that are over."),
    own<Counts>("blind", "integer", "Times without a successful round."),
  ]),
]);

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
 * Returns the id of an event: a digest of rule, position and start of the problem. It is the same in each
 * attempt, and for the beginning and the end of a problem.
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
  const { severity } = detail;
  const told = jsonOf(ALERT_EVENT.fields, { ...event, id, asset, severity, title, summary });
  const env = {
    CARRY_EVENT: event.event,
    CARRY_ID: id,
    CARRY_RULE: visible(event.rule),
    CARRY_POSITION_ID: visible(event.position_id),
    CARRY_ASSET: asset,
    CARRY_TITLE: title,
    CARRY_SUMMARY: summary,
  };
  return { line: `${JSON.stringify(told)}\n`, title, env };
}

function titleOf({ event, rule, position_id, counts }: WaitingEvent, asset: string): string {
  const about = [asset, position_id.slice(0, 8)].filter((it) => it !== "").join(".");
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
      return event.is_gone === true ? `${span}; closed, or no longer judged` : span;
    }
    case "blind":
      return `no round succeeded since ${since}${summary === "" ? "" : `: ${summary}`}`;
    case "heartbeat":
      return `the portfolio was last fetched at ${since}; ${open === 1 ? "1 alert is" : `${open} alerts are`} open`;
    case "digest": {
      const { alert = 0, resolved = 0, blind = 0 } = event.counts ?? {};
      const unseen = blind === 0 ? "" : `, ${blind} of blind`;
      return `since ${since}: ${alert} of alert, ${resolved} of resolved${unseen}; ${open} open now`;
    }
  }
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

function shown(at: number): string {
  return formatCell("time", isoTime(at), { unicode: false, zone: "UTC" });
}
