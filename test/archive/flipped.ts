import { ArchiveError } from "../../src/archive/errors.js";
import { batchOf, compareRows } from "../../src/archive/parquet/batch.js";
import { createTableWriter } from "../../src/archive/parquet/write.js";
import { currentEvents } from "../../src/archive/read/current-events.js";
import { scanRows } from "../../src/archive/read/scan.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import type { RowOf, Table } from "../../src/archive/tables.js";
import { FUNDING, POSITIONS, SNAPSHOTS, TABLES } from "../../src/archive/tables.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { NOW } from "../support/now.js";
import { fundingRow, ORIGIN } from "./temp-archive.js";

/** A file of the archive, and one beside it that stays as it is. */
export interface Flipped {
  readonly table: Table;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly others: ReadonlyMap<string, Uint8Array>;
}

const MONTH = "2026-05";
const TIME = Date.parse("2026-05-03T00:00:00Z");

/** Changes of a byte. */
const FLIPS: readonly ((byte: number) => number)[] = [
  ...[0x01, 0x80, 0x10, 0x04].map((bits) => (byte: number) => byte ^ bits),
  () => 0,
];

async function written<T extends Table>(table: T, groups: readonly (readonly RowOf<T>[])[]) {
  const writer = await createTableWriter(table);
  for (const rows of groups) {
    const sorted = [...rows].sort((a, b) => compareRows(table, a, b));
    writer.write(batchOf(table, sorted) as never);
  }
  return writer.finish();
}

const nameOf = (table: Table, random: string) =>
  `${table.name}/month=${MONTH}/${NOW}-${random}.parquet`;

/** Returns files of several tables, with row groups, dictionaries, missing values and text pages. */
export async function filesToFlip(): Promise<Flipped[]> {
  const events = (market: number, count: number) =>
    Array.from({ length: count }, (_, n) =>
      fundingRow({
        market_id: market + (n % 3),
        funding_time: TIME + n * 3_600_000,
        funding_time_text: n % 4 ? null : `at ${n}`,
        funding_rate: n % 7 ? `0.000${n}` : null,
        mark_price: n % 2 ? "1" : "60000.10",
        raw: n % 9 ? null : `{"n":${n}}`,
      }),
    );
  const funding = await written(FUNDING, [events(1, 40), events(4, 30)]);
  const beside = await written(FUNDING, [
    events(2, 12).map((row) => ({ ...row, seen_at: NOW - 1 })),
  ]);
  const ids = ["a", "b", "c"];
  const positions = ids.map((position_id, at) => ({
    ...{ portfolio_id: "p", position_id, snapshot_at: TIME, calculated_at: at ? TIME - at : null },
    ...{ asset: "BTC", status: at ? "open" : "closed", opened_at: TIME - 9, closed_at: null },
    ...{ funding_pnl: `1.${at}`, fees_paid: "1", fees_estimated_exit: null, spread_realized: "0" },
    ...{ spread_unrealized: "-1", net_pnl: `${at}`, duration_days: "1", apr: null },
    ...{ gross_notional: "61000", raw: null },
  }));
  const snapshot = {
    ...{ portfolio_id: "p", snapshot_at: TIME, oldest_calculated_at: TIME - 2 },
    ...{ positions: 3, position_ids: JSON.stringify(ids), dated: "service" },
    ...{ writer_host: null, writer_user: null, writer_version: null },
  };
  const file = (table: Table, bytes: Uint8Array, others = new Map<string, Uint8Array>()) => ({
    ...{ table, name: nameOf(table, "1"), bytes, others },
  });
  return [
    file(FUNDING, funding, new Map([[nameOf(FUNDING, "2"), beside]])),
    file(POSITIONS, await written(POSITIONS, [positions])),
    file(SNAPSHOTS, await written(SNAPSHOTS, [[snapshot]])),
  ];
}

function storeOf(files: ReadonlyMap<string, Uint8Array>): ArchiveStore {
  const listed = [...files].map(([name, { length: size }]) => ({ name, size }));
  const nothing = () => Promise.reject(new Error("only read"));
  return {
    where: "memory",
    list: async (prefix) => listed.filter(({ name }) => name.startsWith(prefix)),
    read: async (name) => files.get(name),
    ...{ create: nothing, replace: nothing, remove: nothing, removeUnfinished: nothing },
    ...{ lock: nothing, close: async () => {} },
  };
}

/** Returns what readers make of an archive, as text; undefined when one of them refuses it. */
async function readersOf(store: ArchiveStore, table: Table): Promise<string | undefined> {
  const found: unknown[] = [];
  try {
    for await (const row of scanRows(store, table)) found.push(row);
    if (table === FUNDING) {
      for (const markets of [undefined, ...[1, 3, 6].map((id) => new Set([id]))]) {
        for await (const event of currentEvents(store, { months: [MONTH], markets })) {
          found.push(event);
        }
      }
    }
    return JSON.stringify(found);
  } catch (error) {
    if (error instanceof ArchiveError) return undefined;
    throw error;
  }
}

/** Returns the places and kinds of changes that readers believe and a verification does not name. */
export async function unseenFlips(
  { table, name, bytes, others }: Flipped,
  places: Iterable<number>,
): Promise<{ readonly unseen: string[]; readonly seen: number }> {
  const of = (file: Uint8Array) => storeOf(new Map([...others, [name, file]]));
  const expected = await readersOf(of(bytes), table);
  const unseen: string[] = [];
  let seen = 0;
  for (const at of places) {
    for (const [kind, flip] of FLIPS.entries()) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = flip(damaged[at] ?? 0);
      const store = of(damaged);
      if ((await readersOf(store, table)) === expected) continue;
      const identity = { format: 1, origin: ORIGIN, created_at: new Date(NOW).toISOString() };
      const { damaged: named } = await verifyArchive({ store, identity }, () => {});
      if (named.some(({ file }) => file === name)) seen++;
      else unseen.push(`${TABLES.funding === table ? "" : table.name} byte ${at}, change ${kind}`);
    }
  }
  return { unseen, seen };
}
