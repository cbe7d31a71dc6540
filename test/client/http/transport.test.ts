import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners, once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  BodyTooLargeError,
  ConnectionError,
  RedirectError,
  TruncatedBodyError,
} from "../../../src/client/errors.js";
import {
  createTransport,
  type RetryEvent,
  type Transport,
  type TransportOptions,
} from "../../../src/client/http/transport.js";
import { blackhole } from "../../support/faults-blackhole.js";
import { loopbackProxy } from "../../support/faults-proxy.js";
import { answer, faultyServer, inTurn } from "../../support/faulty-server.js";

const waits: number[] = [];

function transportWith(options: Partial<TransportOptions> = {}): Transport {
  waits.length = 0;
  const transport = createTransport({
    userAgent: "carry-cli/test",
    timeoutMs: 5_000,
    retries: 2,
    clock: {
      now: () => Date.parse("2026-01-01T00:00:00Z"),
      elapsed: () => 0,
      sleep: async (ms) => {
        waits.push(ms);
      },
    },
    random: () => 0.5,
    signal: new AbortController().signal,
    connections: 1,
    env: {},
    redact: (text) => text,
    ...options,
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** Returns a port on which nothing listens. */
async function closedOrigin(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error("did not fail");
    },
    (error: unknown) => error,
  );

describe("an answer", () => {
  it("is returned with its status, headers and body", async () => {
    const server = await faultyServer(inTurn(answer(404, '{"code":"NOT_FOUND"}', { "X-A": "b" })));
    const got = await transportWith().get(new URL(`${server.url}/x?y=z`));
    expect(got.status).toBe(404);
    expect(got.headers["x-a"]).toBe("b");
    expect(got.body.toString()).toBe('{"code":"NOT_FOUND"}');
    expect(server.requests[0]).toMatch(/^GET \/x\?y=z HTTP\/1\.1/);
    expect(server.requests[0]).toMatch(/user-agent: carry-cli\/test/i);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("compressed with %s is unpacked", async (encoding, compress) => {
    const server = await faultyServer(
      inTurn(answer(200, compress(Buffer.from("hello")), { "content-encoding": encoding })),
    );
    const got = await transportWith().get(new URL(server.url));
    expect(got.body.toString()).toBe("hello");
    expect(server.requests[0]).toContain("accept-encoding: gzip, deflate, br");
  });

  it("that would unpack to more than the bound is refused", async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    const server = await faultyServer(inTurn(answer(200, bomb, { "content-encoding": "gzip" })));
    expect(await failureOf(transportWith().get(new URL(server.url)))).toBeInstanceOf(
      BodyTooLargeError,
    );
  });

  it("uses one connection for several requests one after another", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const transport = transportWith();
    for (let count = 0; count < 5; count++) await transport.get(new URL(server.url));
    expect(server.connections()).toBe(1);
  });
});

describe("a fault", () => {
  it("that passes is tried again, with growing jittered waits", async () => {
    const server = await faultyServer((socket, _request, count) => {
      if (count === 1) socket.resetAndDestroy();
      else if (count === 2) socket.write(answer(503, "<html>"));
      else socket.write(answer(200, "{}"));
    });
    const events: RetryEvent[] = [];
    const got = await transportWith({ onRetry: (event) => events.push(event) }).get(
      new URL(server.url),
    );
    expect(got.status).toBe(200);
    expect(waits).toEqual([750, 1500]);
    expect(events.map((event) => event.attempt)).toEqual([1, 2]);
    expect(server.requests.join()).not.toMatch(/^range:/im);
  });

  it("that stays is retried after increasing waits, up to 8 seconds", async () => {
    const server = await faultyServer(inTurn(answer(503, "")));
    await transportWith({ retries: 5, random: () => 1 }).get(new URL(server.url));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 8000]);
  });

  it("that stays is an error after the last attempt", async () => {
    const server = await faultyServer((socket) => socket.resetAndDestroy());
    const error = await failureOf(transportWith().get(new URL(server.url)));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ fault: "reset" });
    expect(server.requests).toHaveLength(3);
  });

  it("of a body that ends early is a truncated body", async () => {
    const server = await faultyServer((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}");
    });
    const error = await failureOf(transportWith({ retries: 0 }).get(new URL(server.url)));
    expect(error).toBeInstanceOf(TruncatedBodyError);
  });

  it("of a chunked body that is cut off is a truncated body", async () => {
    const server = await faultyServer((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n");
    });
    const error = await failureOf(transportWith({ retries: 0 }).get(new URL(server.url)));
    expect(error).toBeInstanceOf(TruncatedBodyError);
  });

  it("of corrupt compression is a truncated body", async () => {
    const server = await faultyServer(
      inTurn(answer(200, "not gzip", { "content-encoding": "gzip" })),
    );
    const error = await failureOf(transportWith({ retries: 0 }).get(new URL(server.url)));
    expect(error).toBeInstanceOf(TruncatedBodyError);
  });

  it("of headers that never come is a time-out", async () => {
    const server = await faultyServer(() => {});
    const error = await failureOf(
      transportWith({ retries: 0, timeoutMs: 50 }).get(new URL(server.url)),
    );
    expect(error).toMatchObject({ fault: "timeout" });
  });

  it("of a body that drips is a time-out of the whole attempt", async () => {
    const server = await faultyServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(timer));
    });
    const error = await failureOf(
      transportWith({ retries: 0, timeoutMs: 100 }).get(new URL(server.url)),
    );
    expect(error).toMatchObject({ fault: "timeout" });
  });

  it("of a port on which nothing listens is a refused connection", async () => {
    const origin = await closedOrigin();
    const error = await failureOf(transportWith({ retries: 0 }).get(new URL(origin)));
    expect(error).toMatchObject({ fault: "refused", origin });
  });

  it("of a service that restarts within 1.5 s, at the shortest waits, does not end a request", async () => {
    const [origin, later] = [await closedOrigin(), createHttpServer((_, it) => void it.end("{}"))];
    onTestFinished(() => void later.close());
    let slept = 0;
    const sleep = async (ms: number) => {
      slept += ms;
      if (slept < 1500 || later.listening) return;
      await once(later.listen(Number(new URL(origin).port), "127.0.0.1"), "listening");
    };
    const clock = { now: () => 0, elapsed: () => 0, sleep };
    const transport = transportWith({ retries: 4, random: () => 0, clock });
    expect((await transport.get(new URL(origin))).status).toBe(200);
  });

  it("of a name that does not exist is reported at once", async () => {
    const error = await failureOf(
      transportWith().get(new URL(`http://${"x".repeat(64)}.invalid/`)),
    );
    expect(error).toMatchObject({ fault: "dns" });
    expect(waits).toEqual([]);
  });
});

describe("Retry-After", () => {
  const retryAfterOf = (value: string) => ({ "retry-after": value });

  it.each([
    ["7", 7_000],
    ["Thu, 01 Jan 2026 00:00:09 GMT", 9_000],
    ["Thursday, 01-Jan-26 00:00:09 GMT", 9_000],
    ["Thu Jan  1 00:00:09 2026", 9_000],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 750],
    ["0", 750],
    ["abc", 750],
    ["-7", 750],
  ])("%s is waited for as %i ms", async (value, wait) => {
    const server = await faultyServer(
      inTurn(answer(429, "", retryAfterOf(value)), answer(200, "{}")),
    );
    await transportWith().get(new URL(server.url));
    expect(waits).toEqual([wait]);
  });

  it.each(["86400", "Thu, 01 Jan 2026 00:01:01 GMT"])("%s is not waited for", async (value) => {
    const server = await faultyServer(inTurn(answer(429, "", retryAfterOf(value))));
    const got = await transportWith().get(new URL(server.url));
    expect(got.status).toBe(429);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a redirect", () => {
  it("within the origin is followed", async () => {
    const server = await faultyServer(
      inTurn(answer(307, "", { location: "/there" }), answer(200, '{"a":1}')),
    );
    const got = await transportWith().get(new URL(`${server.url}/here`));
    expect(got.body.toString()).toBe('{"a":1}');
    expect(got.url.pathname).toBe("/there");
  });

  it("to another origin is not followed", async () => {
    const elsewhere = await faultyServer(inTurn(answer(200, "{}")));
    const server = await faultyServer(inTurn(answer(302, "", { location: elsewhere.url })));
    const error = await failureOf(transportWith().get(new URL(server.url)));
    expect(error).toBeInstanceOf(RedirectError);
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("in a loop is given up", async () => {
    const server = await faultyServer(inTurn(answer(302, "", { location: "/" })));
    const error = await failureOf(transportWith().get(new URL(server.url)));
    expect(error).toBeInstanceOf(RedirectError);
    expect(server.requests).toHaveLength(6);
  });
});

describe("the time of all attempts", () => {
  it("is bounded, whatever number of retries is allowed, also while the time of day stands", async () => {
    const server = await faultyServer(inTurn(answer(429, "", { "retry-after": "60" })));
    let now = 0;
    const clock = {
      now: () => 0,
      elapsed: () => now,
      sleep: async (ms: number) => {
        now += ms;
      },
    };
    const got = await transportWith({ retries: 20, clock }).get(new URL(server.url));
    expect(got.status).toBe(429);
    expect([now, server.requests.length]).toEqual([300_000, 6]);
  });
});

describe("plain http through a proxy", () => {
  const viaProxy = (url: string) => transportWith({ retries: 0, env: { HTTP_PROXY: url } });

  it("is requested as a forward request, not through a tunnel", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const proxy = await loopbackProxy({ port: server.port });
    const got = await viaProxy(proxy.url).get(new URL("http://service.test/x?y=z"));
    expect(got.body.toString()).toBe("{}");
    expect(proxy.asked).toEqual(["GET http://service.test/x?y=z"]);
    expect(server.requests[0]).toMatch(/^GET \/x\?y=z /);
  });

  it("gives the credentials of the proxy's URL, with or without a password", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const proxy = await loopbackProxy({ port: server.port, credentials: "user:" });
    const url = proxy.url.replace("//", "//user@");
    const got = await viaProxy(url).get(new URL("http://service.test/"));
    expect(got.status).toBe(200);
  });

  it("that requires credentials is a fault of the proxy, not of the service", async () => {
    const proxy = await loopbackProxy({ port: 1, credentials: "user:password" });
    const error = await failureOf(viaProxy(proxy.url).get(new URL("http://service.test/")));
    expect(error).toMatchObject({ fault: "proxy", retryable: false });
    expect((error as Error).message).toContain("407");
  });

  it("is not used for https where only HTTP_PROXY is set", async () => {
    const proxy = await loopbackProxy({ port: 1 });
    const name = `${"x".repeat(64)}.invalid`;
    const error = await failureOf(viaProxy(proxy.url).get(new URL(`https://${name}/`)));
    expect(error).toMatchObject({ fault: "dns" });
    expect(proxy.asked).toEqual([]);
  });
});

describe("the time-out of one request", () => {
  it("holds for that one, in place of the transport's", async () => {
    const server = await faultyServer((socket, _request, count) => {
      if (count > 1) socket.write(answer(200, "{}"));
    });
    const transport = transportWith({ retries: 0, timeoutMs: 60_000 });
    const error = await failureOf(transport.get(new URL(server.url), { timeoutMs: 50 }));
    expect((error as Error).message).toContain("no answer within 0.05 s");
    expect((await transport.get(new URL(server.url))).status).toBe(200);
  });
});

describe("an attempt that is given up", () => {
  it.skipIf(process.platform !== "linux")("leaves its connection to itself", async () => {
    const { port } = await blackhole();
    let begun = 0;
    const onConnect = () => {
      begun++;
    };
    subscribe("undici:client:beforeConnect", onConnect);
    onTestFinished(() => {
      unsubscribe("undici:client:beforeConnect", onConnect);
    });
    const transport = transportWith({ timeoutMs: 50 });
    const error = await failureOf(transport.get(new URL(`http://127.0.0.1:${port}`)));
    expect(error).toMatchObject({ fault: "timeout" });
    expect(begun).toBe(3);
  });
});

describe("a defect", () => {
  it("is neither taken for a fault of the network nor tried again", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const error = await failureOf(
      transportWith().get(new URL(server.url), { headers: { "a b": "c" } }),
    );
    expect(error).not.toBeInstanceOf(ConnectionError);
    expect(waits).toEqual([]);
  });
});

describe("an interruption", () => {
  it("is listened for only while a request is under way", async () => {
    const listen = vi.spyOn(EventTarget.prototype, "addEventListener");
    onTestFinished(() => listen.mockRestore());
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const { signal } = new AbortController();
    const transport = transportWith({ signal });
    for (let count = 0; count < 50; count++) await transport.get(new URL(server.url));
    const signals = new Set(listen.mock.contexts.filter((it) => it instanceof AbortSignal));
    expect([signals.has(signal), signals.size]).toEqual([true, 51]);
    const listeners = [...signals].flatMap((it) => getEventListeners(it, "abort"));
    expect(listeners).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")("does not wait for a connection", async () => {
    const { port } = await blackhole();
    const controller = new AbortController();
    const transport = transportWith({ signal: controller.signal, timeoutMs: 60_000 });
    const failure = failureOf(transport.get(new URL(`http://127.0.0.1:${port}`)));
    setImmediate(() => controller.abort(new Error("stop now")));
    expect(await failure).toMatchObject({ message: "stop now" });
  });

  it("ends a request at once with its own reason", async () => {
    const controller = new AbortController();
    const server = await faultyServer(() => controller.abort(new Error("stop now")));
    const error = await failureOf(
      transportWith({ signal: controller.signal }).get(new URL(server.url)),
    );
    expect(error).toMatchObject({ message: "stop now" });
    expect(server.requests).toHaveLength(1);
  });
});
