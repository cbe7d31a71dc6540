import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { isInstalled } from "../support/needs.js";
import { NOBODY } from "../support/plain-user.js";

const PROGRAMS = programs();

/** Whether PostgreSQL can be started here; throws under CI when it cannot. */
export const hasPostgres =
  process.platform === "linux" &&
  [PROGRAMS.initdb, PROGRAMS.postgres, PROGRAMS.psql].every((program) =>
    isInstalled(program, ["--version"], "an archive in PostgreSQL is"),
  );

/* PostgreSQL refuses to run as root. */
const AS_USER: Partial<typeof NOBODY> = process.getuid?.() === 0 ? NOBODY : {};

/** The database of a test file. */
export interface PostgresForFile {
  /** The variables with which `psql` reaches it. */
  readonly env: () => Record<string, string>;
  /** Runs a query, and returns its rows. */
  readonly query: (sql: string) => Promise<Record<string, unknown>[]>;
}

/** Starts one server for all tests of a file, on a socket in its own directory, and ends it. */
export function postgresForFile(): PostgresForFile {
  let server: ChildProcess | undefined;
  let directory = "";
  const env = () => ({
    PGHOST: directory,
    PGUSER: "carry",
    PGDATABASE: "postgres",
    PGOPTIONS: "-c client_min_messages=warning",
  });
  const kill = () => void server?.kill("SIGQUIT"); // also when the tests end before their time
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "carry-pg-"));
    const { uid, gid } = AS_USER;
    if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
    process.on("exit", kill);
    server = await start(directory);
  }, 60_000);
  afterAll(async () => {
    if (server !== undefined) await end(server);
    process.off("exit", kill);
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    env,
    async query(sql) {
      const argv = [
        "-X",
        "-At",
        "-v",
        "ON_ERROR_STOP=1",
        "-c",
        `SELECT row_to_json(r) FROM (${sql}) r`,
      ];
      const { stdout } = await promisify(execFile)(PROGRAMS.psql, argv, {
        env: { PATH: process.env.PATH, ...env() },
        maxBuffer: 1 << 28,
      });
      const lines = stdout.split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** Debian keeps the programs of the server out of PATH, in a directory for each version. */
function programs() {
  const versions = "/usr/lib/postgresql";
  const there = process.platform === "linux" ? namesIn(versions) : [];
  const newest = there.sort((a, b) => Number(b) - Number(a))[0];
  const at = (name: string) => (newest === undefined ? name : join(versions, newest, "bin", name));
  return { initdb: at("initdb"), postgres: at("postgres"), psql: "psql" };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Makes a database, and returns its server when it accepts connections. */
async function start(directory: string): Promise<ChildProcess> {
  const data = join(directory, "data");
  const surroundings = { ...AS_USER, cwd: directory, env: { LC_ALL: "C" } };
  const ways = ["-U", "carry", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  await promisify(execFile)(PROGRAMS.initdb, ["-D", data, ...ways], surroundings);
  const argv = ["-D", data, "-k", directory, "-c", "listen_addresses=", "-c", "fsync=off"];
  const server = spawn(PROGRAMS.postgres, argv, {
    ...surroundings,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    server.stderr.on("data", (chunk) => {
      log += chunk;
      if (log.includes("database system is ready to accept connections")) resolve();
    });
  });
  return server;
}

/** Ends a server at once; nothing in it is worth keeping. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGQUIT");
  await ended;
}
