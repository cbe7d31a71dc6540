import { answer, faultyServer } from "../support/faulty-server.js";
import { leg, performance, position } from "../support/records.js";

export const HOUR = 3_600_000;
export const START = Date.parse("2026-06-01T12:30:00Z");

/** A market of the service. */
export interface Market {
  readonly hours?: number;
  /** Time of an event as it is sent; ISO 8601 by default. */
  readonly text?: (time: number) => string;
  /** Rate of an event. */
  readonly rate?: (time: number) => string;
  /** Rate with which the coming settlement is listed, ahead of it. */
  readonly predicted?: string;
  /** Events settled later are not published yet. */
  readonly publishedTo?: number;
}

/** A service whose clock, markets and positions the test decides. */
export interface Service {
  /** Time of the service. */
  now: number;
  /** Markets by id, with an interval of 8h by default. */
  readonly markets: Record<number, Market>;
  readonly positions: readonly unknown[];
  /** Requests for histories, as `1 from 2026-06-01T08:00:00Z`. */
  readonly histories: string[];
  listings: number;
  readonly url: string;
}

/** Returns a position held in two markets. */
export const pair = (n: number, [long, short]: readonly [number, number] = [1, 2]) =>
  position(n, {
    legs: [
      leg({ market_id: long, mark_price_updated_at: null }),
      leg({ side: "short", exchange: "bybit", market_id: short, mark_price_updated_at: null }),
    ],
    performance: performance(),
  });

const isoText = (time: number) => new Date(time).toISOString().replace(".000Z", "+00:00");

function eventsOf(
  { hours = 8, text = isoText, rate = () => "0.00010", predicted, publishedTo }: Market,
  range: URL,
  now: number,
) {
  const from = Date.parse(range.searchParams.get("start") ?? "2026-05-02T00:00:00Z");
  const to = Date.parse(range.searchParams.get("end") ?? new Date(now + 1).toISOString());
  const last = Math.min(now, publishedTo ?? now);
  const events = [];
  const spacing = hours * HOUR;
  const newest = Math.floor(last / spacing) * spacing;
  for (let at = predicted === undefined ? newest : newest + spacing; at >= from; at -= spacing) {
    if (at < to || at > now)
      events.push(
        `{"funding_time":"${text(at)}","funding_rate":"${at > now ? predicted : rate(at)}","funding_interval":${hours},"mark_price":"60000.0"}`,
      );
  }
  return `{"data":[${events.join(", ")}]}`;
}

/** Starts a service that records its requests. */
export async function service(
  positions: readonly unknown[] = [pair(1)],
  markets: Record<number, Market> = {},
): Promise<Service> {
  const state = { now: START, positions, markets, histories: [] as string[], listings: 0 };
  const { url } = await faultyServer((socket, request) => {
    const target = new URL(/^GET (\S+)/.exec(request)?.[1] ?? "", "http://service");
    const market = /\/funding\/history\/(\d+)/.exec(target.pathname)?.[1];
    const headers = { date: new Date(state.now).toUTCString() };
    if (market === undefined) {
      state.listings++;
      const page = Number(target.searchParams.get("cursor") ?? 0);
      const data = state.positions.slice(page, page + 100);
      const more = page + 100 < state.positions.length;
      const body = { data, next_cursor: more ? String(page + 100) : null };
      return socket.write(answer(200, JSON.stringify(body), headers));
    }
    state.histories.push(`${market} from ${target.searchParams.get("start")}`);
    const body = eventsOf(state.markets[Number(market)] ?? {}, target, state.now);
    return socket.write(answer(200, body, headers));
  });
  return Object.assign(state, { url });
}
