import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { onAbort } from "../../base/on-abort.js";
import { timeOfComputer } from "../../base/time/clock.js";
import { DAY_MS } from "../../base/time/periods.js";
import { SAFELY } from "../../client/http/connector.js";
import { lookUp } from "../../client/http/lookup.js";
import { proxyFor } from "../../client/http/proxy.js";
import type { Context } from "../../command/context.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { type Finding, fail, failed, ok, skip, warn } from "./finding.js";

interface Attempt {
  readonly context: Context;
  /** Time limit of a step, milliseconds. */
  readonly timeoutMs: number;
}

/** Remaining validity of a certificate below which the check warns. */
const SOON_MS = 14 * DAY_MS;

/** Checks the connection to a host: proxy, name, TCP connection, certificate. */
export async function* checkNetwork(
  context: Context,
  baseUrl: URL,
  timeoutMs: number,
): AsyncGenerator<Finding> {
  const attempt = { context, timeoutMs };
  let proxy: URL | undefined;
  try {
    proxy = proxyFor(baseUrl, context.io.env);
  } catch (error) {
    yield failed(context, "proxy", error);
    return;
  }
  yield ok("proxy", proxy === undefined ? "none" : proxy.origin);
  const next = proxy ?? baseUrl; // the first machine to connect to
  const host = next.hostname.replace(/^\[|\]$/g, "");
  const port = Number(next.port) || (next.protocol === "https:" ? 443 : 80);
  const found = await resolveName(attempt, host);
  yield found;
  const reached =
    found.mark === "fail" ? skip("TCP", "not tried") : await reachPort(attempt, host, port);
  yield reached;
  if (next.protocol === "http:") {
    yield skip(
      "TLS",
      proxy === undefined ? "plain http, on this machine" : "begins behind the proxy",
    );
  } else {
    yield reached.mark === "ok" ? await shakeHands(attempt, host, port) : skip("TLS", "not tried");
  }
}

async function resolveName(attempt: Attempt, host: string): Promise<Finding> {
  if (isIP(host) !== 0) return skip("DNS", `${host} is an address already`);
  if (host === "localhost") return skip("DNS", "localhost is this machine, and is not looked up");
  try {
    const found = await within(attempt, () => lookup(host, { all: true }));
    return ok("DNS", `${host} is ${found.map(({ address }) => address).join(", ")}`);
  } catch (error) {
    return unreachable(
      attempt,
      "DNS",
      `${host} does not resolve: ${reasonOf(error)}`,
      "check the base URL and the network",
    );
  }
}

async function reachPort(attempt: Attempt, host: string, port: number): Promise<Finding> {
  try {
    const socket = await opened(attempt, connect({ host, port, lookup: lookUp }), "connect");
    const { remoteAddress } = socket;
    socket.destroy();
    return ok("TCP", `connected to ${remoteAddress ?? host}, port ${port}`);
  } catch (error) {
    return unreachable(
      attempt,
      "TCP",
      `no connection to ${host}, port ${port}: ${reasonOf(error)}`,
      "check that the service is running, and what firewalls let through",
    );
  }
}

async function shakeHands(attempt: Attempt, host: string, port: number): Promise<Finding> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  try {
    const socket = await opened(
      attempt,
      connectTls({ host, port, ...name, ...SAFELY }),
      "secureConnect",
    );
    const protocol = socket.getProtocol() ?? "TLS";
    const ends = Date.parse(socket.getPeerCertificate().valid_to);
    socket.destroy();
    const until = Number.isNaN(ends)
      ? ""
      : `, certificate good until ${new Date(ends).toISOString().slice(0, 10)}`;
    if (ends - timeOfComputer(attempt.context.io.clock) < SOON_MS) {
      return warn(
        "TLS",
        `${protocol}${until}`,
        "renew it soon, or report it to the operator of the service",
      );
    }
    return ok("TLS", `${protocol}${until}`);
  } catch (error) {
    return unreachable(
      attempt,
      "TLS",
      `no trusted connection to ${host}: ${reasonOf(error)}`,
      "check the base URL and the clock; a private authority is trusted with NODE_EXTRA_CA_CERTS",
    );
  }
}

/** @throws if the process is asked to end */
function unreachable({ context }: Attempt, check: string, detail: string, hint: string): Finding {
  context.io.signal.throwIfAborted();
  return fail(check, detail, hint, ExitCode.unreachable);
}

async function opened<S extends Socket | TLSSocket>(
  attempt: Attempt,
  socket: S,
  event: "connect" | "secureConnect",
): Promise<S> {
  try {
    await within(attempt, () => once(socket, event));
    return socket;
  } catch (error) {
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  }
}

/** Rejects after the time limit, or when the process is asked to end. */
function within<T>({ context, timeoutMs }: Attempt, start: () => Promise<T>): Promise<T> {
  const { signal } = context.io;
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${timeoutMs / 1000} s`));
    const timer = setTimeout(late, timeoutMs);
    const removeListener = onAbort(signal, () => reject(signal.reason));
    const end = () => {
      clearTimeout(timer);
      removeListener();
    };
    start().then(resolve, reject).finally(end);
  });
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (message !== undefined && message !== "") return String(message);
  return String(code ?? error);
}
