import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/archive/open-store.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import { createSecrets } from "../../src/base/secrets.js";
import { systemClock } from "../../src/base/time/system-clock.js";
import { OTHER } from "../storage/traps.js";
import { tempDirectory } from "./temp-archive.js";

const isRoot = process.geteuid?.() === 0;
const OWN_GROUP = process.getegid?.() ?? 0;
const FOREIGN_GROUP = 54_321;

const FILE = "funding/month=2026-05/1-a.parquet";
const BYTES = Buffer.from("rows");

const storeAt = (path: string, isNamed: boolean) =>
  openStore(
    path,
    {
      env: {},
      clock: systemClock,
      random: Math.random,
      signal: new AbortController().signal,
      secrets: createSecrets(),
    },
    { isNamed },
  );

/** An archive's directory with one file, both changed afterwards. */
function archiveWith(change: (path: string) => void): string {
  const path = join(tempDirectory(), "archive");
  mkdirSync(join(path, "funding", "month=2026-05"), { recursive: true, mode: 0o700 });
  writeFileSync(join(path, FILE), BYTES, { mode: 0o600 });
  change(path);
  return path;
}

/** Gives a directory with everything in it to an owner and a group, with the group's bits. */
function give(path: string, uid: number, gid: number, bits = 0o070): void {
  for (const name of ["", "funding", "funding/month=2026-05"]) {
    chownSync(join(path, name), uid, gid);
    chmodSync(join(path, name), 0o2700 | bits);
  }
  chownSync(join(path, FILE), uid, gid);
  chmodSync(join(path, FILE), 0o600 | (bits & 0o060));
}

/** Everything that a command does with a store. */
const USES: readonly [name: string, use: (store: ArchiveStore) => Promise<unknown>][] = [
  ["listed", (store) => store.list("")],
  ["read", (store) => store.read(FILE)],
  ["added to", (store) => store.create("funding/month=2026-05/2-b.parquet", BYTES)],
  ["given a new table", (store) => store.create("coverage/month=2026-05/2-b.parquet", BYTES)],
  ["given an identity", (store) => store.replace("carry-archive.json", BYTES)],
  ["emptied", (store) => store.remove([FILE])],
  ["tidied", (store) => store.removeUnfinished("")],
  ["locked", (store) => store.lock("compact")],
];

interface Place {
  readonly name: string;
  readonly forRoot?: boolean;
  readonly change: (path: string) => void;
  readonly fault: RegExp;
}

const REFUSED: readonly Place[] = [
  {
    name: "everybody can write",
    change: (path) => chmodSync(path, 0o777),
    fault: /can be changed by other users/,
  },
  {
    name: "everybody can write, but only remove what is his",
    change: (path) => chmodSync(path, 0o1777),
    fault: /can be changed by other users/,
  },
  {
    name: "everybody can write, though a group shares it",
    change: (path) => chmodSync(path, 0o2777),
    fault: /can be changed by other users/,
  },
  {
    name: "another user owns",
    forRoot: true,
    change: (path) => chownSync(path, OTHER, OTHER),
    fault: new RegExp(`belongs to another user \\(uid ${OTHER}\\)`),
  },
  {
    name: "another user owns and everybody can write",
    forRoot: true,
    change(path) {
      chownSync(path, OTHER, OTHER);
      chmodSync(path, 0o777);
    },
    fault: /belongs to another user/,
  },
  {
    name: "a group can write that is not setgid",
    forRoot: true,
    change(path) {
      chownSync(path, OTHER, OWN_GROUP);
      chmodSync(path, 0o770);
    },
    fault: /belongs to another user/,
  },
  {
    name: "a group of others shares",
    forRoot: true,
    change: (path) => give(path, OTHER, FOREIGN_GROUP),
    fault: /belongs to another user/,
  },
];

describe.skipIf(process.platform === "win32")("an archive in a directory that", () => {
  const settable = REFUSED.filter(({ forRoot }) => isRoot || !forRoot);

  describe.each(settable)("$name", ({ change, fault }) => {
    it.each(USES)("is not %s, and the error says why", async (_what, use) => {
      const path = archiveWith(change);
      const before = readdirSync(path, { recursive: true });
      const error = await use(await storeAt(path, true)).catch((it: unknown) => it);
      expect(error).toMatchObject({
        kind: "archive",
        message: expect.stringMatching(fault),
        hint: expect.stringContaining("chmod go-w"),
      });
      expect(readdirSync(path, { recursive: true })).toEqual(before);
    });
  });

  it("is below one that everybody can write is not created", async () => {
    const parent = tempDirectory();
    chmodSync(parent, 0o777);
    const store = await storeAt(join(parent, "archive"), true);
    await expect(store.create(FILE, BYTES)).rejects.toThrow("can be changed by other users");
    expect(readdirSync(parent)).toEqual([]);
  });

  it.runIf(isRoot)("has a link of another user is not written behind it", async () => {
    const mine = tempDirectory();
    const path = archiveWith((root) => {
      symlinkSync(mine, join(root, "coverage"));
      lchownSync(join(root, "coverage"), OTHER, OTHER);
    });
    const store = await storeAt(path, true);
    for (const month of ["", "month=2026-05/"]) {
      const created = store.create(`coverage/${month}2-b.parquet`, BYTES);
      await expect(created).rejects.toThrow("belongs to another user");
    }
    expect(readdirSync(mine)).toEqual([]);
  });
});

describe.runIf(isRoot)("an archive that a group of the user shares", () => {
  const ofGroup = (bits?: number) => archiveWith((path) => give(path, OTHER, OWN_GROUP, bits));

  it.each(USES)("is %s where the user has named it", async (_what, use) => {
    const store = await storeAt(ofGroup(), true);
    await expect(use(store)).resolves.not.toBe(false);
  });

  it.each(USES)("is not %s where the user has not named it", async (_what, use) => {
    const store = await storeAt(ofGroup(), false);
    await expect(use(store)).rejects.toThrow("belongs to another user");
  });

  it.each([
    [0o070, 0o660, 0o2770],
    [0o050, 0o640, 0o2750],
    [0, 0o600, 0o700],
  ])(
    "of mode %o gets files and directories with its bits, whatever the umask",
    async (bits, file, directory) => {
      const path = ofGroup(bits);
      const umask = process.umask(0o077);
      try {
        const store = await storeAt(path, true);
        await store.create("coverage/month=2026-05/2-b.parquet", BYTES);
        await store.replace("carry-archive.json", BYTES);
      } finally {
        process.umask(umask);
      }
      const modeOf = (name: string) => statSync(join(path, name)).mode & 0o3777;
      expect(modeOf("carry-archive.json")).toBe(file);
      expect(modeOf("coverage/month=2026-05/2-b.parquet")).toBe(file);
      for (const name of ["coverage", "coverage/month=2026-05"]) {
        expect(modeOf(name) & 0o777).toBe(directory & 0o777);
        expect(statSync(join(path, name)).gid).toBe(OWN_GROUP);
      }
    },
  );

  it("is not written behind the link of a member, nor is a file that everybody can write read", async () => {
    const mine = tempDirectory();
    const path = ofGroup();
    symlinkSync(mine, join(path, "coverage"));
    lchownSync(join(path, "coverage"), OTHER - 1, OWN_GROUP);
    chmodSync(join(path, FILE), 0o666);
    const store = await storeAt(path, true);
    await expect(store.create("coverage/2-b.parquet", BYTES)).rejects.toThrow("another user");
    await expect(store.read(FILE)).rejects.toThrow("can be changed by other users");
    expect(readdirSync(mine)).toEqual([]);
  });
});
