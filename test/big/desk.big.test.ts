import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { tempDirectory } from "../archive/temp-archive.js";
import { deskScript } from "../support/desk-page.js";
import { runCarry, runShell } from "../support/process.js";
import { sandboxForFile } from "../support/sandbox.js";
import { cephForFile, hasCeph } from "./ceph.js";

type Env = Readonly<Record<string, string>>;

describe.runIf(hasCeph)(
  "a bucket with a reader's and a writer's key, as docs/desk.md has it",
  () => {
    const { cluster, newArchive, env: keys } = cephForFile();
    const { sandbox, env: service } = sandboxForFile();
    let where = "";
    let [writer, reader]: Env[] = [];

    beforeAll(async () => {
      where = await newArchive((bucket) =>
        deskScript("policy.json", sandbox())
          .replaceAll(":::desk", `:::${bucket}`)
          .replace("user/owner", "user/carry"),
      );
      writer = keys(await cluster().createUser("writer"));
      reader = keys(await cluster().createUser("reader"));
    });

    /** Runs a file of the page with a home of its own. */
    const run = async (name: string, own: Env = {}) => {
      const home = tempDirectory();
      const { CARRY_API_KEY, ...others } = service();
      const env = { ...others, ...(name === "writer.sh" && { CARRY_API_KEY }), ...own };
      const script = deskScript(name, sandbox()).replaceAll("s3://desk/carry", where);
      const places = { HOME: home, CARRY_CONFIG_DIR: join(home, "config") };
      return runShell(`set -eu; cd "$HOME"; ${script}`, { ...env, ...places });
    };

    it("is filled by the writer, read by the reader, and joined by the owner", async () => {
      const directory = join(tempDirectory(), "archive");
      const own = { ...service(), CARRY_ARCHIVE: directory };
      expect((await runCarry(["archive", "sync"], own)).code).toBe(0);
      const wrote = await run("writer.sh", { ...writer, CARRY_DATA_DIR: join(directory, "..") });
      expect(wrote).toMatchObject({ code: 0 });
      const read = await run("reader.sh", reader);
      expect(read).toMatchObject({ code: 0 });
      const compact = ["archive", "compact", "--archive", where];
      expect(await runCarry(compact, keys())).toMatchObject({ code: 0 });
      expect((await run("reader.sh", reader)).code).toBe(0);
    }, 120_000);

    it("is not written with the reader's key, which the error names, nor compacted with the writer's", async () => {
      const sync = ["archive", "sync", "1", "--no-positions", "--archive", where];
      const refused = await runCarry(sync, { ...service(), ...reader });
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain("cannot write objects of");
      const compact = ["archive", "compact", "--archive", where];
      expect((await runCarry(compact, { ...writer })).code).toBe(3);
    }, 120_000);
  },
);
