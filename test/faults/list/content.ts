import { answer } from "../../support/faulty-server.js";
import { leg, position } from "../../support/records.js";
import type { FaultGroup, StagedFault } from "../fault.js";
import { answering, page, sendingJson, sendingPosition, served } from "../staging.js";

const PATH = "/v1/portfolios/<portfolio>/positions";
const ENVELOPE = `error: the answer of ${PATH} does not match the interface`;
const ANSWERED_BY =
  "hint: check the base URL: a sign-in page or a proxy may have answered in the service's place";
const SECOND = "position 00000000-0000-4000-8000-000000000002";

function wrong(id: string, what: string, stage: StagedFault["stage"], sees: string): StagedFault {
  return { id, what, stage, requests: 1, sees, exit: 8 };
}

function wrongField(
  id: string,
  what: string,
  overrides: Record<string, unknown>,
  problem: string,
  { raw, record = SECOND }: { raw?: Readonly<Record<string, string>>; record?: string } = {},
): StagedFault {
  const sees = `warning: 1 record cannot be read in full: ${record} (${problem})`;
  const stage = sendingPosition(overrides, raw);
  return { id, what, stage, requests: 1, stdout: "whole", sees, exit: 0 };
}

function fine(id: string, what: string, stage: StagedFault["stage"], kept?: string): StagedFault {
  const fault = { id, what, stage, requests: 1, stdout: "whole", sees: "", exit: 0 } as const;
  return kept === undefined ? fault : { ...fault, kept };
}

/** Values that parsing would change; all are printed as sent. */
const ODD = '[9007199254740993,-0,1e309,{"a":1.50,"a":null}]';

export const content: FaultGroup = {
  title: "Content",
  faults: [
    wrong(
      "no-json",
      "not JSON",
      answering(answer(200, "<html>sign in</html>", { "content-type": "text/html" })),
      `error: <service>${PATH} answered with something that is not JSON (text/html)\n${ANSWERED_BY}`,
    ),
    wrong(
      "cut-json",
      "JSON that ends early under a right `content-length`",
      sendingJson('{"data":[{"position_id":"'),
      `error: <service>${PATH} answered with something that is not JSON (application/json)\n${ANSWERED_BY}`,
    ),
    wrong(
      "deep",
      "JSON nested 100,000 levels deep, in an unknown field",
      sendingPosition({ new: "@" }, { "@": `${"[".repeat(100_000)}${"]".repeat(100_000)}` }),
      `error: <service>${PATH} answered with JSON nested deeper than 100 levels`,
    ),
    wrong(
      "no-utf8",
      "bytes that are not UTF-8",
      answering(answer(200, Buffer.from('{"data":[],"next_cursor":"\xff"}', "latin1"))),
      `error: <service>${PATH} answered with text that is not UTF-8`,
    ),
    wrong(
      "null",
      "`null`",
      sendingJson("null"),
      `${ENVELOPE}: the body: expected an object, got null`,
    ),
    wrong(
      "array",
      "an array",
      sendingJson("[]"),
      `${ENVELOPE}: the body: expected an object, got an array`,
    ),
    wrong(
      "data-missing",
      "`data` missing",
      sendingJson('{"next_cursor":null}'),
      `${ENVELOPE}: data: expected an array, got nothing`,
    ),
    wrong(
      "data-object",
      "`data` of another shape",
      sendingJson('{"data":{},"next_cursor":null}'),
      `${ENVELOPE}: data: expected an array, got an object`,
    ),
    wrong(
      "next-cursor-missing",
      "`next_cursor` missing: the listing may not be at its end",
      sendingJson('{"data":[]}'),
      `${ENVELOPE}: next_cursor: expected a string, got nothing`,
    ),
    wrongField(
      "number-for-string",
      "number where a string belongs",
      { asset: 7 },
      "asset: expected a string, got 7",
    ),
    wrongField(
      "string-for-number",
      "string where a number belongs",
      { legs: [leg({ quantity: "0.5" })] },
      'legs.0.quantity: expected a number, got "0.5"',
    ),
    {
      ...fine("status", "unknown status", sendingPosition({ status: "frozen" })),
      sees: `warning: the interface has no such value, so that what rests on it is unknown and in no sum: ${SECOND} has the status "frozen"`,
    },
    wrongField(
      "id",
      "id that is no uuid",
      { position_id: "42" },
      'position_id: expected a uuid, got "42"',
      { record: "item 2 of the positions of portfolio <portfolio>" },
    ),
    wrongField(
      "impossible-date",
      "date that does not exist",
      { opened_at: "2025-02-30T00:00:00Z" },
      'opened_at: expected an ISO 8601 date-time that exists, got "2025-02-30T00:00:00Z"',
    ),
    wrongField(
      "1e309",
      "`1e309`",
      { legs: [leg({ quantity: "@" })] },
      "legs.0.quantity: expected a number, got a number that is too large",
      { raw: { "@": "1e309" } },
    ),
    wrongField(
      "large-id",
      "market id above 2^53, which would be shown as another one",
      { legs: [leg({ market_id: "@" })] },
      "legs.0.market_id: expected at most 9007199254740991, got 9007199254740992",
      { raw: { "@": "9007199254740993" } },
    ),
    fine(
      "exotic-numbers",
      "unknown fields everywhere, integers above 2^53, `-0` and `1e309` in them: kept to the letter",
      sendingPosition({ legs: [leg({ new: "@" })], new: "@" }, { "@": ODD }),
      `"new":${ODD}}],"new":${ODD}}`,
    ),
    fine(
      "byte-order-mark",
      "JSON behind a byte order mark",
      sendingJson(`\ufeff${JSON.stringify({ data: [position(1)], next_cursor: null })}`),
    ),
    fine(
      "leap-second",
      "leap second as a time",
      sendingPosition({ opened_at: "2016-12-31T23:59:60Z" }),
      '"opened_at":"2016-12-31T23:59:60Z"',
    ),
    fine(
      "minus-zero",
      "`-0` as a figure",
      sendingPosition({ legs: [leg({ quantity: "@" })] }, { "@": "-0" }),
      '"quantity":-0,',
    ),
    fine(
      "long-string",
      "string of 10 MB, of characters two columns wide",
      sendingPosition({ asset: "漢".repeat(3_400_000) }),
    ),
    {
      id: "version",
      what: "`X-API-Version: v2` on every page: one warning",
      stage: served((socket, _request, count) => {
        const next = count < 3 ? `c${count}` : null;
        socket.write(page([position(count)], next, { "x-api-version": "v2" }));
      }),
      requests: 3,
      stdout: "whole",
      sees: "warning: the service uses version v2 of its interface and this client v1; figures may be missing or mean something else",
      exit: 0,
    },
  ],
};
