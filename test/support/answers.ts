import { profileEnv } from "../settings/home.js";
import { carry, type Outcome, type Surroundings } from "./carry.js";
import { answer, faultyServer } from "./faulty-server.js";
import { HOUR } from "./fresh-legs.js";
import { NOW } from "./now.js";
import { PORTFOLIO, uuidOf } from "./records.js";

/** A service that answers with these records; omitted ones are empty or not found. */
export interface Answers {
  readonly positions: readonly object[];
  /** Position details by id, or a status to answer instead; default: as listed. */
  readonly details?: Readonly<Record<string, object | number>>;
  /** Events of a market, or a status to answer instead; default: no events. */
  readonly histories?: Readonly<Record<number, readonly object[] | number>>;
  /** Time of the service in milliseconds since the epoch. */
  readonly date?: number;
}

/** Returns a position as the single-position endpoint sends it. */
export function inFull(listed: Record<string, unknown>, more: object = {}): object {
  const { performance: _, ...rest } = listed;
  const legs = (rest.legs as object[]).map((it, n) => ({
    leg_id: uuidOf(100 + n),
    close_price: null,
    open_fee_paid: 5,
    close_fee_paid: null,
    funding: { calculated: 50, override: null },
    ...it,
  }));
  return { ...rest, portfolio_id: PORTFOLIO, note: null, legs, ...more };
}

/** Returns a listed position as the single-position endpoint sends it; undefined if it is not listed. */
export function listedInFull(positions: readonly object[], id: string): object | undefined {
  const found = positions.find((it) => (it as { position_id?: string }).position_id === id);
  return found && inFull(found as Record<string, unknown>);
}

/** Returns settled events of a market at an interval of hours up to now, newest first. */
export function settled(rate: string, every = 8, days = 34, mark = "60000"): object[] {
  const count = Math.floor((days * 24) / every);
  const last = Math.floor(NOW / (every * HOUR)) * every * HOUR;
  return Array.from({ length: count }, (_, n) => ({
    funding_time: new Date(last - n * every * HOUR).toISOString(),
    funding_rate: rate,
    funding_interval: every,
    mark_price: mark,
  }));
}

/** Starts a service with these records. */
export function serviceOf(of: Answers) {
  const headers = { date: new Date(of.date ?? NOW).toUTCString() };
  return faultyServer((socket, request) => {
    const market = /\/funding\/history\/(\d+)/.exec(request)?.[1];
    const id = /\/v1\/positions\/([^/? ]+)/.exec(request)?.[1];
    const data =
      market !== undefined
        ? (of.histories?.[Number(market)] ?? settled("0"))
        : id !== undefined
          ? (of.details?.[id] ?? listedInFull(of.positions, id) ?? 404)
          : of.positions;
    if (typeof data === "number") return socket.write(answer(data, "{}", headers));
    const body = (market ?? id) ? { data } : { data, next_cursor: null };
    return socket.write(answer(200, JSON.stringify(body), headers));
  });
}

/** Returns the surroundings of a command whose profile has these settings. */
export function settingsOf(settings: Readonly<Record<string, string>>) {
  return { env: { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, ...profileEnv(settings) } };
}

/** Runs a command line against a service with these records. */
export async function carryWith(
  of: Answers,
  argv: readonly string[],
  more: Surroundings = {},
): Promise<Outcome & { readonly requests: readonly string[] }> {
  const { url, requests } = await serviceOf(of);
  const { env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO }, ...others } = more;
  const outcome = await carry(argv, {
    env: { CARRY_RETRIES: "0", CARRY_BASE_URL: url, ...env },
    ...others,
  });
  return { ...outcome, requests };
}
