import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Sandbox, startSandbox } from "../../src/sandbox/server.js";

/** A position of a listing with performance, as far as it is changed or recalculated. */
export interface Sent {
  readonly position_id: string;
  readonly asset: string;
  readonly status: "open" | "closed";
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly legs: readonly SentLeg[];
  readonly performance: {
    readonly funding_pnl: number;
    readonly fees: { readonly paid: number; readonly estimated_exit: number };
    readonly spread_pnl: { readonly realized: number; readonly unrealized: number };
    readonly net_pnl: number | null;
  };
}

export interface SentLeg {
  readonly side: "long" | "short";
  readonly market_id: number | null;
  readonly exchange: string;
  readonly symbol: string;
  readonly quantity: number;
  readonly open_price: number;
  readonly mark_price: number | null;
}

/** From a time, up to another one; milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Since when a position has another size, as a multiple of the sandbox's own. */
export interface Resize {
  readonly at: number;
  readonly scale: number;
}

/** What happens to positions besides what the sandbox does itself, by id. */
export interface Script {
  /** For positions that stay open. */
  readonly resized: ReadonlyMap<string, readonly Resize[]>;
  /** While the short leg has no mark. */
  readonly unmarked: ReadonlyMap<string, Span>;
  /** Since when the funding is overridden, by how much USD. */
  readonly overridden: ReadonlyMap<string, { readonly from: number; readonly usd: number }>;
  /** While they are not listed. */
  readonly hidden: ReadonlyMap<string, Span>;
}

/** A sandbox of which any time can be asked. */
export interface Twin {
  listed(at: number): Promise<Sent[]>;
  close(): Promise<void>;
}

/** Starts a sandbox with the data of one that is started at `start`, milliseconds since the epoch. */
export async function startTwin(
  start: number,
  options: { readonly seed: number; readonly positions: number },
): Promise<Twin> {
  let now = start;
  const sandbox = await startSandbox({ now: () => now, ...options });
  return {
    async listed(at) {
      now = at;
      return listedBy(sandbox);
    },
    close: () => sandbox.close(),
  };
}

/** Returns the first 100 positions of a sandbox, or of what serves it at another URL. */
export async function listedBy(sandbox: Sandbox, url = sandbox.url): Promise<Sent[]> {
  const path = `/v1/portfolios/${sandbox.portfolioId}/positions?include=performance&limit=100`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const answer = await fetch(`${url}${path}`, { headers });
  return ((await answer.json()) as { data: Sent[] }).data;
}

/** Serves a sandbox with positions changed as a script says. @param now time of the sandbox */
export async function serveAltered(
  sandbox: Sandbox,
  now: () => number,
  script: Script,
  twin: Twin,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const accounts = new Map<string, readonly Account[]>();
  for (const [id, resizes] of script.resized) accounts.set(id, await accountsOf(id, resizes, twin));
  const answerOf = async ({ url = "", headers: { authorization = "" } }: IncomingMessage) => {
    const answer = await fetch(`${sandbox.url}${url}`, { headers: { authorization } });
    const body = (await answer.json()) as { data: Sent[] };
    if (!/\/positions\?/.test(url)) return { answer, body };
    const data = body.data.flatMap((sent) => altered(sent, now(), script, accounts));
    return { answer, body: { ...body, data } };
  };
  const server = createServer((request, response) => {
    void answerOf(request).then(({ answer, body }) => {
      const date = answer.headers.get("date") ?? "";
      response.writeHead(answer.status, { date, "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

/** The books of a resized position from a resize on; USD. */
interface Account extends Resize {
  readonly funding: number;
  readonly realized: number;
  readonly unrealized: number;
  /** Fees of the resizes. */
  readonly paid: number;
  /** The sandbox's own figures at the resize. */
  readonly base: { readonly funding: number; readonly unrealized: number };
}

/**
 * Keeps the books of a position over its resizes. What the sandbox's position brings counts at the
 * size of its time; what is sold realizes its share, and costs what an exit of it is estimated at.
 */
async function accountsOf(
  id: string,
  resizes: readonly Resize[],
  twin: Twin,
): Promise<readonly Account[]> {
  const none = { funding: 0, realized: 0, unrealized: 0, paid: 0 };
  let last: Account = { ...none, at: 0, scale: 1, base: { funding: 0, unrealized: 0 } };
  const accounts: Account[] = [];
  for (const { at, scale } of resizes) {
    const sent = (await twin.listed(at)).find((it) => it.position_id === id);
    if (sent === undefined) throw new Error(`${id} is not listed at its resize`);
    const { funding_pnl, spread_pnl, fees } = sent.performance;
    const base = { funding: funding_pnl, unrealized: spread_pnl.unrealized };
    const grown = broughtBy(last, base);
    const sold = Math.max(0, 1 - scale / last.scale);
    last = {
      ...{ at, scale, base, funding: grown.funding },
      realized: last.realized + sold * grown.unrealized,
      unrealized: (1 - sold) * grown.unrealized,
      paid: last.paid + Math.abs(scale - last.scale) * fees.estimated_exit,
    };
    accounts.push(last);
  }
  return accounts;
}

function broughtBy(last: Account, own: Account["base"]): Account["base"] {
  return {
    funding: last.funding + last.scale * (own.funding - last.base.funding),
    unrealized: last.unrealized + last.scale * (own.unrealized - last.base.unrealized),
  };
}

function altered(
  sent: Sent,
  now: number,
  { unmarked, overridden, hidden }: Script,
  accounts: ReadonlyMap<string, readonly Account[]>,
): Sent[] {
  const { position_id: id } = sent;
  if (isWithin(hidden.get(id), now)) return [];
  const account = accounts.get(id)?.findLast(({ at }) => at <= now);
  const sized = account === undefined ? sent : resized(sent, account);
  const by = overridden.get(id);
  const paid = by === undefined || now < by.from ? sized : withFunding(sized, by.usd);
  return [isWithin(unmarked.get(id), now) ? withoutMark(paid) : paid];
}

const isWithin = (span: Span | undefined, now: number) =>
  span !== undefined && now >= span.from && now < span.to;
const cents = (usd: number) => Math.round(usd * 100) / 100;

function resized(sent: Sent, account: Account): Sent {
  const { scale } = account;
  const { funding_pnl, spread_pnl, fees } = sent.performance;
  const own = { funding: funding_pnl, unrealized: spread_pnl.unrealized };
  const { funding, unrealized } = broughtBy(account, own);
  return netted({
    ...sent,
    legs: sent.legs.map((leg) => ({
      ...leg,
      quantity: Number((leg.quantity * scale).toFixed(9)),
    })),
    performance: {
      ...sent.performance,
      funding_pnl: cents(funding),
      fees: {
        paid: cents(fees.paid + account.paid),
        estimated_exit: cents(scale * fees.estimated_exit),
      },
      spread_pnl: { realized: cents(account.realized), unrealized: cents(unrealized) },
    },
  });
}

function withFunding(sent: Sent, usd: number): Sent {
  const { performance } = sent;
  const funding_pnl = cents(performance.funding_pnl + usd);
  return netted({ ...sent, performance: { ...performance, funding_pnl } });
}

function netted(sent: Sent): Sent {
  const { performance } = sent;
  const { funding_pnl: funding, spread_pnl: spread, fees } = performance;
  const gained = funding + spread.realized + spread.unrealized;
  const net_pnl = cents(gained - fees.paid - fees.estimated_exit);
  return { ...sent, performance: { ...performance, net_pnl } };
}

function withoutMark(sent: Sent): Sent {
  const { performance } = sent;
  const spread_pnl = { ...performance.spread_pnl, unrealized: 0 };
  const noMark = { mark_price: null, mark_price_updated_at: null };
  return {
    ...sent,
    legs: sent.legs.map((leg) => (leg.side === "short" ? { ...leg, ...noMark } : leg)),
    performance: { ...performance, spread_pnl, net_pnl: null },
  };
}
