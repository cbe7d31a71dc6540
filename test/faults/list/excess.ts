import { gzipSync } from "node:zlib";
import { answer } from "../../support/faulty-server.js";
import type { FaultGroup, StagedFault } from "../fault.js";
import { answering, sendingJson } from "../staging.js";

const MIB = 1024 * 1024;
const WHERE = "<service>/v1/portfolios/<portfolio>/positions answered with JSON";
const LISTING = "the positions of portfolio <portfolio>";

/** Returns a page that repeats one item up to a size. */
function filled(unit: string, bytes: number): string {
  const others = Math.floor(bytes / (unit.length + 1)) - 1;
  return `{"next_cursor":null,"data":[${`${unit},`.repeat(others)}${unit}]}`;
}

function refused(
  id: string,
  what: string,
  json: () => string,
  sees: string,
  { zipped = true } = {},
): StagedFault {
  const stage = () => {
    const body = zipped ? gzipSync(json()) : json();
    return answering(answer(200, body, zipped ? { "content-encoding": "gzip" } : {}))();
  };
  return { id, what, stage, requests: 1, sees, exit: 8 };
}

/** Records of which nothing can be read: they are printed as they were sent. */
function unread(...fault: Parameters<typeof refused>): StagedFault {
  return { ...refused(...fault), stdout: "whole", exit: 0 };
}

/** Answers that are much more expensive to read than to send. */
export const excess: FaultGroup = {
  title: "Answers made to exhaust",
  faults: [
    refused(
      "bomb-of-arrays",
      "65 kB of gzip that unpack to 64 MiB of `[]`",
      () => filled("[]", 64 * MIB),
      `error: the answer is larger than 16 MiB and was abandoned`,
    ),
    refused(
      "many-arrays",
      "16 MiB of `[]`",
      () => filled("[]", 16 * MIB - 100),
      `error: ${WHERE} of more than 300,000 values`,
    ),
    refused(
      "many-objects",
      'objects `{"a":1}` without an end, 15 MiB of them',
      () => filled('{"a":1}', 15 * MIB),
      `error: ${WHERE} of more than 300,000 values`,
    ),
    refused(
      "wrong-items",
      "149,000 items of another shape: more than 10,000 are no listing, and the first is named",
      () => filled("[]", 149_000 * 3),
      `error: the answer of ${LISTING} does not match the interface: data.0: expected an object, got an array`,
    ),
    unread(
      "many-keys",
      "one item with 149,000 fields",
      () =>
        `{"next_cursor":null,"data":[{${Array.from({ length: 149_000 }, (_, n) => `"k${n}":${n}`)}}]}`,
      `warning: 1 record cannot be read in full: item 1 of ${LISTING} (position_id: expected a string, got nothing)`,
    ),
    refused(
      "brackets",
      "16 MiB of `[`",
      () => "[".repeat(16 * MIB),
      `error: ${WHERE} nested deeper than 100 levels`,
    ),
    {
      id: "depth-100",
      what: "JSON nested 100 levels deep, in an unknown field",
      stage: sendingJson(`{"next_cursor":null,"data":[],"new":${"[".repeat(99)}${"]".repeat(99)}}`),
      requests: 1,
      stdout: "part",
      sees: "",
      exit: 0,
    },
    {
      id: "refusal-bomb",
      what: "401 with a gzip bomb of 70 MiB: the status decides",
      stage: answering(
        answer(401, gzipSync(Buffer.alloc(70 * MIB)), { "content-encoding": "gzip" }),
      ),
      requests: 1,
      sees: "error: the service answered with status 401\nhint: the API key is missing or invalid: run `carry auth login`, or check CARRY_API_KEY",
      exit: 3,
    },
  ],
};
