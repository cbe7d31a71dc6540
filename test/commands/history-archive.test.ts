import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { point, scripted } from "./archive-service.js";

const DAY = 86_400_000;
const EIGHT_HOURS = 8 * 3_600_000;

/** Events every 8 hours, newest first, at most 30 days old: as a service has them. */
const kept = (now: number) =>
  Array.from(
    { length: 90 },
    (_, at) => Math.floor(now / EIGHT_HOURS) * EIGHT_HOURS - at * EIGHT_HOURS,
  )
    .filter((time) => time >= now - 30 * DAY)
    .map((time) => point(time, { funding_rate: `0.0000${(time / EIGHT_HOURS) % 1000}` }));

/** An archive of 80 days, synced last 10 days ago. */
async function recorded() {
  const scene = await scripted({ events: kept(NOW) });
  for (const days of [0, 25, 50]) {
    scene.service.now = NOW + days * DAY;
    scene.service.events = kept(scene.service.now);
    await scene.sync("7", "8");
  }
  scene.service.now = NOW + 60 * DAY;
  scene.service.events = kept(scene.service.now);
  const before = scene.server.requests.length;
  const fundingAt =
    (place: string) =>
    (...argv: string[]) =>
      carry(["funding", ...argv], {
        env: { ...scene.env, CARRY_ARCHIVE: place },
        clock: { now: () => scene.service.now },
      });
  const [funding, unrecorded] = [scene.directory, `${scene.directory}-none`].map(fundingAt) as [
    ReturnType<typeof fundingAt>,
    ReturnType<typeof fundingAt>,
  ];
  return { ...scene, funding, unrecorded, asked: () => scene.server.requests.slice(before) };
}

describe("funding history past what the service keeps", () => {
  it("has the events of the archive and of the service, each once", async () => {
    const { funding, asked } = await recorded();
    const { code, stdout, stderr } = await funding("history", "7", "--start", "90d", "-o", "json");
    expect(code).toBe(0);
    const times = (JSON.parse(stdout) as { funding_time: string }[]).map((it) => it.funding_time);
    expect(times).toHaveLength(new Set(times).size);
    expect(times).toHaveLength(90 * 3);
    expect(times).toEqual([...times].sort().reverse());
    expect(stderr).toContain("read from the archive at");
    expect(asked()).toHaveLength(1);
    const start = new URL(asked()[0]?.split(" ")[1] ?? "", "http://x").searchParams.get("start");
    const newestRecorded = Math.floor((NOW + 50 * DAY) / EIGHT_HOURS) * EIGHT_HOURS;
    expect(Date.parse(start ?? "")).toBe(newestRecorded);
  });

  it("has an event that was published after the archive asked, though it settled before", async () => {
    const { service, funding, sync } = await recorded();
    service.now = NOW + 60 * DAY + 4 * 3_600_000 + 30_000;
    await sync("7"); // 30 s after 16:00, which is not published yet
    service.now += 60_000;
    service.events = kept(service.now);
    const { stdout } = await funding("history", "7", "--start", "40d", "-o", "json");
    const [newest] = JSON.parse(stdout) as { funding_time: string }[];
    expect(newest?.funding_time).toBe("2026-07-31T16:00:00+00:00");
  });

  it("leaves the archive alone for what the service keeps, and asks where there is none", async () => {
    const { funding, unrecorded } = await recorded();
    expect((await funding("history", "7", "--start", "9d")).stderr).not.toContain("archive");
    const without = await unrecorded("history", "7", "--start", "90d", "-o", "json");
    expect(JSON.parse(without.stdout)).toHaveLength(90);
    expect(without.stderr).toContain("the service keeps settled events for 30 days");
  });

  it("names what was never recorded", async () => {
    const { service, sync, funding } = await recorded();
    service.now = NOW + 120 * DAY;
    service.events = kept(service.now);
    await sync("7");
    const { stderr } = await funding("history", "7", "--start", "2026-06-01");
    expect(stderr).toContain(
      "market 7: 2026-07-21 12:00Z to 2026-08-30 12:00Z was never recorded; it is in no figure",
    );
  });

  it("names what was never recorded at the end of a range", async () => {
    const { service, funding } = await recorded();
    service.now = NOW + 120 * DAY;
    const holes = async (...argv: string[]) => {
      const { stderr } = await funding("history", "7", "--start", "2026-07-01", ...argv);
      return /market 7: (.*) was never recorded/.exec(stderr)?.[1];
    };
    expect(await holes("--end", "2026-08-10")).toBe("2026-07-21 12:00Z to 2026-08-10 00:00Z");
    expect(await holes("--end", "2026-07-20")).toBeUndefined();
  });
});

describe("funding compare past what the service keeps", () => {
  it("compares every day that the archive has", async () => {
    const { funding, unrecorded } = await recorded();
    const line = ["compare", "7", "8", "--start", "80d", "--resolution", "1d", "-o", "json"];
    const { code, stdout } = await funding(...line);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ inputs: { archive: true } });
    expect(JSON.parse(stdout).rows.length).toBeGreaterThanOrEqual(79);
    const without = await unrecorded(...line);
    expect(JSON.parse(without.stdout).rows.length).toBeLessThanOrEqual(31);
  });
});
