import {
  type Field,
  type Fields,
  inner,
  objectSchema,
  optional,
  own,
  schemaOfAny,
} from "../../output/record.js";
import { NOTICES } from "../../output/text/messages.js";

const part = (name: string, help: string, fields: Fields<never>): Field<never> =>
  inner(name, help, (it: never) => it, fields);

const ERROR: Fields<never> = [
  own("code", "text", "Code of carry (`carry help errors`), or the service's own."),
  own("target", "text?", "What failed, if it is one of several."),
  own("message", "text", "Message for people."),
  own("status", "integer?", "HTTP status, if there was an answer."),
  own("exit_code", "integer", "Exit code of the process."),
  own("retryable", "flag", "Whether the same call may succeed later."),
  own("retry_after", "integer?", "Seconds to wait before that, if known."),
  own("hint", "text?", "Remedy, for people."),
  own("stack", "text?", "Where it was thrown, with CARRY_DEBUG=1."),
  own("cursor", "text?", "Cursor from which a listing continues."),
];

const NOTICE: Fields<never> = [
  own("code", Object.keys(NOTICES), "Kind of the message."),
  own("target", "text?", "What it is about, such as a market id."),
  own("message", "text", "Message for people."),
];

const PAGE: Fields<never> = [
  own("items", "count", "Number of items printed."),
  own("next_cursor", "text|null", "Cursor of the next item; null when the service sent none."),
];

/** The object on stderr for an error with -o json. */
export const ERROR_SCHEMA = objectSchema([part("error", "What failed.", ERROR)]);

/** A line on stderr with -o json and -o ndjson: one of these. */
export const MESSAGE_SCHEMA = objectSchema(
  [
    part("error", "What failed.", ERROR),
    part("warning", "What may be wrong.", NOTICE),
    part("note", "What is good to know.", NOTICE),
    part("page", "Where --limit ended a listing.", PAGE),
    part("debug", "A step of the work, with -v.", [own("message", "text", "Message for people.")]),
  ].map((it) => optional(it)),
);

const event = (names: readonly string[], help: string, more: Fields<never>) => ({
  fields: [
    own<never>("event", names, help),
    own<never>("at", "moment", "Time of the event, by the local clock."),
    ...more,
  ],
});

/** A line that `carry watch` prints where there is no terminal. */
export const watchEventSchema = () =>
  schemaOfAny("status-event", [
    event(["started"], "The first line.", [
      own("version", "text", "Version of carry."),
      own("profile", "text?", "Profile in use, if any."),
      own("portfolio", "text", "Portfolio identifier (uuid)."),
      own("filters", "object?", "Values of --asset and --exchange; absent without any."),
      own("interval_seconds", "number", "Time between rounds."),
      own("positions", "count", "Number of positions in the first round."),
    ]),
    event(["error"], "A round failed.", [
      part("error", "Why: the fields of `carry schema error`.", ERROR),
      own("failures", "count", "Number of rounds that failed in a row."),
      own("next_at", "moment?", "Time of the next round; absent when the watch ends."),
    ]),
    event(["recovered"], "A round succeeded again.", [
      own("failures", "count", "Number of rounds that failed in a row."),
      own("failed_at", "moment", "Time of the first of them."),
    ]),
    event(["alert", "resolved"], "A reason for attention begins, ends.", [
      own("position_id", "text", "Position identifier (uuid); empty for the portfolio."),
      own("asset", "text", "Asset symbol; empty for the portfolio."),
      own("rule", "text", "Reason of carry status, such as losing, or name of a rule of --rules."),
      own("since", "moment", "Beginning of the problem."),
      own("summary", "text?", "What is wrong."),
    ]),
  ]);
