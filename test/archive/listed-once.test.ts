import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { type Archive, createArchive } from "../../src/archive/archive.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { listedOnce } from "../../src/archive/s3/listed-once.js";
import { leasesIn } from "../../src/archive/sync/lease.js";
import { FUNDING } from "../../src/archive/tables.js";
import { compactArchive } from "../../src/archive/tidy/compact.js";
import { NOW } from "../support/now.js";
import { s3Server } from "./s3-server.js";
import { storeAt } from "./s3-stores.js";
import { fundingRow, ORIGIN } from "./temp-archive.js";

const DAY = 86_400_000;

/** A bucket with events of five months, and a reader of it that lists tables once. */
async function bucket() {
  const server = await s3Server({ pageSize: 3 });
  const direct = await createArchive(storeAt(server.url), ORIGIN, NOW);
  const record = async (archive: Archive, count: number, id = 1) => {
    for (let month = 0; month < count; month++) {
      const at = NOW - 30 * DAY * month - id;
      await append(archive, FUNDING, [
        fundingRow({ market_id: id, funding_time: at, seen_at: at }),
      ]);
    }
  };
  await record(direct, 5);
  await record(direct, 5, 2);
  const reader = { ...direct, store: listedOnce(storeAt(server.url)) };
  const listings = () => server.requests.filter(({ key }) => key === "").length;
  const read = async () => {
    const rows: unknown[] = [];
    for await (const row of scanRows(reader.store, FUNDING)) rows.push(row);
    return rows.length;
  };
  return { server, direct, reader, record, listings, read };
}

describe("a table of a bucket", () => {
  it("is listed once for all its months, until two listings are equal", async () => {
    const { read, listings } = await bucket();
    const before = listings();
    expect(await read()).toBe(10);
    const first = listings() - before;
    expect(first).toBe(2 * 4); // pages of three of ten files
    expect(await read()).toBe(10);
    expect(listings() - before).toBe(first);
  });

  it("is listed again when a file is gone, so that no row is missed", async () => {
    const { direct, reader, read } = await bucket();
    await reader.store.list("funding/");
    const options = { now: NOW + 40 * DAY, days: false, onProgress: () => {} };
    expect(await compactArchive(direct, options)).not.toEqual([]);
    expect(await read()).toBe(10);
  });

  it("has what this reader wrote itself, without being listed again", async () => {
    const { reader, record, direct, read, listings } = await bucket();
    await read();
    const before = listings();
    await record(direct, 1, 3);
    expect(await read()).toBe(10); // as it was
    await record(reader, 2, 4);
    expect(await read()).toBe(12);
    expect(listings()).toBe(before);
    const listed = (await reader.store.list("funding/")).map(({ name }) => name);
    expect(listed).toEqual(listed.toSorted());
    expect((await reader.store.list("")).length).toBeGreaterThan(listed.length);
  });

  it("is listed again after something was removed, or a lock was taken", async () => {
    const { reader, record, direct, read } = await bucket();
    await read();
    await record(direct, 2, 3);
    await reader.store.remove(["funding/none"]);
    expect(await read()).toBe(12);
    await record(direct, 1, 5);
    const release = await reader.store.lock("compact");
    expect(await read()).toBe(13);
    await release();
  });

  it("is listed again after the leases, which an incremental load relies on", async () => {
    const { reader, record, direct, read } = await bucket();
    await read();
    await record(direct, 1, 3);
    expect(await leasesIn(reader.store)).toEqual([]);
    expect(await read()).toBe(11);
  });
});
