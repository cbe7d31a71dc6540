import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scanRows } from "../../src/archive/read/scan.js";
import { FUNDING } from "../../src/archive/tables.js";
import { randomOf } from "../support/random.js";
import { archiveOfVersions } from "./sql.js";

/** Changed bytes of each file. */
const PLACES = 2_000;

it(`reads what was written or names the file, with a byte changed at ${PLACES} places of three files`, async () => {
  const archive = await archiveOfVersions();
  const files = readdirSync(join(archive.path, "funding"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".parquet"))
    .slice(0, 3);
  expect(files).toHaveLength(3);
  const { below } = randomOf(17);
  for (const name of files) {
    const path = join(archive.path, "funding", name);
    const whole = readFileSync(path);
    const month = /month=(\d{4}-\d{2})/.exec(name)?.[1] ?? "";
    for (let place = 0; place < PLACES; place++) {
      const changed = Buffer.from(whole);
      const at = below(whole.length);
      changed[at] = (changed[at] ?? 0) ^ (1 + below(255));
      writeFileSync(path, changed);
      const read = async () => {
        for await (const _ of scanRows(archive.store, FUNDING, [month]));
      };
      await expect(read()).rejects.toThrow(name);
    }
    writeFileSync(path, whole);
  }
});
