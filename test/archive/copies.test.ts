import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { createArchive, openArchive } from "../../src/archive/archive.js";
import { scanRows } from "../../src/archive/read/scan.js";
import { type CopyOptions, withCopies } from "../../src/archive/s3/copies.js";
import { FUNDING, SNAPSHOTS } from "../../src/archive/tables.js";
import { forgetRows } from "../../src/archive/tidy/forget.js";
import { NOW } from "../support/now.js";
import { s3Server } from "./s3-server.js";
import { storeAt } from "./s3-stores.js";
import { fundingRow, ORIGIN, tempDirectory } from "./temp-archive.js";

const SNAPSHOT = {
  portfolio_id: "p",
  snapshot_at: NOW,
  oldest_calculated_at: null,
  positions: 0,
  position_ids: "[]",
  dated: null,
};

/** A bucket with an event and a snapshot, and how to read it with copies in a directory. */
async function bucket(options: Partial<CopyOptions> = {}) {
  const server = await s3Server();
  const direct = await createArchive(storeAt(server.url), ORIGIN, NOW);
  await append(direct, FUNDING, [fundingRow()]);
  await append(direct, SNAPSHOTS, [SNAPSHOT]);
  const directory = join(tempDirectory(), "cache", "archive");
  const open = (changed: Partial<CopyOptions> = {}) => {
    const all = { directory, bytes: 1e6, isPrivate: false, ...options, ...changed };
    return openArchive(withCopies(storeAt(server.url), all));
  };
  const read = async (changed: Partial<CopyOptions> = {}) => {
    const before = server.requests.length;
    const { store } = await open(changed);
    const rows: unknown[] = [];
    for await (const row of scanRows(store, FUNDING)) rows.push(row);
    for await (const row of scanRows(store, SNAPSHOTS)) rows.push(row);
    const keys = server.requests.slice(before).map(({ key }) => key.split("/")[1]);
    return { rows, fetched: keys.filter((it) => it === "funding" || it === "snapshots") };
  };
  const copies = () => readdirSync(directory).sort();
  return { server, direct, directory, open, read, copies };
}

describe("copies of the files of a bucket", () => {
  it("are read instead of the bucket, byte for byte, and only the user can read them", async () => {
    const { read, directory, copies } = await bucket({ isPrivate: true });
    const first = await read();
    expect(first.fetched).toEqual(["funding", "snapshots"]);
    expect(await read()).toEqual({ rows: first.rows, fetched: [] });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(copies().map((it) => statSync(join(directory, it)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
  });

  it("are of public tables alone, and private ones go when they are no longer wanted", async () => {
    const { read, copies } = await bucket();
    await read();
    expect((await read()).fetched).toEqual(["snapshots"]);
    await read({ isPrivate: true });
    expect(copies()).toHaveLength(2);
    await read();
    expect(copies().filter((it) => it.includes("snapshots"))).toEqual([]);
  });

  it("are fetched again when they are cut, changed or of another length than listed", async () => {
    const { read, directory, copies } = await bucket();
    const { rows } = await read();
    const path = join(directory, copies()[0] ?? "");
    const whole = readFileSync(path);
    const changed = Buffer.from(whole);
    changed[40] = (changed[40] ?? 0) ^ 1;
    for (const bytes of [whole.subarray(0, 50), changed, Buffer.concat([whole, whole])]) {
      writeFileSync(path, bytes);
      expect(await read()).toEqual({ rows, fetched: ["funding", "snapshots"] });
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
  });

  it("are of what was written here, too, and are forgotten with the file", async () => {
    const { open, read, copies } = await bucket({ isPrivate: true });
    const archive = await open();
    await append(archive, FUNDING, [fundingRow({ market_id: 2 })]);
    expect((await read()).fetched).toHaveLength(2);
    expect(copies()).toHaveLength(3);
    expect(await forgetRows(archive, { portfolioId: "p" })).toBe(1);
    expect(copies().map((it) => it.split("~")[0]?.split("-")[1])).toEqual(["funding", "funding"]);
  });

  it("go when another computer has forgotten or joined the file", async () => {
    const { direct, read, copies } = await bucket({ isPrivate: true });
    await read();
    await forgetRows(direct, { portfolioId: "p" });
    expect((await read()).rows).toHaveLength(1);
    expect(copies()).toHaveLength(1);
  });

  it("are forgotten oldest first when they take too much", async () => {
    const { direct, open, read, copies } = await bucket();
    for (let id = 2; id < 8; id++) await append(direct, FUNDING, [fundingRow({ market_id: id })]);
    const { store } = await open();
    const size = (await store.list("funding/"))[0]?.size ?? 0;
    const bytes = Math.floor(size * 4.5);
    expect((await read({ bytes })).rows).toHaveLength(8);
    expect(copies().length).toBeLessThanOrEqual(4);
    expect(copies().length).toBeGreaterThan(1);
  });

  it("are left alone where the directory is somebody else's, or a file", async () => {
    const { directory, read } = await bucket();
    mkdirSync(join(directory, ".."), { recursive: true });
    writeFileSync(directory, "");
    const { rows } = await read();
    expect(await read()).toEqual({ rows, fetched: ["funding", "snapshots"] });
  });
});
