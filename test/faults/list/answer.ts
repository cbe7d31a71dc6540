import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { answer, writeEndlessly } from "../../support/faulty-server.js";
import { position } from "../../support/records.js";
import type { FaultGroup } from "../fault.js";
import { afterFirstPage, answering, page, served } from "../staging.js";

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const PAGE = JSON.stringify({ data: [position(1)], next_cursor: null });
const TRY_AGAIN = "hint: try again; `-v` shows each attempt";
const MORE_TIME = "hint: try again, or allow more time with --timeout";
const ONCE = { env: { CARRY_RETRIES: "0" } };
const IMPATIENT = { ...ONCE, argv: ["--timeout", "150ms"] };

const COMPRESSIONS = [
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
  ["deflate", deflateRawSync],
] as const;

const encoded = (body: Buffer, encoding: string) =>
  answering(answer(200, body, { "content-encoding": encoding }));

export const duringTheAnswer: FaultGroup = {
  title: "During the answer",
  faults: [
    {
      id: "reset-before-headers",
      what: "reset before the headers",
      stage: served((socket) => socket.resetAndDestroy()),
      requests: 5,
      sees: `error: cannot reach <service>: the connection was closed before the answer was whole\n${TRY_AGAIN}`,
      exit: 7,
    },
    {
      id: "closed-before-headers",
      what: "closed without a word",
      stage: served((socket) => socket.end()),
      requests: 5,
      sees: `error: cannot reach <service>: the connection was closed before the answer was whole\n${TRY_AGAIN}`,
      exit: 7,
    },
    {
      id: "closed-while-idle",
      what: "kept-alive connection that is closed when it is used again: sent again on a new one",
      stage: served((socket, _request, count) => {
        if (count === 2) socket.end();
        else socket.write(page([position(count)], count === 1 ? "c1" : null));
      }),
      requests: 3,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "reset-while-idle",
      what: "kept-alive connection that is reset when it is used again",
      stage: served((socket, _request, count) => {
        if (count === 2) socket.resetAndDestroy();
        else socket.write(page([position(count)], count === 1 ? "c1" : null));
      }),
      requests: 3,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "closed-after-interim",
      what: "closed after an interim answer (103) on a new connection",
      stage: served((socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n"), ONCE),
      requests: 1,
      sees: `error: cannot reach <service>: the connection was closed before the answer was whole\n${TRY_AGAIN}`,
      exit: 7,
    },
    {
      id: "reset-in-body",
      what: "reset in the middle of the body",
      stage: served((socket) => {
        socket.write(`${HEAD}content-length: 1000\r\n\r\n{"data":[`, () =>
          socket.resetAndDestroy(),
        );
      }),
      requests: 5,
      sees: `error: the answer of <service> was cut off\n${TRY_AGAIN}`,
      exit: 8,
    },
    {
      id: "reset-on-second-page",
      what: "reset in the middle of the second page, again and again",
      stage: afterFirstPage((socket) => {
        socket.write(`${HEAD}content-length: 1000\r\n\r\n{"data":[`, () =>
          socket.resetAndDestroy(),
        );
      }),
      requests: 6,
      stdout: "part",
      sees: `error: the answer of <service> was cut off (after 2 items were printed)\nhint: go on with --cursor c1`,
      exit: 8,
    },
    {
      id: "short-body",
      what: "body shorter than its `content-length`",
      stage: served((socket) => socket.end(`${HEAD}content-length: 1000\r\n\r\n${PAGE}`)),
      requests: 5,
      sees: `error: the answer of <service> was cut off\n${TRY_AGAIN}`,
      exit: 8,
    },
    {
      id: "cut-chunks",
      what: "chunked body without its end",
      stage: served((socket) =>
        socket.end(
          `${HEAD}transfer-encoding: chunked\r\n\r\n${PAGE.length.toString(16)}\r\n${PAGE}\r\n`,
        ),
      ),
      requests: 5,
      sees: `error: the answer of <service> was cut off\n${TRY_AGAIN}`,
      exit: 8,
    },
    {
      id: "no-http",
      what: "something that is not HTTP",
      stage: served((socket) => socket.end("220 mail.example.com ESMTP\r\n")),
      requests: 5,
      sees: "error: the answer of <service> is not HTTP\nhint: check the scheme and port of the base URL",
      exit: 8,
    },
    {
      id: "no-headers",
      what: "headers that never come",
      stage: served(() => {}, IMPATIENT),
      requests: 1,
      sees: `error: cannot reach <service>: no answer within 0.15 s\n${MORE_TIME}`,
      exit: 7,
    },
    {
      id: "drip",
      what: "body that drips: the time-out is for the whole attempt",
      stage: served((socket) => {
        socket.write(`${HEAD}content-length: 1000\r\n\r\n`);
        const timer = setInterval(() => socket.write("x"), 10);
        socket.on("close", () => clearInterval(timer));
      }, IMPATIENT),
      requests: 1,
      sees: `error: the answer of <service> was not whole within 0.15 s\n${MORE_TIME}`,
      exit: 7,
    },
    {
      id: "fat-headers",
      what: "64 kB of headers",
      stage: answering(answer(200, PAGE, { "x-fat": "x".repeat(64 * 1024) })),
      requests: 1,
      sees: "error: the answer of <service> has more than 16 kB of headers",
      exit: 8,
    },
    {
      id: "corrupt-gzip",
      what: "corrupt gzip body",
      stage: encoded(Buffer.from("not gzip at all"), "gzip"),
      requests: 5,
      sees: `error: the answer's gzip compression is corrupt\n${TRY_AGAIN}`,
      exit: 8,
    },
    {
      id: "cut-gzip",
      what: "gzip body that ends early under a right `content-length`",
      stage: encoded(gzipSync(PAGE).subarray(0, -12), "gzip"),
      requests: 5,
      sees: `error: the answer's gzip compression is corrupt\n${TRY_AGAIN}`,
      exit: 8,
    },
    {
      id: "unknown-encoding",
      what: "body in an encoding that was not requested",
      stage: encoded(Buffer.from(PAGE), "zstd"),
      requests: 5,
      sees: `error: the answer is encoded as "zstd", which was not requested\n${TRY_AGAIN}`,
      exit: 8,
    },
    {
      id: "gzip-bomb",
      what: "gzip bomb: 70 kB that unpack to 70 MiB",
      stage: encoded(gzipSync(Buffer.alloc(70 * 1024 * 1024)), "gzip"),
      requests: 1,
      sees: `error: the answer is larger than 16 MiB and was abandoned`,
      exit: 8,
    },
    {
      id: "announced-too-large",
      what: "body announced above the bound of 16 MiB",
      stage: served((socket) => socket.write(`${HEAD}content-length: 99999999\r\n\r\n{`)),
      requests: 1,
      sees: `error: the answer is larger than 16 MiB and was abandoned`,
      exit: 8,
    },
    {
      id: "endless-body",
      what: "body that does not end",
      stage: served((socket) => {
        socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
        writeEndlessly(socket, Buffer.from(`100000\r\n${" ".repeat(0x100000)}\r\n`));
      }),
      requests: 1,
      sees: `error: the answer is larger than 16 MiB and was abandoned`,
      exit: 8,
    },
    {
      id: "interim",
      what: "`103 Early Hints`: passed over",
      stage: served((socket) => {
        socket.write("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n");
        socket.write(page([position(1)], null));
      }),
      requests: 1,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "compressed",
      what: "pages in gzip, br, and deflate in either of its two forms",
      stage: served((socket, _request, count) => {
        const [encoding, compress] = COMPRESSIONS[(count - 1) % COMPRESSIONS.length] ?? [];
        const next = count < COMPRESSIONS.length ? `c${count}` : null;
        const text = JSON.stringify({ data: [position(count)], next_cursor: next });
        const body = compress?.(text) ?? "";
        socket.write(answer(200, body, { "content-encoding": encoding ?? "" }));
      }),
      requests: 4,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "one-reset",
      what: "one reset between pages: the page is requested again, nothing is lost",
      stage: afterFirstPage((socket, _request, count) => {
        if (count === 1) socket.resetAndDestroy();
        else socket.write(page([position(3)], null));
      }),
      requests: 3,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
  ],
};
