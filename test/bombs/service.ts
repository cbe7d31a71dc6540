import { gzipSync } from "node:zlib";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO } from "../support/records.js";
import type { Bomb, StagedBomb } from "./bomb.js";

type Answered = readonly [body: string | Buffer, headers?: Readonly<Record<string, string>>];

async function answering(answerOf: (count: number) => Answered): Promise<StagedBomb> {
  const { url } = await faultyServer((socket, _request, count) => {
    const [body, headers] = answerOf(count);
    socket.write(answer(200, body, headers));
  });
  return {
    argv: ["positions", "list"],
    env: {
      CARRY_RETRIES: "0",
      CARRY_BASE_URL: url,
      CARRY_API_KEY: "a-secret-key-1",
      CARRY_PORTFOLIO: PORTFOLIO,
    },
  };
}

/** What a service may send; `test/faults/list/excess.ts` has more of them. */
export const serviceBombs: readonly Bomb[] = [
  {
    what: "ever new cursors of empty pages",
    stage: () => answering((count) => [`{"data":[],"next_cursor":"${count}"}`]),
    exit: 8,
    says: /100 pages in a row without a new record/,
  },
  {
    what: "64 MiB in 65 kB of gzip",
    stage: () =>
      answering(() => [gzipSync(Buffer.alloc(64 << 20)), { "content-encoding": "gzip" }]),
    exit: 8,
    says: /larger than 16 MiB/,
  },
  {
    what: "a name of 8,000 characters for its compression",
    stage: () => answering(() => ["{}", { "content-encoding": "x".repeat(8_000) }]),
    exit: 8,
    says: /^error: the answer is encoded as "x{40}…", which was not requested\n/,
  },
  {
    what: "a media type of 8,000 characters",
    stage: () => answering(() => ["?", { "content-type": `text/${"x".repeat(8_000)}` }]),
    exit: 8,
    says: /^.{0,300}$/m,
  },
];
