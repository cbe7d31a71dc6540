import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import type { TlsOptions } from "node:tls";
import { onTestFinished } from "vitest";
import { blackhole } from "../../support/faults-blackhole.js";
import { faultyServer } from "../../support/faulty-server.js";
import { position } from "../../support/records.js";
import type { Asked, FaultGroup, Staged, StagedFault } from "../fault.js";
import { askedOf, page } from "../staging.js";
import { servedWithTls } from "../tls.js";

/* Longer than a label of the DNS, so that no resolver is asked. */
export const NO_NAME = `${"x".repeat(64)}.invalid`;
/* Port 1 of loopback, on which nothing listens. */
export const NOBODY = "127.0.0.1:1";

const onePage = page([position(1)], null);
const TLS = "hint: check the base URL; a private authority is trusted with NODE_EXTRA_CA_CERTS";
const URL_HINT =
  "hint: a base URL looks like https://api.example.com or https://example.com/prefix";

const at = (url: string, more: Staged = {}): (() => Staged) => {
  return () => ({
    ...more,
    env: { CARRY_BASE_URL: url, ...more.env },
    names: { [url]: "<service>" },
  });
};

function badBaseUrl(id: string, what: string, url: string, why: string): StagedFault {
  return {
    id: `base-url-${id}`,
    what: `base URL ${what}`,
    stage: () => ({ env: { CARRY_BASE_URL: url } }),
    sees: `error: ${why}`,
    exit: 2,
  };
}

function untrusted(
  id: "selfSigned" | "expired" | "otherHost",
  what: string,
  why: string,
  trusted = true,
): StagedFault {
  return {
    id: `tls-${id}`,
    what: `certificate ${what}`,
    stage: servedWithTls(id, (socket) => socket.write(onePage), { trusted }),
    ...(trusted && { asProcess: true }),
    needs: "openssl",
    requests: 0,
    sees: `error: cannot reach <service>: its certificate cannot be trusted (${why})\n${TLS}`,
    exit: 7,
  };
}

function noHandshake(id: string, what: string, sees: string, settings: TlsOptions): StagedFault {
  return {
    id,
    what: `service ${what}`,
    stage: servedWithTls("good", (socket) => socket.write(onePage), { settings }),
    asProcess: true,
    needs: "openssl",
    requests: 0,
    sees: `error: cannot reach <service>: ${sees}\n${TLS}`,
    exit: 7,
  };
}

/** A service that answers a hello of TLS with an alert (RFC 8446, 6). */
function alerting(id: string, what: string, sees: string, alert: number): StagedFault {
  return {
    id,
    what: `service ${what}`,
    async stage() {
      const server = await plainHttpServer((socket) => {
        socket.once("data", () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert])));
      });
      return at(`https://127.0.0.1:${server.port}`, { asked: server.asked })();
    },
    sees: `error: cannot reach <service>: ${sees}\n${TLS}`,
    exit: 7,
  };
}

/** The reaction of an http server, or of another one, to TLS. */
async function plainHttpServer(
  react?: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly asked: Asked }> {
  let requests = 0;
  let connections = 0;
  const server = react === undefined ? createServer(() => requests++) : createTcpServer(react);
  server.listen(0, "127.0.0.1");
  server.on("connection", () => connections++);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, asked: { requests: () => requests, connections: () => connections } };
}

export const reaching: FaultGroup = {
  title: "Reaching the service",
  faults: [
    {
      id: "no-name",
      what: "name that does not resolve",
      stage: at(`https://${NO_NAME}`),
      sees: "error: cannot reach <service>: its name does not resolve\nhint: check the base URL and the network: `carry profile show --resolved`",
      exit: 7,
    },
    {
      id: "refused",
      what: "connection refused",
      stage: at(`http://${NOBODY}`),
      sees: "error: cannot reach <service>: the connection was refused\nhint: check the base URL, and that the service is running",
      exit: 7,
    },
    {
      id: "connect-time-out",
      what: "connection that is never accepted",
      needs: "linux",
      async stage() {
        const { port } = await blackhole();
        return at(`http://127.0.0.1:${port}`, {
          argv: ["--timeout", "150ms"],
          env: { CARRY_RETRIES: "0" },
        })();
      },
      sees: "error: cannot reach <service>: no answer within 0.15 s\nhint: try again, or allow more time with --timeout",
      exit: 7,
    },
    untrusted("selfSigned", "that signed itself", "self-signed certificate", false),
    untrusted("expired", "that has expired", "certificate has expired"),
    untrusted("otherHost", "for another host", "it is for another host"),
    {
      id: "tls-unknown-authority",
      what: "certificate of an unknown authority",
      stage: servedWithTls("good", (socket) => socket.write(onePage), { trusted: false }),
      needs: "openssl",
      requests: 0,
      sees: `error: cannot reach <service>: its certificate cannot be trusted (unable to verify the first certificate)\n${TLS}`,
      exit: 7,
    },
    {
      id: "tls-extra-authority",
      what: "certificate of an authority in NODE_EXTRA_CA_CERTS",
      stage: servedWithTls("good", (socket) => socket.write(onePage)),
      asProcess: true,
      needs: "openssl",
      requests: 1,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "old-tls",
      what: "service that speaks TLS 1.0 alone",
      stage: servedWithTls("good", (socket) => socket.write(onePage), {
        settings: { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "ALL@SECLEVEL=0" },
      }),
      asProcess: true,
      needs: "openssl",
      requests: 0,
      sees: `error: cannot reach <service>: it only supports unsafe TLS versions (older than 1.2)\n${TLS}`,
      exit: 7,
    },
    noHandshake("tls-alpn", "that offers no HTTP/1.1 (ALPN)", "it does not offer HTTP/1.1 (ALPN)", {
      ALPNProtocols: ["h2"],
    }),
    noHandshake(
      "tls-cipher",
      "that shares no cipher",
      "it shares no cipher of TLS with carry, or wants a client certificate, which carry lacks",
      { maxVersion: "TLSv1.2", ciphers: "ECDHE-RSA-AES128-GCM-SHA256" },
    ),
    noHandshake(
      "tls-client-certificate",
      "that wants a client certificate",
      "it shares no cipher of TLS with carry, or wants a client certificate, which carry lacks",
      { requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2" },
    ),
    noHandshake(
      "tls-client-certificate-late",
      "that wants a client certificate, and says so after the handshake (TLS 1.3)",
      "it wants a client certificate, which carry lacks",
      { requestCert: true, rejectUnauthorized: true, minVersion: "TLSv1.3" },
    ),
    alerting(
      "tls-certificate-required",
      "that wants a client certificate and says so (alert 116)",
      "it wants a client certificate, which carry lacks",
      116,
    ),
    alerting(
      "tls-alert",
      "that ends TLS with another alert (112)",
      'it ended TLS with the alert "unrecognized name"',
      112,
    ),
    {
      id: "no-tls",
      what: "https where only http is spoken",
      async stage() {
        const server = await plainHttpServer();
        return at(`https://127.0.0.1:${server.port}`, { asked: server.asked })();
      },
      sees: `error: cannot reach <service>: it does not speak TLS\n${TLS}`,
      exit: 7,
    },
    {
      id: "ipv6",
      what: "service on the IPv6 loopback only",
      needs: "ipv6",
      async stage() {
        const server = await faultyServer((socket) => socket.write(onePage), { host: "::1" });
        return { env: { CARRY_BASE_URL: server.url }, asked: askedOf(server) };
      },
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "key-over-http",
      what: "key over plain http to another machine: not sent",
      stage: at("http://api.example.com"),
      sees: "error: the API key is not sent to <service>: plain http is not encrypted\nhint: use an https base URL; http is accepted for loopback only",
      exit: 2,
    },
    badBaseUrl(
      "ftp",
      "that is not http(s)",
      "ftp://example.com",
      'CARRY_BASE_URL: "ftp://example.com" is not a URL such as https://api.example.com',
    ),
    badBaseUrl(
      "text",
      "that is not a URL",
      "example",
      'CARRY_BASE_URL: "example" is not a URL such as https://api.example.com',
    ),
    badBaseUrl(
      "credentials",
      "with credentials in it",
      "https://user:secret@example.com",
      `base URL of example.com contains credentials\n${URL_HINT}`,
    ),
    badBaseUrl(
      "query",
      "with a query",
      "https://example.com/?a=b",
      `base URL "https://example.com/?a=b" has a query\n${URL_HINT}`,
    ),
    badBaseUrl(
      "fragment",
      "with a fragment",
      "https://example.com/#a",
      `base URL "https://example.com/#a" has a fragment\n${URL_HINT}`,
    ),
    {
      id: "one-connection",
      what: "two pages over one connection that is kept alive",
      async stage() {
        const server = await faultyServer((socket, _request, count) =>
          socket.write(page([position(count)], count === 1 ? "c1" : null)),
        );
        const { connections } = server;
        return {
          env: { CARRY_BASE_URL: server.url },
          asked: { requests: connections, connections },
        };
      },
      requests: 1,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
  ],
};
