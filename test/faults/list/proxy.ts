import {
  type LoopbackProxy,
  loopbackProxy,
  type ProxyOptions,
} from "../../support/faults-proxy.js";
import { type Behaviour, faultyServer } from "../../support/faulty-server.js";
import { position } from "../../support/records.js";
import type { Asked, FaultGroup, Staged } from "../fault.js";
import { answering, askedOf, page } from "../staging.js";
import { authority, TLS_HOST } from "../tls.js";
import { NO_NAME, NOBODY } from "./reaching.js";

const onePage = page([position(1)], null);
const CHECK =
  "hint: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY; credentials go into the proxy's URL";
const CLOSED =
  "error: cannot reach <service> through the proxy <proxy>: the connection was closed before the answer was whole\nhint: try again; `-v` shows each attempt";

/** A service with TLS behind this proxy. */
function behind(proxyUrl: string): Staged {
  return {
    env: { CARRY_BASE_URL: `https://${TLS_HOST}`, HTTPS_PROXY: proxyUrl },
    names: { [`https://${TLS_HOST}`]: "<service>", [new URL(proxyUrl).origin]: "<proxy>" },
  };
}

function askedOfProxy({ asked, connections }: LoopbackProxy): Asked {
  return askedOf({ requests: asked, connections });
}

/** A proxy that reads the request for a tunnel and then misbehaves. */
function misbehaving(behaviour: Behaviour, retries: string, argv: readonly string[] = []) {
  return async (): Promise<Staged> => {
    const proxy = await faultyServer(behaviour);
    const staged = behind(proxy.url);
    const env = { ...staged.env, CARRY_RETRIES: retries };
    return { ...staged, env, argv, asked: askedOf(proxy) };
  };
}

/** A proxy that refuses all requests. */
const refusing =
  (options: Omit<ProxyOptions, "port">, user = "") =>
  async (): Promise<Staged> => {
    const proxy = await loopbackProxy({ port: 1, ...options });
    // A name, since TLS does not accept an address as a server name.
    const url = Object.assign(new URL(proxy.url), { username: user, hostname: "localhost" });
    return { ...behind(url.href), asked: askedOfProxy(proxy) };
  };

/** A service with TLS behind a proxy that requires credentials. */
async function behindProxy(): Promise<Staged> {
  const { caFile, certificate } = authority();
  const server = await faultyServer((socket) => socket.write(onePage), {
    tls: certificate("good"),
  });
  const proxy = await loopbackProxy({ port: server.port, credentials: "user:pass word" });
  return {
    env: {
      CARRY_BASE_URL: `https://${TLS_HOST}`,
      HTTPS_PROXY: `http://user:pass%20word@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: caFile,
    },
    asked: askedOfProxy(proxy),
  };
}

export const proxies: FaultGroup = {
  title: "Proxies",
  faults: [
    {
      id: "proxy-not-there",
      what: "proxy that refuses the connection",
      stage: () => behind(`http://${NOBODY}`),
      sees: `error: cannot reach <service> through the proxy <proxy>, which cannot be reached: the connection was refused\n${CHECK}`,
      exit: 7,
    },
    {
      id: "proxy-refuses",
      what: "proxy that refuses the request",
      stage: refusing({ refusal: 403 }),
      requests: 1,
      sees: `error: cannot reach <service> through the proxy <proxy>, which refused with status 403\n${CHECK}`,
      exit: 7,
    },
    {
      id: "proxy-407",
      what: "proxy that wants credentials",
      stage: refusing({ credentials: "user:password" }),
      requests: 1,
      sees: `error: cannot reach <service> through the proxy <proxy>, which requires other credentials (407)\n${CHECK}`,
      exit: 7,
    },
    {
      id: "proxy-user-only",
      what: "proxy that wants credentials, with a user but no password in its URL",
      stage: refusing({ credentials: "user:password" }, "user"),
      requests: 1,
      sees: `error: cannot reach <service> through the proxy <proxy>, which requires other credentials (407)\n${CHECK}`,
      exit: 7,
    },
    {
      id: "proxy-certificate",
      what: "proxy with TLS of its own whose certificate signed itself",
      needs: "openssl",
      stage: () => refusing({ tls: authority().certificate("selfSigned") })(),
      requests: 0,
      sees: `error: cannot reach <service> through the proxy <proxy>, whose certificate, or the service's, cannot be trusted (self-signed certificate)\n${CHECK}`,
      exit: 7,
    },
    {
      id: "proxy-no-tls",
      what: "HTTPS_PROXY with https where the proxy speaks plain http",
      async stage() {
        const proxy = await loopbackProxy({ port: 1 });
        return { ...behind(`https://localhost:${proxy.port}`), asked: askedOfProxy(proxy) };
      },
      sees: `error: cannot reach <service> through the proxy <proxy>, which does not speak TLS, or the service does not\n${CHECK}`,
      exit: 7,
    },
    {
      id: "proxy-closes",
      what: "proxy that reads the request for a tunnel and closes",
      stage: misbehaving((socket) => socket.end(), "1"),
      requests: 2,
      sees: CLOSED,
      exit: 7,
    },
    {
      id: "proxy-resets",
      what: "proxy that resets the connection",
      stage: misbehaving((socket) => socket.resetAndDestroy(), "0"),
      requests: 1,
      sees: CLOSED,
      exit: 7,
    },
    {
      id: "proxy-half-answer",
      what: "proxy that closes in the middle of its answer",
      stage: misbehaving((socket) => socket.end("HTTP/1.1 200 Connec"), "0"),
      requests: 1,
      sees: CLOSED,
      exit: 7,
    },
    {
      id: "proxy-silent",
      what: "proxy that never ends its answer",
      stage: misbehaving((socket) => socket.write("HTTP/1.1 200 Connec"), "0", [
        "--timeout",
        "150ms",
      ]),
      requests: 1,
      sees: "error: cannot reach <service> through the proxy <proxy>: no answer within 0.15 s\nhint: try again, or allow more time with --timeout",
      exit: 7,
    },
    {
      id: "proxy-no-http",
      what: "proxy that does not speak HTTP",
      stage: misbehaving((socket) => socket.end("220 mail.example.com ESMTP\r\n"), "0"),
      requests: 1,
      sees: "error: the answer of <service> through the proxy <proxy> is not HTTP\nhint: check the scheme and port of the base URL",
      exit: 8,
    },
    {
      id: "proxy-drops-tunnel",
      what: "proxy that closes the tunnel that it opened",
      stage: misbehaving(
        (socket) => socket.end("HTTP/1.1 200 Connection established\r\n\r\n"),
        "0",
      ),
      requests: 1,
      sees: CLOSED,
      exit: 7,
    },
    {
      id: "proxy-tunnel",
      what: "https through a proxy with the right credentials",
      stage: behindProxy,
      asProcess: true,
      needs: "openssl",
      requests: 1,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "no-proxy",
      what: "host named in NO_PROXY: asked directly",
      stage: () => ({
        env: {
          CARRY_BASE_URL: `https://${NO_NAME}`,
          HTTPS_PROXY: `http://${NOBODY}`,
          NO_PROXY: "example.com, .invalid",
        },
        names: { [`https://${NO_NAME}`]: "<service>" },
      }),
      sees: "error: cannot reach <service>: its name does not resolve\nhint: check the base URL and the network: `carry profile show --resolved`",
      exit: 7,
    },
    {
      id: "loopback-no-proxy",
      what: "loopback: never asked through a proxy, which would read the key",
      stage: answering(onePage, { env: { HTTP_PROXY: `http://${NOBODY}` } }),
      requests: 1,
      stdout: "whole",
      sees: "",
      exit: 0,
    },
    {
      id: "proxy-setting",
      what: "HTTPS_PROXY that is not an http proxy",
      stage: () => behind("socks5://127.0.0.1:1080"),
      sees: "error: HTTPS_PROXY is not the URL of an http or https proxy\nhint: a proxy looks like http://proxy.example.com:3128",
      exit: 2,
    },
  ],
};
