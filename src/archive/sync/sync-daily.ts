import { isoTime, isSettled } from "../../base/time/moment.js";
import { eventName } from "../../client/listing/kept-history.js";
import { timeOf } from "../../client/listing/record-time.js";
import { keptSince } from "../../client/resources/resolution.js";
import { append, MANY_ROWS } from "../archive.js";
import { scanRows } from "../read/scan.js";
import { FUNDING_DAILY, type FundingDayRow } from "../tables.js";
import { OVERLAP_MS } from "./plan.js";
import { attempt, type FundingSync } from "./sync-funding.js";

type DailySync = Omit<FundingSync, "coverage" | "start">;

/** What is known of a market: the newest text of each day, and texts without a known day. */
interface KnownDays {
  readonly byDay: Map<number, { readonly raw: string; readonly seenAt: number }>;
  readonly undated: Set<string>;
}

/**
 * Requests the daily aggregates of markets, one request a market, and records those that are new or changed,
 * as sent, since their fields are not documented.
 * @returns the number of rows written
 * @throws {ArchiveError} or the signal's reason
 */
export async function syncDaily(sync: DailySync): Promise<number> {
  const { archive, client, markets, signal } = sync;
  const known = await knownDays(sync);
  let written = 0;
  let waiting: FundingDayRow[] = [];
  const flush = async () => {
    await append(archive, FUNDING_DAILY, waiting);
    written += waiting.length;
    waiting = [];
  };
  for (const [done, marketId] of markets.entries()) {
    const days = known.get(marketId);
    await attempt(sync, marketId, async () => {
      const start = startOf(days, client.serviceNow());
      const request = { marketId, resolution: "1d", start, signal } as const;
      const items = await client.funding.history(request).withSource();
      const seenAt = await sync.stamp();
      const rows = items
        .map(({ value, source }) => ({
          market_id: marketId,
          day: timeOf(value) ?? null,
          seen_at: seenAt,
          raw: source,
        }))
        .filter((row) => isNew(row, days));
      const isPast = ({ day }: FundingDayRow) => isSettled(day ?? Number.NaN, seenAt);
      for (const { day } of rows.filter((row) => !isPast(row))) {
        sync.onAhead(eventName(marketId, isoTime(day ?? seenAt)));
      }
      waiting.push(...rows.filter(isPast));
      if (waiting.length >= MANY_ROWS) await flush();
    });
    sync.onProgress(done + 1);
  }
  await flush();
  return written;
}

async function knownDays({ archive, markets }: DailySync): Promise<Map<number, KnownDays>> {
  const wanted = new Set(markets);
  const known = new Map<number, KnownDays>();
  for await (const { market_id, day, seen_at, raw } of scanRows(archive.store, FUNDING_DAILY)) {
    if (!wanted.has(market_id)) continue;
    const own = known.get(market_id) ?? { byDay: new Map(), undated: new Set() };
    known.set(market_id, own);
    if (day === null) own.undated.add(raw);
    else if (seen_at >= (own.byDay.get(day)?.seenAt ?? 0)) {
      own.byDay.set(day, { raw, seenAt: seen_at });
    }
  }
  return known;
}

function startOf(known: KnownDays | undefined, now: number): number {
  const kept = keptSince(now, "1d");
  const newest = [...(known?.byDay.keys() ?? [])].reduce((a, b) => Math.max(a, b), 0);
  return Math.max(kept, newest === 0 ? kept : newest - OVERLAP_MS);
}

function isNew({ day, raw }: FundingDayRow, known: KnownDays | undefined): boolean {
  if (known === undefined) return true;
  return day === null ? !known.undated.has(raw) : known.byDay.get(day)?.raw !== raw;
}
