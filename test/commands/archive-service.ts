import { join } from "node:path";
import { openArchive } from "../../src/archive/archive.js";
import { openDirectory } from "../../src/archive/directory.js";
import { scanRows } from "../../src/archive/read/scan.js";
import type { RowOf, Table } from "../../src/archive/tables.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { carry, type Outcome, type Surroundings } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO } from "../support/records.js";

/** A service whose answers a test writes. */
interface Scripted {
  events: Record<string, unknown>[];
  positions: Record<string, unknown>[];
  /** Positions in full, by id. */
  details: Map<string, object>;
  /** Milliseconds since the epoch. */
  now: number;
  /** Headers instead of the Date, in order of the requests: the last one goes on. */
  headers: (Readonly<Record<string, string>> | undefined)[];
  /** Answers for the history of a market instead of the events, perhaps later; never with nothing. */
  respond: ((url: URL) => unknown) | undefined;
  /** Answers with this status instead, by path. */
  fails: Map<RegExp, number>;
}

/** Starts a service, and returns how to run `carry archive` with it and an archive of its own. */
export async function scripted(overrides: Partial<Scripted> = {}) {
  const service: Scripted = {
    events: [],
    positions: [],
    details: new Map(),
    now: NOW,
    fails: new Map(),
    headers: [],
    respond: undefined,
    ...overrides,
  };
  const server = await faultyServer((socket, request) => {
    const path = request.split(" ")[1] ?? "";
    const { headers } = service;
    const own = headers.length > 1 ? headers.shift() : headers[0];
    const date = own ?? { date: new Date(service.now).toUTCString() };
    const [, status] = [...service.fails].find(([pattern]) => pattern.test(path)) ?? [];
    const send = (body: unknown) => socket.write(answer(200, JSON.stringify(body), date));
    const detail = service.details.get(/\/v1\/positions\/([^/?]+)/.exec(path)?.[1] ?? "");
    if (status !== undefined) socket.write(answer(status, '{"code":"X","message":"no"}', date));
    else if (detail !== undefined) send({ data: detail });
    else if (path.includes("/positions")) send({ data: service.positions, next_cursor: null });
    else if (path.includes("/history/") && service.respond !== undefined) {
      void Promise.resolve(service.respond(new URL(path, "http://x"))).then((body) => {
        if (body !== undefined) send(body);
      });
    } else send({ data: path.includes("/history/") ? service.events : [] });
  });
  const directory = join(tempDirectory(), "archive");
  const env = {
    CARRY_BASE_URL: server.url,
    CARRY_API_KEY: "secret-key",
    CARRY_PORTFOLIO: PORTFOLIO,
  };
  const archive = (
    [verb = "", ...argv]: readonly string[],
    surroundings: Surroundings = {},
    more: Surroundings["env"] = {},
  ): Promise<Outcome> =>
    carry(["archive", verb, ...argv], {
      env: { CARRY_RETRIES: "0", ...env, CARRY_ARCHIVE: directory, ...more },
      clock: { now: () => service.now },
      ...surroundings,
    });
  const sync = (...argv: string[]) => archive(["sync", ...argv]);
  return { service, server, directory, env, archive, sync };
}

/** Returns an event as the service sends it. */
export function point(at: number, overrides: Record<string, unknown> = {}) {
  return {
    funding_time: `${new Date(at).toISOString().slice(0, 19)}+00:00`,
    funding_rate: "0.00010000",
    funding_interval: 8,
    mark_price: "60000.10",
    ...overrides,
  };
}

/** Returns every row of a table, versions included. */
export async function rowsOf<T extends Table>(directory: string, table: T): Promise<RowOf<T>[]> {
  const { store } = await openArchive(openDirectory(directory));
  const rows: RowOf<T>[] = [];
  for await (const row of scanRows(store, table)) rows.push(row);
  return rows;
}
