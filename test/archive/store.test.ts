import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { acceptOrigin, createArchive, openArchive } from "../../src/archive/archive.js";
import { openStore } from "../../src/archive/open-store.js";
import { FUNDING } from "../../src/archive/tables.js";
import { createSecrets } from "../../src/base/secrets.js";
import { VERSION } from "../../src/base/version.js";
import { NOW } from "../support/now.js";
import { fundingRow, ORIGIN, storeAt, tempArchive, tempDirectory } from "./temp-archive.js";

const bytes = (text: string) => Buffer.from(text);

describe("a directory as the store of an archive", () => {
  it("gives back what was created, in the order of the names", async () => {
    const store = await storeAt(join(tempDirectory(), "deep", "archive"));
    expect(await store.create("b/2.parquet", bytes("second"))).toBe(true);
    expect(await store.create("a/1.parquet", bytes("first"))).toBe(true);
    expect(await store.list("")).toMatchObject([
      { name: "a/1.parquet", size: 5 },
      { name: "b/2.parquet", size: 6 },
    ]);
    expect(await store.list("b/")).toMatchObject([{ name: "b/2.parquet", size: 6 }]);
    expect(await store.read("a/1.parquet")).toEqual(bytes("first"));
    expect(await store.read("b/3.parquet")).toBeUndefined();
  });

  it("never changes an object that is there, and leaves no unfinished file", async () => {
    const path = tempDirectory();
    const store = await storeAt(path);
    await store.create("x", bytes("one"));
    expect(await store.create("x", bytes("other"))).toBe(false);
    expect(await store.read("x")).toEqual(bytes("one"));
    expect(readdirSync(path)).toEqual(["x"]);
  });

  it("replaces and removes; what is not there is no error", async () => {
    const store = await storeAt(tempDirectory());
    await store.replace("x", bytes("one"));
    await store.replace("x", bytes("two"));
    expect(await store.read("x")).toEqual(bytes("two"));
    await store.remove(["x", "y/z"]);
    expect(await store.list("")).toEqual([]);
  });

  it.skipIf(process.platform === "win32")(
    "lists tables and months that are links to other places, and passes links to nothing and back up",
    async () => {
      const [path, elsewhere] = [tempDirectory(), tempDirectory()];
      mkdirSync(join(elsewhere, "month=2026-05"));
      mkdirSync(join(elsewhere, "2026-06"));
      writeFileSync(join(elsewhere, "month=2026-05", "1-a.parquet"), "x");
      writeFileSync(join(elsewhere, "2026-06", "2-b.parquet"), "x");
      symlinkSync(elsewhere, join(path, "funding"));
      symlinkSync(join(elsewhere, "2026-06"), join(elsewhere, "month=2026-06"));
      symlinkSync(path, join(elsewhere, "2026-06", "up"));
      symlinkSync(join(path, "nowhere"), join(path, "coverage"));
      const listed = async (prefix: string) =>
        (await (await storeAt(path)).list(prefix)).map(({ name }) => name);
      expect(await listed("funding/month=")).toEqual([
        "funding/month=2026-05/1-a.parquet",
        "funding/month=2026-06/2-b.parquet",
      ]);
      expect(await listed("funding/month=2026-06/")).toEqual(["funding/month=2026-06/2-b.parquet"]);
      expect(await listed("coverage/")).toEqual([]);
    },
  );

  it("lists nothing of the directory that a file system has at its root", async () => {
    const path = tempDirectory();
    mkdirSync(join(path, "lost+found"));
    writeFileSync(join(path, "lost+found", "1"), "x");
    expect(await (await storeAt(path)).list("")).toEqual([]);
  });

  it("lists no unfinished file and no lock", async () => {
    const path = tempDirectory();
    mkdirSync(join(path, "funding"));
    writeFileSync(join(path, "funding", "1-a.parquet.123.tmp"), "half");
    writeFileSync(join(path, "compact.lock"), "{}");
    writeFileSync(join(path, "compact.lock.break"), "{}");
    expect(await (await storeAt(path)).list("")).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("is closed to other users", async () => {
    const path = join(tempDirectory(), "archive");
    const store = await storeAt(path);
    await store.create("funding/month=2026-05/1-a.parquet", bytes("x"));
    for (const directory of ["", "funding", "funding/month=2026-05"]) {
      expect(statSync(join(path, directory)).mode & 0o777).toBe(0o700);
    }
    const file = join(path, "funding/month=2026-05/1-a.parquet");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("lets one process hold a lock at a time", async () => {
    const path = tempDirectory();
    const store = await storeAt(path);
    const release = await store.lock("compact");
    const impatient = await openStore(path, {
      env: {},
      clock: { now: Date.now, elapsed: Date.now, sleep: async () => {}, after: () => () => {} },
      random: () => 1,
      signal: new AbortController().signal,
      secrets: createSecrets(),
    });
    await expect(impatient.lock("compact")).rejects.toMatchObject({ kind: "archive_locked" });
    await release();
    await (await impatient.lock("compact"))();
    expect(readdirSync(path)).toEqual([]);
  });

  it("is not called locked where the lock is not a file", async () => {
    const path = tempDirectory();
    mkdirSync(join(path, "compact.lock"));
    const locked = (await storeAt(path)).lock("compact");
    await expect(locked).rejects.not.toMatchObject({ kind: "archive_locked" });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")(
    "names the path that may not be written",
    async () => {
      const path = tempDirectory();
      chmodSync(path, 0o500);
      const store = await storeAt(path);
      await expect(store.create("a/x", bytes("x"))).rejects.toThrow(/cannot write.*permission/);
    },
  );
});

describe("an archive", () => {
  it("is created where nothing is, with the service that its records are of", async () => {
    const { path, identity } = await tempArchive();
    const created_at = "2026-06-01T12:00:00Z";
    expect(identity).toEqual({ format: 2, needs: VERSION, origin: ORIGIN, created_at });
    expect(JSON.parse(readFileSync(join(path, "carry-archive.json"), "utf8"))).toEqual(identity);
    expect((await createArchive(await storeAt(path), ORIGIN, NOW + 1)).identity).toEqual(identity);
  });

  it("is not created among other files", async () => {
    const path = tempDirectory();
    writeFileSync(join(path, "notes.txt"), "mine");
    await expect(createArchive(await storeAt(path), ORIGIN, NOW)).rejects.toMatchObject({
      kind: "archive",
      message: expect.stringContaining("not empty and no archive"),
    });
    expect(readdirSync(path)).toEqual(["notes.txt"]);
  });

  it("of another service is refused, until the service is said to have moved", async () => {
    const { store } = await tempArchive();
    await expect(openArchive(store, "https://other.example.com")).rejects.toMatchObject({
      kind: "archive_origin",
    });
    await acceptOrigin(store, "https://other.example.com");
    const { identity } = await openArchive(store, "https://other.example.com");
    expect(identity.created_at).toBe("2026-06-01T12:00:00Z");
  });

  it.each([
    ['{"format":3,"origin":"https://api.example.com","created_at":"x"}', "needs a newer carry"],
    ['{"format":3,"needs":"1.2.0"}', "needs carry 1.2.0 or later (format 3, this one reads 2)"],
    ["{", "is damaged"],
    ["null", "is damaged"],
    ['{"format":1}', "is damaged"],
  ])("with %s is not read: it is %s", async (text, reason) => {
    const { store, path } = await tempArchive();
    writeFileSync(join(path, "carry-archive.json"), text);
    await expect(openArchive(store)).rejects.toMatchObject({
      kind: "archive",
      message: expect.stringContaining(reason),
    });
  });

  it("of the first layout is read as it is, and of this one with the first file that is written", async () => {
    const { store, path } = await tempArchive();
    const first = { format: 1, origin: ORIGIN, created_at: "2026-01-31T00:00:00Z" };
    const file = join(path, "carry-archive.json");
    writeFileSync(file, JSON.stringify(first));
    const archive = await openArchive(store, ORIGIN);
    expect(archive.identity).toEqual(first);
    await append(archive, FUNDING, []);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(first);
    await append(archive, FUNDING, [fundingRow()]);
    const raised = { ...first, format: 2, needs: VERSION };
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(raised);
  });

  it("that is not there is missing", async () => {
    const store = await storeAt(join(tempDirectory(), "none"));
    await expect(openArchive(store)).rejects.toMatchObject({ kind: "archive_missing" });
  });
});
