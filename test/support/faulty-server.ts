import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { onTestFinished } from "vitest";

/** Handles the n-th request of a raw server (from 1). */
export type Behaviour = (socket: Socket, request: string, count: number) => void;

export interface FaultyServer {
  readonly url: string;
  readonly port: number;
  /** Heads of the received requests, oldest first. */
  readonly requests: readonly string[];
  /** Number of opened connections. */
  readonly connections: () => number;
}

export interface ServerOptions {
  /** Address; 127.0.0.1 when omitted. */
  readonly host?: "127.0.0.1" | "::1";
  /** Uses TLS with this certificate, in PEM. */
  readonly tls?: TlsOptions;
}

/** Starts a server on loopback that sends raw bytes, closed at the end of the test. */
export async function faultyServer(
  behaviour: Behaviour,
  { host = "127.0.0.1", tls }: ServerOptions = {},
): Promise<FaultyServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    let buffered = "";
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      buffered += chunk.toString("latin1");
      for (let end = buffered.indexOf("\r\n\r\n"); end >= 0; end = buffered.indexOf("\r\n\r\n")) {
        const head = buffered.slice(0, end);
        buffered = buffered.slice(end + 4);
        requests.push(head);
        behaviour(socket, head, requests.length);
      }
    });
  };
  const server: Server =
    tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  server.on("connection", () => opened++); // before the handshake of TLS, if any
  server.on("tlsClientError", () => {}); // a client that does not trust it closes the connection
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const url = `${tls === undefined ? "http" : "https"}://${authority}`;
  return { url, port, requests, connections: () => opened };
}

/** Writes the same bytes once per turn of the event loop, until the reader is gone. */
export function writeEndlessly(socket: Socket, chunk: Buffer): void {
  const more = () => {
    setImmediate(() => {
      if (!socket.destroyed) socket.write(chunk, more);
    });
  };
  more();
}

/** Returns a complete response. */
export function answer(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    "content-type": "application/json",
    "content-length": String(bytes.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n`), bytes]);
}

/** Answers each request with the next response of a list, then repeats the last one. */
export function inTurn(...answers: readonly Buffer[]): Behaviour {
  return (socket, _request, count) => {
    socket.write(answers[Math.min(count, answers.length) - 1] ?? answer(500, ""));
  };
}
