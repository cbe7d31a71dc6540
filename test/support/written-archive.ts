import { append, createArchive } from "../../src/archive/archive.js";
import { openDirectory } from "../../src/archive/directory.js";
import { COVERAGE, FUNDING, MARKETS } from "../../src/archive/tables.js";
import type { RawEvent } from "../figures/engine/funding/run-oracle.js";

/** A market as an archive has it. */
export interface WrittenMarket {
  readonly id: number;
  readonly asset?: string | undefined;
  readonly events: readonly RawEvent[];
  /** Recorded range, milliseconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/** Writes an archive of a service: events, what was asked for, and what the listing said. */
export async function writeArchive(
  directory: string,
  origin: string,
  markets: readonly WrittenMarket[],
  seenAt = Math.max(...markets.map(({ until }) => until)),
): Promise<void> {
  const archive = await createArchive(openDirectory(directory), origin, seenAt);
  const rows = markets.flatMap(({ id, events }) =>
    events.map((event) => ({
      market_id: id,
      funding_time: Date.parse(event.funding_time),
      funding_time_text: event.funding_time,
      funding_rate: event.funding_rate,
      mark_price: event.mark_price,
      funding_interval: event.funding_interval,
      seen_at: seenAt,
      raw: null,
    })),
  );
  await append(archive, FUNDING, rows);
  await append(
    archive,
    COVERAGE,
    markets.map(({ id, events, from, until }) => ({
      ...{ market_id: id, range_start: from, range_end: until, seen_at: seenAt },
      ...{ events: events.length, oldest: null, newest: null, request: "" },
    })),
  );
  const named = markets.filter(({ asset }) => asset !== undefined);
  await append(
    archive,
    MARKETS,
    named.map(({ id, asset }) => ({
      market_id: id,
      seen_at: seenAt,
      raw: JSON.stringify({ market_id: id, exchange: `x${id}`, symbol: `S${id}`, asset }),
    })),
  );
}
