import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/* ClickHouse's engine is 540 MB large, so that `npm ci` leaves it to `npm run clickhouse`. */
const INSTALLED = fileURLToPath(new URL("../../node_modules/.cache/clickhouse/", import.meta.url));
const ENGINE = join(INSTALLED, "node_modules/chdb/index.js");

/** Whether ClickHouse's engine is there; throws under CI when it is not. */
export const hasClickHouse = isThere();

function isThere(): boolean {
  if (existsSync(ENGINE)) return true;
  if (process.env.CI === "true") throw new Error("chdb is missing; .ci/run installs it");
  process.stderr.write(
    "chdb is not installed (npm run clickhouse): an archive that ClickHouse reads is not tested\n",
  );
  return false;
}

const SCRIPT = `
const { Session } = require(process.argv[1]);
const session = new Session();
const statements = JSON.parse(process.argv[2]);
for (const [index, sql] of statements.entries()) {
  const answer = session.query(sql, "JSONEachRow");
  if (index === statements.length - 1) process.stdout.write(answer);
}
session.cleanup();
`;

/**
 * Runs statements in ClickHouse's engine, in a process of its own; returns the rows of the last.
 * @param env variables, such as the keys of a bucket
 */
export async function clickHouse(
  statements: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>[]> {
  const argv = ["-e", SCRIPT, ENGINE, JSON.stringify(statements)];
  const { stdout } = await promisify(execFile)(process.execPath, argv, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: "UTC", ...env },
    maxBuffer: 1 << 28,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
