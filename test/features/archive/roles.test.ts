import { describe, expect, it } from "vitest";
import {
  ACCESS_KEY,
  BUCKET,
  SECRET_KEY,
  type SeenRequest,
  s3Server,
} from "../../archive/s3-server.js";
import { point, scripted } from "../../commands/archive-service.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";

const OTHER = "0b0c9bd5-3bd0-4a63-9b9b-1d7a4a1e7c11";
const HOUR = 3_600_000;
const WHERE = `s3://${BUCKET}/desk`;

/** A bucket with two snapshots of two portfolios, and a key that may do only some things from then on. */
async function shared() {
  let isAllowed: (request: SeenRequest) => boolean = () => true;
  const server = await s3Server({
    now: () => scene.service.now,
    fault: (request) => (isAllowed(request) ? undefined : { status: 403, code: "AccessDenied" }),
  });
  const scene = await scripted({
    events: [point(NOW - 24 * HOUR)],
    positions: [position(1, { performance: performance() })],
  });
  const run = (...argv: string[]) =>
    carry([...argv, "--archive", WHERE], {
      env: {
        CARRY_RETRIES: "0",
        ...scene.env,
        ...{ AWS_ENDPOINT_URL_S3: server.url, AWS_ACCESS_KEY_ID: ACCESS_KEY },
        AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      },
      clock: { now: () => scene.service.now },
    });
  for (const portfolio of [PORTFOLIO, OTHER, PORTFOLIO, OTHER]) {
    expect((await run("archive", "sync", "7", "--portfolio", portfolio)).code).toBe(0);
    scene.service.now += HOUR;
  }
  const allow = (rule: typeof isAllowed) => {
    isAllowed = rule;
  };
  return { server, run, allow };
}

const reads = ({ method }: SeenRequest) => method === "GET";
const isOf = (portfolio: string) => (key: string) => key.includes(`portfolio=${portfolio}/`);

describe("a bucket that a desk shares", () => {
  it("has what is private of each portfolio below a prefix of its own", async () => {
    const { server } = await shared();
    const directories = new Set([...server.objects.keys()].map((it) => it.replace(/\/[^/]+$/, "")));
    for (const table of ["positions", "legs", "snapshots"]) {
      const own = [...directories].filter((it) => it.startsWith(`desk/${table}/`)).sort();
      expect(own).toEqual(
        [OTHER, PORTFOLIO].map((id) => `desk/${table}/portfolio=${id}/month=2026-06`),
      );
    }
  });

  it("is read with a key that may list and read", async () => {
    const { run, allow } = await shared();
    allow(reads);
    expect(await run("archive", "status", "-o", "json")).toMatchObject({ code: 0, stderr: "" });
    expect((await run("archive", "verify")).code).toBe(0);
    expect((await run("positions", "pnl")).code).toBe(0);
  });

  it("names the write that is refused to a key that may only read", async () => {
    const { run, allow } = await shared();
    allow(reads);
    const { code, stderr } = await run("archive", "sync", "7");
    expect(code).toBe(3);
    expect(stderr).toContain(`cannot write objects of ${WHERE}: the store refused it to the key`);
    expect(stderr).not.toContain("remove");
  });

  it("is synced with a key that may not delete, which -v alone says", async () => {
    const { server, run, allow } = await shared();
    allow(({ method }) => method !== "DELETE");
    const before = server.objects.size;
    expect(await run("archive", "sync", "7")).toMatchObject({ code: 0, stderr: "" });
    expect(server.objects.size).toBeGreaterThan(before);
    expect([...server.objects.keys()].filter((key) => key.includes("/syncing/"))).toHaveLength(1);
    const { code, stderr } = await run("archive", "sync", "7", "-v");
    expect(code).toBe(0);
    expect(stderr).toContain("the lease of this sync ends in 10 minutes: cannot remove syncing/");
  });

  it("shows a key that may read one portfolio what it has of that one", async () => {
    const { run, allow } = await shared();
    const isPublic = (key: string) => !key.includes("/portfolio=");
    allow((it) => reads(it) && (isPublic(it.key) || isOf(PORTFOLIO)(it.key)));
    expect((await run("positions", "pnl")).code).toBe(0);
    const status = await run("archive", "status", "-o", "json");
    expect(JSON.parse(status.stdout).portfolios).toMatchObject([
      { portfolio_id: PORTFOLIO, snapshots: 2 },
    ]);
    expect(status.stderr).toContain("the key may not read the snapshots of 1 portfolio");
    expect((await run("positions", "pnl", "--portfolio", OTHER)).code).toBe(3);
    const exported = await run("archive", "export", "legs", "-o", "csv", "--portfolio", PORTFOLIO);
    expect(exported.code).toBe(0);
  });

  it("forgets a portfolio with a key that may delete what is below its prefix", async () => {
    const { server, run, allow } = await shared();
    const isOwn = (key: string) => isOf(OTHER)(key) || key.includes("/.carry/");
    allow((it) => it.method !== "DELETE" || isOwn(it.key));
    expect((await run("archive", "forget", "--portfolio", OTHER)).code).toBe(0);
    expect([...server.objects.keys()].filter(isOf(OTHER))).toEqual([]);
    expect([...server.objects.keys()].filter(isOf(PORTFOLIO))).toHaveLength(6);
  });
});
