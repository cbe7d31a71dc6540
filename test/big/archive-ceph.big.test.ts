import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cephForFile, hasCeph } from "./ceph.js";

describe.runIf(hasCeph)("an archive in Ceph", () => {
  const { cluster, newArchive, open } = cephForFile();

  it("lists, reads, replaces and removes what was created", async () => {
    const store = open(await newArchive());
    const names = Array.from(
      { length: 30 },
      (_, index) => `funding/month=2026-05/${index}-a b.parquet`,
    );
    for (const name of names) expect(await store.create(name, Buffer.from(name))).toBe(true);
    expect((await store.list("funding/")).map(({ name }) => name)).toEqual(names.toSorted());
    const [first = ""] = names;
    expect(await store.create(first, Buffer.from("other"))).toBe(false);
    expect(Buffer.from((await store.read(first)) ?? "").toString()).toBe(first);
    expect(await store.read("funding/none")).toBeUndefined();
    await store.replace("carry-archive.json", Buffer.from("1"));
    await store.replace("carry-archive.json", Buffer.from("2"));
    expect(Buffer.from((await store.read("carry-archive.json")) ?? "").toString()).toBe("2");
    await store.remove([...names, "funding/none"]);
    expect(await store.list("")).toEqual([expect.objectContaining({ name: "carry-archive.json" })]);
    await store.close();
  });

  it("is listed whole when there is more than a page of it", async () => {
    const store = open(await newArchive());
    const names = Array.from({ length: 1_250 }, (_, index) => `legs/${index}`);
    const rest = [...names];
    const createNext = async () => {
      for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
        await store.replace(name, Buffer.from("x"));
      }
    };
    await Promise.all([createNext(), createNext(), createNext(), createNext()]);
    expect((await store.list("legs/")).map(({ name }) => name)).toEqual(names.toSorted());
    await store.close();
  });

  it("holds large objects byte for byte", async () => {
    const store = open(await newArchive());
    const large = randomBytes(40 * 1024 * 1024);
    expect(await store.create("large", large)).toBe(true);
    expect(Buffer.compare((await store.read("large")) ?? Buffer.of(), large)).toBe(0);
    await store.close();
  });

  it("has exactly one creator of each name, of eight that create it at the same moment", async () => {
    const where = await newArchive();
    const stores = Array.from({ length: 8 }, () => open(where));
    for (let round = 0; round < 25; round++) {
      const won = await Promise.all(
        stores.map((store, index) => store.create(`name-${round}`, Buffer.from(`${index}`))),
      );
      expect(won.filter((it) => it)).toHaveLength(1);
      const [store] = stores;
      const content = Buffer.from((await store?.read(`name-${round}`)) ?? "").toString();
      expect(content).toBe(`${won.indexOf(true)}`);
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  it("has one holder of a lock at a time", async () => {
    const where = await newArchive();
    let held = 0;
    let most = 0;
    let times = 0;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const store = open(where);
        for (let turn = 0; turn < 5; turn++) {
          const release = await store.lock("compact").catch((error) => {
            expect(error).toMatchObject({ kind: "archive_locked" });
            return undefined;
          });
          if (release === undefined) continue;
          times++;
          most = Math.max(most, ++held);
          await store.create(`turn-${times}`, Buffer.from("x"));
          held--;
          await release();
        }
        await store.close();
      }),
    );
    expect(most).toBe(1);
    expect(times).toBeGreaterThanOrEqual(5);
  });

  it("names the variable of a key that is wrong", async () => {
    const where = await newArchive();
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) {
      const store = open(where, { [name]: "other" });
      await expect(store.list("")).rejects.toThrow(`does not accept ${name}`);
      await store.close();
    }
  });

  it("says that a bucket is not there", async () => {
    const store = open("s3://no-such-bucket/desk");
    for (const attempt of [
      () => store.list(""),
      () => store.read("a"),
      () => store.create("a", Buffer.from("x")),
      () => store.lock("compact"),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: "archive_missing" });
    }
    await store.close();
  });

  // The last test of the cluster: it goes on with two OSDs.
  it("keeps every object that was acknowledged when an OSD is killed midway", async () => {
    const where = await newArchive();
    const store = open(where);
    const written = new Map<string, Buffer>();
    for (let index = 0; index < 300; index++) {
      if (index === 100) cluster().killOsd(1);
      const bytes = randomBytes(5_000);
      const name = `funding/month=2026-05/${index}.parquet`;
      expect(await store.create(name, bytes)).toBe(true);
      written.set(name, bytes);
    }
    await cluster().untilUp(2);
    const listed = await store.list("funding/");
    expect(listed.map(({ name }) => name)).toEqual([...written.keys()].sort());
    for (const [name, bytes] of written) {
      expect([name, Buffer.compare((await store.read(name)) ?? Buffer.of(), bytes)]).toEqual([
        name,
        0,
      ]);
    }
    await store.close();
  });
});
