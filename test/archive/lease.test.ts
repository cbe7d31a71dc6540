import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { append } from "../../src/archive/append.js";
import { createArchive } from "../../src/archive/archive.js";
import { NOBODY } from "../../src/archive/sync/author.js";
import { holdLease, leasesIn } from "../../src/archive/sync/lease.js";
import { underLease } from "../../src/archive/sync/stamp.js";
import { FUNDING } from "../../src/archive/tables.js";
import { verifyArchive } from "../../src/archive/verify/verify.js";
import { NOW } from "../support/now.js";
import { s3Server } from "./s3-server.js";
import { storeAt as bucketAt } from "./s3-stores.js";
import { fundingRow, ORIGIN, tempArchive } from "./temp-archive.js";

const still = { after: () => () => {} };
const client = {
  serviceNow: () => NOW + 0.5,
  knowsServiceTime: () => true,
  doubtedTime: () => undefined,
};
const unexpected = (error: unknown) => {
  throw error;
};

describe("the lease of a sync", () => {
  it("is there before a row is dated, is not later than any, and is gone afterwards", async () => {
    const archive = await tempArchive();
    const options = { clock: still, onLeft: unexpected, author: NOBODY };
    await underLease(archive, client, options, async (stamp) => {
      expect(await leasesIn(archive.store)).toEqual([]);
      const { at } = await stamp();
      expect(at).toBe(NOW);
      const [lease] = await leasesIn(archive.store);
      expect(lease).toMatchObject({ first: NOW, isLive: true });
      expect((await stamp()).at).toBe(NOW + 1);
    });
    expect(await leasesIn(archive.store)).toEqual([]);
  });

  it("dates rows after all that others recorded before it was there", async () => {
    const archive = await tempArchive();
    const create: typeof archive.store.create = async (name, bytes) => {
      if (name.startsWith("syncing/")) await append(archive, FUNDING, [late]);
      return archive.store.create(name, bytes);
    };
    const late = fundingRow({ seen_at: NOW + 5_000 });
    const delayed = { ...archive, store: { ...archive.store, create } };
    const options = { clock: still, onLeft: unexpected, author: NOBODY };
    const { at } = await underLease(delayed, client, options, (stamp) => stamp());
    expect(at).toBe(NOW + 5_001);
  });

  it("is removed when the work fails, and is none without a row", async () => {
    const archive = await tempArchive();
    const options = { clock: still, onLeft: unexpected, author: NOBODY };
    const failing = underLease(archive, client, options, async (stamp) => {
      await stamp();
      throw new Error("interrupted");
    });
    await expect(failing).rejects.toThrow("interrupted");
    expect(await leasesIn(archive.store)).toEqual([]);
    const doubted = { ...client, doubtedTime: () => ({ service: NOW, local: 0 }) };
    await expect(underLease(archive, doubted, options, (stamp) => stamp())).rejects.toThrow();
    expect(await archive.store.list("syncing/")).toEqual([]);
  });

  it("is void after 10 minutes without a renewal, and the next sync removes it", async () => {
    const archive = await tempArchive();
    await holdLease(archive.store, still, NOW - 5);
    const [killed] = await leasesIn(archive.store);
    const old = (Date.now() - 600_001) / 1000;
    utimesSync(join(archive.path, killed?.name ?? ""), old, old);
    expect(await leasesIn(archive.store)).toEqual([{ ...killed, isLive: false }]);
    const release = await holdLease(archive.store, still, NOW);
    expect((await leasesIn(archive.store)).map(({ isLive }) => isLive)).toEqual([false, true]);
    await release();
    expect(await leasesIn(archive.store)).toEqual([]);
  });

  it("is renewed each minute", async () => {
    let now = NOW;
    const server = await s3Server({ now: () => now });
    const store = bucketAt(server.url, { now: () => now });
    await createArchive(store, ORIGIN, NOW);
    const waits: (() => void)[] = [];
    const after = (ms: number, callback: () => void) => {
      expect(ms).toBe(60_000);
      waits.push(callback);
      return () => {};
    };
    const release = await holdLease(store, { after }, NOW);
    now += 599_000;
    waits.shift()?.();
    const [name = ""] = [...server.objects.keys()].filter((it) => it.includes("syncing/"));
    await vi.waitFor(() => expect(server.objects.get(name)?.modifiedAt).toBe(now));
    now += 599_000;
    expect(await leasesIn(store)).toMatchObject([{ isLive: true }]);
    await release();
    expect(await leasesIn(store)).toEqual([]);
  });

  it("is left to lapse where nothing may be removed, and verify leaves it alone", async () => {
    const server = await s3Server({
      fault: ({ method }) =>
        method === "DELETE" ? { status: 403, code: "AccessDenied" } : undefined,
    });
    const archive = await createArchive(bucketAt(server.url), ORIGIN, NOW);
    const onLeft = vi.fn();
    await underLease(archive, client, { clock: still, onLeft, author: NOBODY }, (stamp) => stamp());
    expect(onLeft).toHaveBeenCalledOnce();
    expect(await leasesIn(archive.store)).toMatchObject([{ first: NOW }]);
    expect((await verifyArchive(archive, () => {})).unknown).toEqual([]);
  });
});
