import { answer } from "../../support/faulty-server.js";
import { position } from "../../support/records.js";
import type { FaultGroup, StagedFault } from "../fault.js";
import { answering, page, served } from "../staging.js";

const KEY =
  "hint: the API key is missing or invalid: run `carry auth login`, or check CARRY_API_KEY";
const SCOPE = "hint: the API key lacks the scope for this: create one that has it";
const ID = "hint: check the id or the path, and that the profile in use is the right one";
const LATER = "hint: the service failed: try again later";
const HTML = { "content-type": "text/html" };

const documented = (code: string, message: string) => JSON.stringify({ code, message });

/** Returns a status with each of its possible bodies. */
function refusals(
  status: number,
  exit: StagedFault["exit"],
  hint: string,
  code: string,
): StagedFault[] {
  const hinted = hint === "" ? "" : `\n${hint}`;
  const plain = `error: the service answered with status ${status}${hinted}`;
  const each = (id: string, what: string, bytes: Buffer, sees: string): StagedFault => ({
    id: `${status}-${id}`,
    what: `${status} ${what}`,
    stage: answering(bytes),
    requests: 1,
    sees,
    exit,
  });
  return [
    each(
      "documented",
      "with the documented body",
      answer(status, documented(code, "what is wrong")),
      `error: what is wrong (${code})${hinted}`,
    ),
    each("other-json", "with another JSON body", answer(status, '{"error":["no"]}'), plain),
    each("html", "with HTML", answer(status, "<html><h1>No</h1></html>", HTML), plain),
    each("nothing", "with nothing", answer(status, ""), plain),
  ];
}

function failing(status: number): StagedFault {
  return {
    id: `${status}-html`,
    what: `${status} with HTML, again and again`,
    stage: answering(answer(status, "<html>proxy error</html>", HTML)),
    requests: 5,
    sees: `error: the service answered with status ${status}\n${LATER}`,
    exit: 7,
  };
}

function limited(
  id: string,
  what: string,
  value: string | undefined,
  hint: string,
  requests = 5,
): StagedFault {
  const headers: Record<string, string> = value === undefined ? {} : { "retry-after": value };
  return {
    id: `429-${id}`,
    what: `429 ${what}`,
    stage: answering(answer(429, "", headers)),
    requests,
    sees: `error: the service answered with status 429\nhint: ${hint}`,
    exit: 6,
  };
}

export const status: FaultGroup = {
  title: "Status",
  faults: [
    ...refusals(400, 5, "", "VALIDATION_ERROR"),
    ...refusals(401, 3, KEY, "UNAUTHORIZED"),
    ...refusals(403, 3, SCOPE, "FORBIDDEN"),
    ...refusals(404, 4, ID, "NOT_FOUND"),
    ...refusals(409, 5, "", "CONFLICT"),
    ...refusals(418, 5, "", "TEAPOT"),
    limited("bare", "with no `Retry-After`", undefined, "wait a while and try again"),
    limited("seconds", "with `Retry-After: 7`, obeyed", "7", "try again in 7 s"),
    limited(
      "date",
      "with `Retry-After` as a date, obeyed",
      "Mon, 01 Jun 2026 12:00:30 GMT",
      "try again in 30 s",
    ),
    limited(
      "past",
      "with `Retry-After` as a date that is over",
      "Mon, 01 Jun 2026 11:00:00 GMT",
      "wait a while and try again",
    ),
    limited("abc", "with `Retry-After: abc`", "abc", "wait a while and try again"),
    limited(
      "day",
      "with `Retry-After: 86400`: beyond the bound of 60 s, given up at once",
      "86400",
      "try again in 86400 s (24 h)",
      1,
    ),
    {
      id: "429-passing",
      what: "429 once, then the answer",
      stage: served((socket, _request, count) =>
        socket.write(
          count === 1 ? answer(429, "", { "retry-after": "1" }) : page([position(1)], null),
        ),
      ),
      requests: 2,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    ...[500, 502, 503, 504].map(failing),
    {
      id: "503-retry-after",
      what: "503 with `Retry-After: 3600`",
      stage: answering(answer(503, "", { "retry-after": "3600" })),
      requests: 1,
      sees: "error: the service answered with status 503\nhint: the service failed: try again in 3600 s (60 min)",
      exit: 7,
    },
    {
      id: "501",
      what: "501: not one that passes, so it is not tried again",
      stage: answering(answer(501, "")),
      requests: 1,
      sees: `error: the service answered with status 501\n${LATER}`,
      exit: 7,
    },
    {
      id: "204",
      what: "204",
      stage: answering(Buffer.from("HTTP/1.1 204 No Content\r\n\r\n")),
      requests: 1,
      sees: "error: <service>/v1/portfolios/<portfolio>/positions answered with something that is not JSON (nothing)\nhint: check the base URL: a sign-in page or a proxy may have answered in the service's place",
      exit: 8,
    },
  ],
};
