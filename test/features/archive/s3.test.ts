import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { currentEvents } from "../../../src/archive/read/current-events.js";
import { monthsOf } from "../../../src/archive/read/load-month.js";
import { FUNDING } from "../../../src/archive/tables.js";
import {
  ACCESS_KEY,
  BUCKET,
  type Fault,
  type S3ServerOptions,
  SECRET_KEY,
  s3Server,
} from "../../archive/s3-server.js";
import { storeAt } from "../../archive/s3-stores.js";
import { tempHome } from "../../settings/home.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env: serviceEnv } = sandboxForFile({ now: () => NOW });

/** A bucket, and archive sync to it. */
async function bucket(options: S3ServerOptions = {}) {
  const server = await s3Server({ now: () => NOW, ...options });
  const env = (changed: Record<string, string> = {}) => ({
    ...serviceEnv(),
    AWS_ENDPOINT_URL_S3: server.url,
    AWS_ACCESS_KEY_ID: ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: SECRET_KEY,
    ...changed,
  });
  const sync = (where: string, argv: readonly string[] = [], changed = {}) =>
    carry(["archive", "sync", "--no-positions", ...argv, "--archive", where], {
      env: env(changed),
    });
  return { server, sync, env };
}

const WHERE = `s3://${BUCKET}/desk`;

async function eventsAt(url: string): Promise<number> {
  const store = storeAt(url, { now: () => NOW });
  const months = await monthsOf(store, FUNDING);
  const events = [];
  for await (const event of currentEvents(store, { months })) events.push(event);
  return events.length;
}

describe("archive sync to a bucket", () => {
  it("records there what it records in a directory", async () => {
    const { server, sync } = await bucket();
    const first = await sync(WHERE, ["1", "2"]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const [, added] = /^Recorded 2 markets: (\d+) new events/.exec(first.stdout) ?? [];
    expect(await eventsAt(server.url)).toBe(Number(added));
    const tables = [...server.objects.keys()].map((key) => key.split("/").slice(0, 2).join("/"));
    expect(new Set(tables)).toEqual(
      new Set(["desk/carry-archive.json", "desk/funding", "desk/coverage", "desk/markets"]),
    );
    const again = await sync(WHERE, ["1", "2"]);
    expect(again.stdout).toBe("Recorded 2 markets: 0 new events, 0 corrected.\n");
  });

  it("loses nothing when the store fails for a while, and goes on afterwards", async () => {
    let fault: Fault;
    const { server, sync } = await bucket({ fault: () => fault });
    expect(await sync(WHERE, ["1"])).toMatchObject({ code: 0 });
    const before = await eventsAt(server.url);
    fault = { status: 503, code: "SlowDown" };
    const failed = await sync(WHERE, ["2"]);
    expect(failed).toMatchObject({ code: 7, stdout: "" });
    expect(failed.stderr).toBe(
      `error: cannot read carry-archive.json of ${WHERE}: the store failed (SlowDown: as asked for)\nhint: try again later; what was written is kept\n`,
    );
    fault = undefined;
    expect(await eventsAt(server.url)).toBe(before);
    expect(await sync(WHERE, ["2"])).toMatchObject({ code: 0 });
    expect(await eventsAt(server.url)).toBeGreaterThan(before);
  });

  it("fetches each file once, unless the profile turns the copies off or the bucket is verified", async () => {
    const { server, sync, env } = await bucket();
    await sync(WHERE, ["1"]);
    const home = tempHome();
    const fetched = async (...argv: string[]) => {
      const before = server.requests.length;
      const surroundings = { env: { ...env(), ...home.env } };
      const { code } = await carry(["archive", ...argv, "--archive", WHERE], surroundings);
      const files = server.requests.slice(before).filter(({ key }) => key.endsWith(".parquet"));
      return [code, files.length];
    };
    const [, all = 0] = await fetched("status");
    expect(all).toBeGreaterThan(2);
    expect(await fetched("status")).toEqual([0, 0]);
    const [code, verified = 0] = await fetched("verify");
    expect([code, verified >= all]).toEqual([0, true]);
    const copies = join(home.env.CARRY_CACHE_DIR ?? "", "archive");
    writeFileSync(join(copies, "mine"), "");
    await carry(["profile", "set", "archive-cache", "0"], { env: home.env });
    expect(readdirSync(copies)).toEqual(["mine"]);
    expect(await fetched("status")).toEqual([0, all]);
  });

  it("is copied to one of the same name in another store", async () => {
    const [{ sync, env }, other] = [await bucket(), await bucket()];
    await sync(WHERE, ["1"]);
    const copied = (to: string) =>
      carry(["archive", "copy", to, "--archive", WHERE], { env: env() });
    expect((await copied(`${WHERE}?endpoint=${other.server.url}`)).code).toBe(0);
    expect(await eventsAt(other.server.url)).toBeGreaterThan(0);
    expect((await copied(WHERE)).code).toBe(2);
  });

  it("prints views for ClickHouse with the URL of the bucket, and no key", async () => {
    const { server, env } = await bucket();
    const argv = ["archive", "ddl", "clickhouse", "--archive", `${WHERE}/a b`];
    const { stdout } = await carry(argv, { env: env() });
    expect(stdout).toContain(
      `FROM s3('${server.url}/${BUCKET}/desk/a%20b/funding/*/*.parquet', 'Parquet', 'market_id Int64, `,
    );
    expect(stdout).not.toContain(SECRET_KEY);
    expect(stdout).not.toContain(ACCESS_KEY);
  });

  it("refuses the archive of another service in a bucket", async () => {
    const { server, sync } = await bucket();
    const body = Buffer.from(
      '{"format":1,"origin":"https://other.example","created_at":"2026-01-01T00:00:00Z"}',
    );
    server.objects.set("desk/carry-archive.json", { body, modifiedAt: 0 });
    const { code, stderr } = await sync(WHERE, ["1"]);
    expect([code, stderr]).toEqual([9, expect.stringContaining("https://other.example")]);
  });

  it.each([
    [3, { AWS_SECRET_ACCESS_KEY: "" }, "AWS_SECRET_ACCESS_KEY is not set"],
    [3, { AWS_SECRET_ACCESS_KEY: "another-secret" }, "does not accept AWS_SECRET_ACCESS_KEY"],
    [2, { AWS_ENDPOINT_URL_S3: "http://store.example" }, "plain http is readable on the way"],
    [7, { AWS_ENDPOINT_URL_S3: "http://127.0.0.1:1" }, "the connection was refused"],
  ])("exits with %i for %o", async (exitCode, env, message) => {
    const { sync } = await bucket();
    const { code, stdout, stderr } = await sync(WHERE, ["1"], env);
    expect([code, stdout, stderr]).toEqual([exitCode, "", expect.stringContaining(message)]);
    expect(stderr).not.toContain("another-secret");
  });

  it("exits with 9 for a bucket that is not there", async () => {
    const { sync } = await bucket({ fault: () => ({ status: 404, code: "NoSuchBucket" }) });
    const { code, stderr } = await sync(WHERE, ["1"]);
    expect([code, stderr]).toEqual([9, expect.stringContaining(`there is no bucket ${BUCKET}`)]);
  });

  it("refuses keys in the URL without repeating them", async () => {
    const { server, sync } = await bucket();
    const { code, stderr } = await sync(`s3://AKIA:hunter22@${BUCKET}/desk`, ["1"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("has credentials in it")]);
    expect(stderr).not.toContain("hunter22");
    expect(server.requests).toHaveLength(0);
  });

  it("shows each request with -v, and no key in any of them", async () => {
    const { sync } = await bucket();
    const { stderr } = await sync(WHERE, ["1", "-v"], { AWS_SESSION_TOKEN: "temporary-token" });
    expect(stderr).toMatch(/\/desk-archive\/desk\/carry-archive\.json 404, \d+ bytes/);
    expect(stderr).not.toContain(SECRET_KEY);
    expect(stderr).not.toContain("temporary-token");
  });
});
