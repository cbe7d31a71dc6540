import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { FUNDING } from "../../src/archive/tables.js";
import { copyArchive } from "../../src/archive/tidy/copy.js";
import { failureOf } from "./s3-stores.js";
import { fundingRow, storeAt, tempArchive, tempDirectory } from "./temp-archive.js";

describe("a copy of an archive", () => {
  it.each([
    ["a directory", undefined, "archive"],
    ["a bucket", "https://store.example/desk", "archive_unexpected"],
  ])("has no file of which %s gives fewer bytes than it lists", async (_what, url, kind) => {
    const archive = await tempArchive();
    await append(archive, FUNDING, [fundingRow()]);
    const store = {
      ...archive.store,
      ...(url !== undefined && { url }),
      read: async (name: string) => (await archive.store.read(name))?.subarray(0, -100),
    };
    const to = await storeAt(join(tempDirectory(), "copy"));
    const error = await failureOf(copyArchive({ ...archive, store }, to, () => {}));
    expect(error).toMatchObject({ kind, message: expect.stringMatching(/ bytes and gives \d+$/) });
    expect(await to.list("funding/")).toEqual([]);
  });
});
