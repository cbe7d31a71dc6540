import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface ProxyOptions {
  /** Loopback port to which every requested host is mapped. */
  readonly port: number;
  /** Answers every request with this status. */
  readonly refusal?: number;
  /** Required credentials, `user:password`. */
  readonly credentials?: string;
  /** Uses TLS to the proxy, with this certificate in PEM. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
}

export interface LoopbackProxy {
  readonly url: string;
  readonly port: number;
  /** Received request lines, such as `CONNECT service.test:443`. */
  readonly asked: readonly string[];
  /** Number of opened connections. */
  readonly connections: () => number;
}

/** Starts a forward proxy on loopback, for tunnels and for plain http, closed at the end of the test. */
export async function loopbackProxy(options: ProxyOptions): Promise<LoopbackProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const statusOf = (request: IncomingMessage): number | undefined => {
    asked.push(`${request.method} ${request.url}`);
    if (options.refusal !== undefined) return options.refusal;
    return isLetIn(request, options.credentials) ? undefined : 407;
  };
  const onRequest: RequestListener = (request, response) => {
    const status = statusOf(request);
    if (status !== undefined) {
      response.writeHead(status, { "proxy-authenticate": "Basic" }).end();
      return;
    }
    const { pathname, search } = new URL(request.url ?? "");
    const onward = { port: options.port, path: pathname + search, headers: request.headers };
    httpRequest(onward, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  };
  const { tls } = options;
  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
  let opened = 0;
  server.on("connection", (socket: Socket) => {
    opened++;
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.on("connect", (request, socket: Socket) => {
    const status = statusOf(request);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} X\r\nproxy-authenticate: Basic\r\n\r\n`);
      return;
    }
    const onward = connect(options.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  const scheme = tls === undefined ? "http" : "https";
  return { url: `${scheme}://127.0.0.1:${port}`, port, asked, connections: () => opened };
}

function isLetIn(request: IncomingMessage, credentials: string | undefined): boolean {
  if (credentials === undefined) return true;
  const expected = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return request.headers["proxy-authorization"] === expected;
}
