import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sandbox } from "../../src/sandbox/server.js";

type Json = Record<string, unknown>;

/** Changes of the records of a service. */
export interface Damage {
  /** @param place number of the position in the listing; of its detail the same */
  readonly position?: (position: Json, place: number) => unknown;
  readonly asset?: (asset: Json, place: number) => unknown;
  readonly event?: (event: Json, place: number) => unknown;
  /** Replaces the data of each answer. */
  readonly envelope?: (data: unknown) => unknown;
  /** A query parameter that the service ignores. */
  readonly ignores?: string;
  /** Is told the path and query of each request. */
  readonly onRequest?: (url: string) => void;
}

/** Serves a sandbox with damaged records, as long as `work` goes on. */
export async function withDamage<T>(
  sandbox: Sandbox,
  damage: Damage,
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const places = new Map<string, number>();
  const placeOf = (id: string) => {
    if (!places.has(id)) places.set(id, places.size);
    return places.get(id) ?? 0;
  };
  const damaged = (path: string, data: unknown): unknown => {
    const list = Array.isArray(data) ? (data as Json[]) : [];
    if (/\/portfolios\//.test(path)) {
      return list.map((it) => damage.position?.(it, placeOf(String(it.position_id))) ?? it);
    }
    if (/\/v1\/positions\//.test(path)) {
      const one = data as Json;
      return damage.position?.(one, placeOf(String(one.position_id))) ?? one;
    }
    if (/\/assets/.test(path)) return list.map((it, at) => damage.asset?.(it, at) ?? it);
    if (/\/history\//.test(path)) return list.map((it, at) => damage.event?.(it, at) ?? it);
    return data;
  };
  const server = createServer((request, response) => {
    const { url = "/", headers } = request;
    const authorization = headers.authorization ?? "";
    damage.onRequest?.(url);
    const asked = new URL(url, sandbox.url);
    if (damage.ignores !== undefined) asked.searchParams.delete(damage.ignores);
    void fetch(asked, { headers: { authorization } }).then(async (answer) => {
      const body = (await answer.json()) as Json;
      const sent = answer.ok ? damaged(url, body.data) : body.data;
      const data = damage.envelope === undefined ? sent : damage.envelope(sent);
      const date = answer.headers.get("date") ?? "";
      response.writeHead(answer.status, { date, "content-type": "application/json" });
      response.end(JSON.stringify(answer.ok ? { ...body, data } : body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work({
      CARRY_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Returns a record with another value at a path; without the field if it is undefined. */
export function changed(record: Json, path: string, value: unknown): Json {
  const copy = structuredClone(record);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  let inner: Json | undefined = copy;
  for (const key of keys) inner = inner?.[key] as Json | undefined;
  if (inner === undefined || inner === null) return copy;
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return copy;
}
