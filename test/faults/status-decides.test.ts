import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { faultyServer, writeEndlessly } from "../support/faulty-server.js";
import { position } from "../support/records.js";
import { CREDENTIALS, page } from "./staging.js";

const MIB = 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(70 * MIB));
const RETRY_AFTER = 7;

/** Exit code of each status, whatever its body; 302 leads to a page. */
const STATUSES = [
  [302, 0],
  [400, 5],
  [401, 3],
  [403, 3],
  [404, 4],
  [429, 6],
  [500, 7],
  [503, 7],
] as const;

type Send = (socket: Socket, head: string) => void;

const whole = (body: Buffer | string, headers = ""): Send => {
  return (socket, head) => {
    socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`);
    socket.write(body);
  };
};

const BODIES: Readonly<Record<string, Send>> = {
  whole: whole('{"code":"SOME_CODE","message":"some words"}'),
  cut: (socket, head) => socket.end(`${head}content-length: 1000\r\n\r\n{"code":`),
  dripping(socket, head) {
    socket.write(`${head}content-length: 1000\r\n\r\n`);
    const timer = setInterval(() => socket.write("x"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "corrupt gzip": whole("not gzip at all", "content-encoding: gzip\r\n"),
  "in an unknown encoding": whole("x", "content-encoding: zstd\r\n"),
  "70 MB": (socket, head) => {
    socket.write(`${head}content-length: ${70 * MIB}\r\n\r\n`);
    writeEndlessly(socket, Buffer.alloc(MIB, " "));
  },
  "a bomb": whole(BOMB, "content-encoding: gzip\r\n"),
};

/** Queries a service that sends this answer for every path but the redirect's target. */
async function meet(status: number, send: Send, retries: number) {
  const server = await faultyServer((socket, request) => {
    if (request.startsWith("GET /moved")) socket.write(page([position(1)], null));
    else {
      const redirect = status === 302 ? "location: /moved\r\n" : "";
      send(socket, `HTTP/1.1 ${status} X\r\nretry-after: ${RETRY_AFTER}\r\n${redirect}`);
    }
  });
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  const argv = ["positions", "list", "-o", "json", "--timeout", "20s"];
  const { code, stderr } = await carry(argv, {
    env: { ...CREDENTIALS, CARRY_RETRIES: String(retries), CARRY_BASE_URL: server.url },
    clock: { sleep },
  });
  const error = stderr === "" ? undefined : JSON.parse(stderr).error;
  return { code, error, waits, requests: server.requests.length };
}

it.each(Object.keys(BODIES))("each status decides, with a body that is %s", async (kind) => {
  const met = STATUSES.map(async ([status]) => {
    const { code, error } = await meet(status, BODIES[kind] ?? whole(""), 0);
    return { code, status: error?.status, exit: error?.exit_code, after: error?.retry_after };
  });
  expect(await Promise.all(met)).toEqual(
    STATUSES.map(([status, exit]) =>
      exit === 0 ? { code: 0 } : { code: exit, status, exit, after: RETRY_AFTER },
    ),
  );
});

it.each(Object.keys(BODIES))("Retry-After of a 429 is obeyed, its body being %s", async (kind) => {
  const { waits, requests } = await meet(429, BODIES[kind] ?? whole(""), 1);
  expect([waits, requests]).toEqual([[RETRY_AFTER * 1000], 2]);
});
