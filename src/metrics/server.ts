import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { isAllowedHost } from "./host.js";

/** Answer to a request for metrics. */
export interface Answer {
  readonly status: 200 | 503;
  readonly contentType: string;
  readonly text: string;
}

/** Where to listen. */
export interface Place {
  /** Name or address of this machine. */
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
}

const PATH = "/metrics";

/** Time limits of requests (a few hundred bytes), and of clients that do not read, milliseconds. */
const SLOW = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
const STALLED_MS = 10_000;

/**
 * Serves metrics over HTTP: `GET /metrics` and nothing else. A request whose Host header does not name this
 * server is refused, since a web page could otherwise read the answer (DNS rebinding).
 * @param answer called for each request
 * @throws the system's error, for a port in use or an address of another machine
 */
export async function serveMetrics(place: Place, answer: () => Promise<Answer>) {
  const server = createServer(SLOW, (request, response) => {
    during(request.socket, () => respond(request, response, place.host, answer)).catch(() =>
      response.destroy(),
    );
  });
  const during = limitConnections(server);
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    server.once("error", reject);
    server.listen(place.port, place.host, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
  const host = place.host.includes(":") ? `[${place.host}]` : place.host;
  return {
    url: `http://${host}:${port}${PATH}`,
    /** Stops listening and ends all connections. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  host: string,
  answer: () => Promise<Answer>,
): Promise<void> {
  const { method = "GET", url = "/", headers, socket } = request;
  if (!isAllowedHost(headers.host, host, socket.localAddress)) {
    send(response, 403, "the Host header is not of this server");
  } else if (url.split("?", 1)[0] !== PATH) {
    send(response, 404, `the metrics are at ${PATH}`);
  } else if (method !== "GET" && method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    send(response, 405, "only GET");
  } else {
    const { status, contentType, text } = await answer();
    send(response, status, text, contentType);
  }
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  contentType = "text/plain; charset=utf-8",
): void {
  const body = text.endsWith("\n") ? text : `${text}\n`;
  response.writeHead(status, {
    "content-type": contentType,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.socket?.setTimeout(STALLED_MS); // until the answer is sent
  response.end(response.req.method === "HEAD" ? undefined : body);
}

/** Maximum number of connections, unless more of them wait for an answer. */
const MOST = 64;
const MOST_AWAITED = 1_000;

/**
 * Limits the number of connections of a server. A new one ends the oldest that waits for no answer: one
 * that is idle, sends its request slowly, or does not read its answer. So these keep no collector out.
 * @returns a function that does work for a connection, which is not ended meanwhile
 */
function limitConnections(server: Server) {
  const open = new Set<Socket>();
  const awaited = new Set<Socket>();
  server.maxConnections = MOST_AWAITED;
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    if (open.size <= MOST) return;
    for (const other of open) {
      if (other === socket || awaited.has(other)) continue;
      open.delete(other); // its own close comes later
      other.destroy();
      return;
    }
  });
  return async (socket: Socket, work: () => Promise<void>): Promise<void> => {
    awaited.add(socket);
    await work().finally(() => awaited.delete(socket));
  };
}
