import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { type S3ServerOptions, s3Server } from "./s3-server.js";
import { failureOf, storeAt } from "./s3-stores.js";

const T0 = Date.parse("2026-05-04T12:00:00Z");
const MINUTE = 60_000;

/** A server, and a clock that its store and the processes share. */
async function bucket(options: S3ServerOptions = {}) {
  let now = T0;
  const server = await s3Server({ now: () => now, ...options });
  const callbacks = new Set<() => void>();
  const open = (signal?: AbortSignal) =>
    storeAt(server.url, {
      now: () => now,
      ...(signal !== undefined && { signal }),
      after(_ms, callback) {
        callbacks.add(callback);
        return () => callbacks.delete(callback);
      },
    });
  const later = (ms: number) => {
    now += ms;
  };
  const claims = () => [...server.objects.keys()].filter((key) => key.startsWith("desk/.carry/"));
  /** Calls what waits for the clock. */
  const tick = () => {
    const due = [...callbacks];
    callbacks.clear();
    for (const callback of due) callback();
  };
  return { server, open, later, claims, tick, callbacks };
}

const claimOf = (holder: object) => Buffer.from(JSON.stringify(holder));
const elsewhere = { pid: 4711, host: "another-machine", since: "2026-05-04T11:59:00.000Z" };

describe("a lock in a bucket", () => {
  it("is held by one at a time, and free after its release", async () => {
    const { open, claims, later } = await bucket();
    const release = await open().lock("compact");
    later(10 * MINUTE); // a living process keeps it
    const error = await failureOf(open().lock("compact"));
    expect(error).toMatchObject({ kind: "archive_locked" });
    expect(error.message).toBe(
      `another carry process (${process.pid} on ${hostname()}) holds the lock compact of s3://desk-archive/desk since 2026-05-04T12:00:00Z`,
    );
    await (await open().lock("sync"))();
    await release();
    expect(claims()).toEqual([]);
    await (await open().lock("compact"))();
  });

  it("is never held by two of many that want it at the same moment", async () => {
    const { open, claims } = await bucket();
    let held = 0;
    let most = 0;
    let times = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const store = open();
        for (let turn = 0; turn < 4; turn++) {
          const release = await store.lock("compact").catch(() => undefined);
          if (release === undefined) continue;
          most = Math.max(most, ++held);
          times++;
          await store.list("");
          held--;
          await release();
        }
      }),
    );
    expect(most).toBe(1);
    expect(times).toBeGreaterThanOrEqual(8);
    expect(claims()).toEqual([]);
  });

  it("of another machine is respected until it was not refreshed for two minutes", async () => {
    const { server, open, later, claims } = await bucket();
    const body = claimOf(elsewhere);
    server.objects.set("desk/.carry/compact/x", { body, modifiedAt: T0 });
    later(2 * MINUTE);
    expect((await failureOf(open().lock("compact"))).message).toContain("4711 on another-machine");
    later(1_000);
    const release = await open().lock("compact");
    expect(claims()).toHaveLength(1);
    expect(claims()).not.toContain("desk/.carry/compact/x");
    await release();
  });

  it("is refreshed by its holder, so that other machines respect it", async () => {
    const { server, open, later, tick, callbacks, claims } = await bucket();
    const release = await open().lock("compact");
    later(MINUTE);
    tick();
    await release(); // waits for the refresh
    expect(server.requests.filter(({ method }) => method === "PUT")).toHaveLength(2);
    expect(callbacks.size).toBe(0);
    expect(claims()).toEqual([]);
  });

  it("that was taken over is not taken back by a refresh", async () => {
    const { server, open, tick, claims } = await bucket();
    const release = await open().lock("compact");
    for (const key of claims()) server.objects.delete(key);
    tick();
    await release();
    expect(server.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  it.runIf(process.platform === "linux")(
    "of a process of this machine that is gone is free at once",
    async () => {
      const { server, open } = await bucket();
      const first = await open().lock("compact");
      const [[key = "", claim] = []] = server.objects;
      const holder = JSON.parse(claim?.body.toString() ?? "");
      await first();
      const body = claimOf({ ...holder, pid: 2 ** 30 });
      server.objects.set(key, { body, modifiedAt: T0 });
      await (await open().lock("compact"))();
    },
  );

  it("is claimed again when others have removed the claim of a process that was stopped", async () => {
    let puts = 0;
    const { server, open, claims } = await bucket({
      fault({ method, key }) {
        // Right before the listing after the first claim.
        if (method === "PUT") puts++;
        if (method === "GET" && key === "" && puts === 1) {
          for (const claim of claims()) server.objects.delete(claim);
          puts++;
        }
        return undefined;
      },
    });
    const release = await open().lock("compact");
    expect(claims()).toHaveLength(1);
    expect(await failureOf(open().lock("compact"))).toMatchObject({ kind: "archive_locked" });
    await release();
  });

  it("is not held in a store that does not list what was written", async () => {
    const { open } = await bucket({ listsNothing: true });
    expect(await failureOf(open().lock("compact"))).toMatchObject({
      kind: "archive_unreachable",
      message: expect.stringContaining("does not list what was written"),
    });
  });

  it("of nobody knows whom, or damaged, ends after two minutes too", async () => {
    const { server, open, later } = await bucket();
    server.objects.set("desk/.carry/compact/x", { body: Buffer.from("{"), modifiedAt: T0 });
    expect(await failureOf(open().lock("compact"))).toMatchObject({ kind: "archive_locked" });
    later(2 * MINUTE + 1_000);
    await (await open().lock("compact"))();
  });

  it("is released also when the work was interrupted, but not for ever", async () => {
    const { server, open, claims, tick } = await bucket();
    const controller = new AbortController();
    const store = open(controller.signal);
    const release = await store.lock("compact");
    const other = await store.lock("sync");
    controller.abort(new Error("interrupted"));
    await release();
    expect(claims()).toHaveLength(1);
    tick(); // five seconds later
    const before = server.requests.length;
    await expect(other()).rejects.toThrow("interrupted");
    expect(server.requests).toHaveLength(before);
  });
});
