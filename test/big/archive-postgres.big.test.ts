import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { archiveOfVersions, plain, sumsOf } from "../archive/sql.js";
import { runShell } from "../support/process.js";
import { hasPostgres, postgresForFile } from "./postgres.js";

const DOC = readFileSync(new URL("../../docs/archive.md", import.meta.url), "utf8");

describe.runIf(hasPostgres)("PostgreSQL, filled as docs/archive.md has it", () => {
  const { env: database, query } = postgresForFile();

  it("has the same sums to the last digit", async () => {
    const archive = await archiveOfVersions();
    const lines = /```sh\n(psql -c "CREATE TABLE [^`]*)```/.exec(DOC)?.[1] ?? "";
    const script = `set -e -o pipefail\n${lines}`;
    const outcome = await runShell(script, { ...database(), CARRY_ARCHIVE: archive.path });
    expect([outcome.code, outcome.stderr]).toEqual([0, ""]);
    const [row] = await query(
      "SELECT count(*) AS events, sum(funding_rate)::text AS rates, sum(mark_price)::text AS marks FROM funding",
    );
    expect(plain(row)).toEqual(await sumsOf(archive));
  });
});
