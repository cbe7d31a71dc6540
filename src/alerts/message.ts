import { visible } from "../base/safe-text.js";
import { isoTime } from "../base/time/moment.js";
import { answer, jsonOf, own } from "../output/record.js";
import { formatCell } from "../output/text/format.js";
import type { WaitingEvent } from "./book.js";

/** What is known of a position or the watch from the last round, when an event is delivered. */
export interface Detail {
  readonly asset: string;
  /** What is wrong; empty if it was found by an earlier process. */
  readonly summary: string;
  readonly severity?: string | undefined;
}

/** The line of JSON that the command of `--on-alert` gets on stdin. */
export const ALERT_EVENT = answer<WaitingEvent & Detail>("alert-event", [
  own(
    "event",
    ["alert", "resolved", "blind"],
    "alert: a problem began; resolved: it is over; blind: three rounds failed in a row.",
  ),
  own("rule", "text", "Reason of status, name of a rule, or blind."),
  own("position_id", "text", "Position identifier (uuid); empty for the portfolio."),
  own("asset", "text", "Asset symbol; empty for the portfolio."),
  own(
    "severity",
    "text?",
    "Severity of the reason or the rule: critical can hurt today, warning costs money, info is data; may be absent for what is gone.",
  ),
  own("since", "time", "Beginning of the problem (ISO 8601)."),
  own("at", "time", "Time of the round that found the event (ISO 8601)."),
  own("summary", "text", "What happened, in one line without control characters."),
]);

/** An event as the command of `--on-alert` gets it. */
export interface Message {
  /** One line of JSON with its line feed. */
  readonly line: string;
  /** The event in a few words. */
  readonly title: string;
  /** Variables beginning with `CARRY_`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Maximum number of characters of a text that the service can make long. */
const MOST_CHARACTERS = 500;

/** Returns an event as a message. @param redact removes secrets, which a service may repeat */
export function messageOf(
  event: WaitingEvent,
  detail: Detail,
  redact: (text: string) => string,
): Message {
  const safe = (text: string) => shortened(visible(redact(text)));
  const asset = safe(detail.asset);
  const title = safe(titleOf(event, asset));
  const summary = safe(`${title}: ${summaryOf(event, detail)}`);
  const { severity } = detail;
  const told = jsonOf(ALERT_EVENT.fields, { ...event, asset, severity, summary });
  const env = {
    CARRY_EVENT: event.event,
    CARRY_RULE: visible(event.rule),
    CARRY_POSITION_ID: visible(event.position_id),
    CARRY_SUMMARY: summary,
  };
  return { line: `${JSON.stringify(told)}\n`, title, env };
}

function titleOf({ event, rule, position_id }: WaitingEvent, asset: string): string {
  const about = [asset, position_id.slice(0, 8)].filter((it) => it !== "").join(".");
  const problem = about === "" ? rule : `${about}: ${rule}`;
  switch (event) {
    case "alert":
      return problem;
    case "resolved":
      return problem === "blind" ? "carry sees the portfolio again" : `resolved: ${problem}`;
    case "blind":
      return "carry does not see the portfolio";
  }
}

function summaryOf(event: WaitingEvent, { summary }: Detail): string {
  const since = shown(event.since);
  switch (event.event) {
    case "alert":
      return summary === "" ? `since ${since}` : summary;
    case "resolved": {
      const span = `from ${since} to ${shown(event.at)}`;
      return event.is_gone === true ? `${span}; closed, or no longer judged` : span;
    }
    case "blind":
      return `no round succeeded since ${since}${summary === "" ? "" : `: ${summary}`}`;
  }
}

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

function shown(at: number): string {
  return formatCell("time", isoTime(at), { unicode: false, zone: "UTC" });
}
