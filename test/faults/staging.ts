import {
  answer,
  type Behaviour,
  type FaultyServer,
  faultyServer,
} from "../support/faulty-server.js";
import { PORTFOLIO, position } from "../support/records.js";
import type { Asked, Staged } from "./fault.js";

/** Arguments of every staged command, besides the address of the service. */
export const CREDENTIALS = { CARRY_API_KEY: "secret-key", CARRY_PORTFOLIO: PORTFOLIO };

/** Two positions and the cursor after them. */
const FIRST_PAGE = page([position(1), position(2)], "c1");

/** Returns a page in the format of the service. */
export function page(
  data: readonly unknown[],
  next: string | null,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  return answer(200, JSON.stringify({ data, next_cursor: next }), {
    "x-api-version": "v1",
    ...headers,
  });
}

/** Returns what reached a server. */
export function askedOf(server: Pick<FaultyServer, "requests" | "connections">): Asked {
  return { requests: () => server.requests.length, connections: server.connections };
}

/** Stages a service on loopback that speaks raw bytes. */
export function served(behaviour: Behaviour, more: Staged = {}): () => Promise<Staged> {
  return async () => {
    const server = await faultyServer(behaviour);
    return {
      ...more,
      env: { CARRY_BASE_URL: server.url, ...more.env },
      names: { [server.url]: "<service>", ...more.names },
      asked: askedOf(server),
    };
  };
}

/** Stages a service that gives the same answer to every request. */
export function answering(bytes: Buffer, more: Staged = {}): () => Promise<Staged> {
  return served((socket) => socket.write(bytes), more);
}

/** Stages a service whose first page is valid, followed by a fault. */
export function afterFirstPage(behaviour: Behaviour, more: Staged = {}): () => Promise<Staged> {
  return served((socket, request, count) => {
    if (count === 1) socket.write(FIRST_PAGE);
    else behaviour(socket, request, count - 1);
  }, more);
}

/** Stages a service that sends one page of this JSON text. */
export function sendingJson(text: string): () => Promise<Staged> {
  return answering(answer(200, text));
}

/** Stages a service that sends one position with these fields; text in `raw` is inserted unchanged. */
export function sendingPosition(
  overrides: Record<string, unknown>,
  raw: Readonly<Record<string, string>> = {},
): () => Promise<Staged> {
  let text = JSON.stringify({ data: [position(1), position(2, overrides)], next_cursor: null });
  for (const [mark, instead] of Object.entries(raw)) text = text.replaceAll(`"${mark}"`, instead);
  return sendingJson(text);
}
