import { EventEmitter, once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, it, onTestFinished } from "vitest";
import { isAllowedHost } from "../../src/metrics/host.js";
import { serveMetrics } from "../../src/metrics/server.js";
import { Interrupted } from "../../src/terminal/io.js";
import { carry, type Outcome } from "../support/carry.js";
import { answer, type FaultyServer, faultyServer } from "../support/faulty-server.js";
import { ago, long, MINUTE, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";
import { parsePage, valueIn } from "./parse.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

const POSITION = position(1, {
  opened_at: ago(10 * 24 * 60 * MINUTE),
  legs: [long({ market_id: null }), short({ market_id: null })],
  performance: performance({ calculated_at: ago(MINUTE) }),
});
const LISTED = answer(200, JSON.stringify({ data: [POSITION], next_cursor: null }), {
  date: new Date(NOW).toUTCString(),
});

/** A service of which the test decides each answer. */
interface Service extends FaultyServer {
  answers: (socket: Socket, count: number) => void;
}

async function service(): Promise<Service> {
  const server = await faultyServer((socket, _request, count) => found.answers(socket, count));
  const found: Service = Object.assign(server, {
    answers: (socket: Socket) => void socket.write(LISTED),
  });
  return found;
}

interface Serving {
  readonly url: string;
  readonly port: number;
  readonly clock: { now: number };
  readonly stderr: () => string;
  end(): Promise<Outcome>;
}

/** Serves metrics in this process, with a clock that only the test advances. */
async function serving(
  of: Pick<FaultyServer, "url">,
  argv: readonly string[] = ["--listen", "0"],
): Promise<Serving> {
  const clock = { now: NOW };
  const controller = new AbortController();
  let stderr = "";
  let ended: Promise<Outcome> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    ended = carry(["metrics", ...argv, "--base-url", of.url], {
      env: { CARRY_RETRIES: "0", CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      clock: { now: () => clock.now },
      signal: controller.signal,
      onStderr(text) {
        stderr += text;
        const found = /serving (\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      },
    });
    ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const end = async () => {
    controller.abort(new Interrupted("SIGTERM"));
    if (ended === undefined) throw new Error("it did not start");
    return ended;
  };
  onTestFinished(async () => void (await end()));
  return { url, port: Number(new URL(url).port), clock, stderr: () => stderr, end };
}

interface Got {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a request with any Host header. */
function get(
  url: string,
  { host, method = "GET", path }: { host?: string; method?: string; path?: string } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const options = { method, headers, agent: false, ...(path !== undefined && { path }) };
    const sent = httpRequest(url, options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text) => {
        body += text;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      );
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("carry metrics --listen", () => {
  it("serves what carry metrics prints, on loopback, until it is ended by a signal", async () => {
    const { url, end } = await serving(await service());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    const { status, headers, body } = await get(url);
    expect([status, headers["content-type"]]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    const page = parsePage(body);
    expect([valueIn(page, "carry_up"), valueIn(page, "carry_open_positions")]).toEqual([1, 1]);
    const { code, stdout } = await end();
    expect([code, stdout]).toEqual([143, ""]);
    await expect(get(url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it("says the type of OpenMetrics with --openmetrics", async () => {
    const { url } = await serving(await service(), ["--listen", "0", "--openmetrics"]);
    const { headers, body } = await get(url);
    expect(headers["content-type"]).toBe(
      "application/openmetrics-text; version=1.0.0; charset=utf-8",
    );
    expect(body.endsWith("# EOF\n")).toBe(true);
  });

  it("serves nothing else, and to no page of the web", async () => {
    const { url } = await serving(await service());
    const { headers } = await get(url);
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect((await get(url, { path: "/" })).status).toBe(404);
    expect((await get(url, { path: "/metrics/../etc" })).status).toBe(404);
    expect((await get(url, { path: "/metrics?x=1" })).status).toBe(200);
    const posted = await get(url, { method: "POST" });
    expect([posted.status, posted.headers.allow]).toEqual([405, "GET, HEAD"]);
    const head = await get(url, { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, ""]);
  });

  it("refuses a Host header that is neither loopback nor the address given", async () => {
    const { url, port } = await serving(await service());
    const statusOf = async (host: string) => (await get(url, { host })).status;
    expect(await statusOf(`localhost:${port}`)).toBe(200);
    expect(await statusOf(`127.0.0.1:${port}`)).toBe(200);
    expect(await statusOf("[::1]")).toBe(200);
    expect(await statusOf("LOCALHOST")).toBe(200);
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1.evil.example",
      "10.0.0.7",
    ]) {
      expect([host, await statusOf(host)]).toEqual([host, 403]);
    }
  });

  it("collects once for all who ask at the same time, and at most every 15 seconds", async () => {
    const found = await service();
    const { url, clock } = await serving(found);
    await get(url);
    expect(found.requests).toHaveLength(1); // the one at the start
    clock.now += 14_999;
    await get(url);
    expect(found.requests).toHaveLength(1);
    clock.now += 1;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    found.answers = (socket) => void held.then(() => socket.write(LISTED));
    const asked = Array.from({ length: 5 }, () => get(url));
    while (found.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    release();
    const pages = await Promise.all(asked);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(found.requests).toHaveLength(2);
  });

  it("ends no connection while more than 64 wait for an answer", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const waiting = new EventEmitter();
    const server = await serveMetrics({ host: "127.0.0.1", port: 0 }, async () => {
      waiting.emit("one");
      await held;
      return { status: 200, contentType: "text/plain", text: "" };
    });
    onTestFinished(server.close);
    const asked: Promise<Got>[] = [];
    while (asked.length < 70) {
      const one = once(waiting, "one");
      asked.push(get(server.url));
      await one;
    }
    release();
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(70);
  });

  it("answers 503 when the portfolio cannot be fetched, says why, and recovers", async () => {
    const found = await service();
    const { url, clock, stderr } = await serving(found);
    await get(url); // waits for the collection at the start
    found.answers = (socket) =>
      void socket.write(answer(500, '{"code":"X","message":"no\\u001b[2J"}'));
    clock.now += 15_000;
    const failed = await get(url);
    expect([failed.status, failed.body.includes("carry_")]).toEqual([503, false]);
    expect(failed.body).toMatch(/^the portfolio could not be fetched: .*no\\x1b\[2J/);
    expect(stderr()).toContain("warning: the portfolio could not be fetched");
    found.answers = (socket) => void socket.write(LISTED);
    clock.now += 5_000;
    expect((await get(url)).status).toBe(503); // the service is left alone for 15 seconds
    clock.now += 10_000;
    const { status, body } = await get(url);
    expect(status).toBe(200);
    expect(valueIn(parsePage(body), "carry_last_success_timestamp_seconds")).toBe(
      (NOW + 30_000) / 1000,
    );
  });

  it("starts while the service is down, and tells a key that is refused at once", async () => {
    const down = await service();
    down.answers = (socket) => void socket.write(answer(503, "{}"));
    const { url } = await serving(down);
    expect((await get(url)).status).toBe(503);
    const refused = await service();
    refused.answers = (socket) =>
      void socket.write(answer(401, '{"code":"UNAUTHORIZED","message":"no"}'));
    const { code, stderr } = await carry(["metrics", "--listen", "0", "--base-url", refused.url], {
      env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
    });
    expect([code, stderr]).toEqual([3, expect.stringContaining("error: ")]);
  });

  it("counts a part that is missing, on a page that is up", async () => {
    const market = { ...POSITION, legs: [long({ market_id: 1 }), short({ market_id: 1 })] };
    const found = await service();
    let broken = false;
    const list = answer(200, JSON.stringify({ data: [market], next_cursor: null }));
    const events = answer(200, JSON.stringify({ data: [] }));
    found.answers = (socket, count) => {
      const isList = found.requests[count - 1]?.includes("/portfolios/") === true;
      socket.write(isList ? list : broken ? answer(500, "{}") : events);
    };
    const { url, clock } = await serving(found);
    await get(url);
    broken = true;
    clock.now += 60_000;
    const { status, body } = await get(url);
    const page = parsePage(body);
    expect([status, valueIn(page, "carry_up")]).toEqual([200, 1]);
    expect(valueIn(page, "carry_last_success_timestamp_seconds")).toBe(NOW / 1000 + 60);
    expect(valueIn(page, "carry_missing_parts")).toBe(1);
  });

  it("answers while 1,000 connections send nothing, send slowly, or never read", async () => {
    const server = await service();
    const { url, port } = await serving(server);
    const starts = [
      "",
      "GET /metrics HT",
      `GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(50),
    ];
    const idle = Array.from({ length: 1_000 }, (_, n) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.on("connect", () => socket.write(starts[n % starts.length] ?? "")).pause();
      return socket;
    });
    onTestFinished(() => {
      for (const socket of idle) socket.destroy();
    });
    await Promise.all(idle.map((socket) => once(socket, "connect")));
    for (let scrape = 0; scrape < 3; scrape++) {
      expect(await get(url)).toMatchObject({
        status: 200,
        body: expect.stringContaining("carry_up 1\n"),
      });
    }
  });

  it("names a port in use, and an address that is not of this computer", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as { port: number };
    const start = (listen: string) => carry(["metrics", "--listen", listen], { env: env() });
    expect(await start(String(port))).toMatchObject({
      code: 2,
      stderr: `error: --listen: 127.0.0.1:${port} is in use\nhint: name another port, or 0 for a free one\n`,
    });
    expect(await start("192.0.2.1:0")).toMatchObject({
      code: 2,
      stderr:
        "error: --listen: 192.0.2.1 is not an address of this computer\nhint: name an address of this computer, or only a port\n",
    });
    for (const value of ["", "70000", "a b:1", "::1:80", "1:2:3"]) {
      const { code, stderr } = await start(value);
      expect([value, code]).toEqual([value, 2]);
      expect(stderr).toContain("is not a port such as 9188");
    }
  });

  const other = Object.values(networkInterfaces())
    .flat()
    .find((it) => it?.family === "IPv4" && !it.internal)?.address;
  it.skipIf(other === undefined)(
    "on every address warns, and takes the address that a request came to",
    async () => {
      const { port, stderr } = await serving(await service(), ["--listen", "0.0.0.0:0"]);
      expect(stderr()).toContain("warning: everyone who can reach 0.0.0.0 can read the metrics");
      const url = `http://${other}:${port}/metrics`;
      expect((await get(url)).status).toBe(200);
      expect((await get(url, { host: "evil.example" })).status).toBe(403);
      expect((await get(url, { host: "10.99.99.99" })).status).toBe(403);
    },
  );
});

describe("a Host header", () => {
  it.each([
    ["box", "box:9188", undefined, true],
    ["box", "BOX", undefined, true],
    ["box", "box.evil.example", undefined, false],
    ["192.0.2.7", "192.0.2.7:9188", undefined, true],
    ["192.0.2.7", "192.0.2.8:9188", "192.0.2.8", false],
    ["2001:db8::1", "[2001:db8::1]:9188", undefined, true],
    ["::", "[2001:db8::1]:9188", "2001:db8::1", true],
    ["::", "192.0.2.7", "::ffff:192.0.2.7", true],
    ["::", "box", "192.0.2.7", false],
    ["127.0.0.1", undefined, "127.0.0.1", false],
    ["127.0.0.1", "127.0.0.1:1:2", "127.0.0.1", false],
  ])("of a server on %s: %s is allowed: %s", (host, header, local, expected) => {
    expect(isAllowedHost(header, host, local)).toBe(expected);
  });
});
