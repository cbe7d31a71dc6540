import type { Sandbox } from "../../src/sandbox/server.js";

/** A position of a listing with performance. */
interface Sent {
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

interface SentLeg {
  readonly side: "long" | "short";
  readonly market_id: number | null;
  readonly exchange: string;
  readonly symbol: string;
  readonly quantity: number;
  readonly open_price: number;
  readonly mark_price: number | null;
}

/** Returns the first 100 positions of a sandbox, or of what serves it at another URL. */
export async function listedBy(sandbox: Sandbox, url = sandbox.url): Promise<Sent[]> {
  const path = `/v1/portfolios/${sandbox.portfolioId}/positions?include=performance&limit=100`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const answer = await fetch(`${url}${path}`, { headers });
  return ((await answer.json()) as { data: Sent[] }).data;
}
