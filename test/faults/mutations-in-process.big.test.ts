import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { carry } from "../support/carry.js";
import { checkSane, FORMATS, formatted } from "./mutation-checks.js";
import { type MutatedParts, mutatedParts } from "./mutations.js";
import { CREDENTIALS } from "./staging.js";

/*
 * The same mutations as over real sockets (mutations.big.test.ts), but many more of them: `npm run
 * test:big` sends 100,000. All of carry runs except for undici, which a stub replaces.
 */
const AT_LEAST = 100_000;
/* Number of lists of answers between two checks of the count. */
const RUNS = 100;

let answers: readonly MutatedParts[] = [];
let next = 0;
let fed = 0;

const END: MutatedParts = {
  status: 200,
  zipped: false,
  headers: [],
  body: Buffer.from('{"data":[],"next_cursor":null}'),
};

/** Returns undici's result for an answer; invalid header lines are rejected before. */
function received({ status, zipped, headers, body }: MutatedParts) {
  const pairs = headers
    .map((line) => /^([\w-]+): (.*)$/s.exec(line))
    .filter((match) => match !== null)
    .map(([, name = "", value = ""]) => [name, value] as const)
    .filter(([name]) => !/^(transfer-encoding|content-length|connection)$/.test(name));
  return {
    statusCode: status,
    headers: { ...(zipped && { "content-encoding": "gzip" }), ...Object.fromEntries(pairs) },
    body: Readable.from(body.length === 0 ? [] : [body]),
  };
}

vi.mock("../../src/client/http/undici.js", () => ({
  directDispatcher: () => ({
    close: async () => {},
    destroy: async () => {},
    async request() {
      const answer = answers[next++];
      if (answer !== undefined) fed++;
      return received(answer ?? END);
    },
  }),
}));

const COMMANDS = [
  ["positions", "list"],
  ["positions", "list", "--performance"],
  ["positions", "list", "--legs", "--performance"],
];

it(`no mutated answer of ${AT_LEAST} crashes it or controls the terminal`, async () => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  process.stdout.write(`mutated answers in process: seed ${seed}\n`);
  const env = {
    ...CREDENTIALS,
    CARRY_BASE_URL: "http://127.0.0.1:9",
    NO_COLOR: "1",
    CARRY_RETRIES: "6",
  };
  const property = fc.asyncProperty(
    fc.array(mutatedParts, { minLength: 10, maxLength: 30 }),
    fc.constantFrom(...FORMATS),
    fc.constantFrom(...COMMANDS),
    async (list, format, command) => {
      answers = list;
      next = 0;
      const argv = [...command, ...formatted(format), "--timeout", "1h"];
      // A command ends at the first invalid answer; the next command gets the rest.
      while (next < list.length) checkSane(await carry(argv, { env, terminal: 100 }));
    },
  );
  for (let round = 0; fed < AT_LEAST; round++) {
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true, seed: seed + round });
  }
  expect(fed).toBeGreaterThanOrEqual(AT_LEAST);
}, 900_000);
