import { describe, expect, it } from "vitest";
import { point, scripted } from "../../commands/archive-service.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";

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
    await scene.sync("7", "8", "--no-positions");
  }
  scene.service.now = NOW + 60 * DAY;
  scene.service.events = kept(scene.service.now);
  const before = scene.server.requests.length;
  const funding = (...argv: string[]) =>
    carry(["funding", ...argv], {
      env: { ...scene.env, CARRY_ARCHIVE: scene.directory },
      clock: { now: () => scene.service.now },
    });
  return { ...scene, funding, asked: () => scene.server.requests.slice(before) };
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
    await sync("7", "--no-positions"); // 30 s after 16:00, which is not published yet
    service.now += 60_000;
    service.events = kept(service.now);
    const { stdout } = await funding("history", "7", "--start", "40d", "-o", "json");
    const [newest] = JSON.parse(stdout) as { funding_time: string }[];
    expect(newest?.funding_time).toBe("2026-07-31T16:00:00+00:00");
  });

  it("leaves the archive alone for what the service keeps, and with --no-archive", async () => {
    const { funding } = await recorded();
    expect((await funding("history", "7", "--start", "9d")).stderr).not.toContain("archive");
    const without = await funding("history", "7", "--start", "90d", "--no-archive", "-o", "json");
    expect(JSON.parse(without.stdout)).toHaveLength(90);
    expect(without.stderr).toContain("the service keeps settled events for 30 days");
    expect((await funding("history", "7", "--no-archive", "--as-of", "3d")).code).toBe(2);
  });

  it("names what was never recorded", async () => {
    const { service, sync, funding } = await recorded();
    service.now = NOW + 120 * DAY;
    service.events = kept(service.now);
    await sync("7", "--no-positions");
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
    expect(await holes("--as-of", "2026-07-31")).toBe("2026-07-21 12:00Z to 2026-07-31 00:00Z");
    expect(await holes("--as-of", "2026-07-21T12:00:30Z")).toBeUndefined();
  });

  it("shows an event that cannot be read as the service's answer is shown", async () => {
    const { service, sync, funding } = await recorded();
    service.events = [point(service.now - DAY, { funding_rate: 0.0777 })];
    await sync("7", "--no-positions");
    for (const format of ["csv", "json"]) {
      const line = ["history", "7", "--start", "2d", "-o", format];
      const [archived, answered] = [
        await funding(...line, "--as-of", "now"),
        await funding(...line),
      ];
      expect(archived).toMatchObject({ code: 0, stdout: answered.stdout });
    }
  });

  it("shows what was known at a time with --as-of, and sends no request", async () => {
    const { service, sync, funding, asked } = await recorded();
    const rates = async (...argv: string[]) => {
      const line = ["history", "7", "--start", "2026-07-20", "--end", "2026-07-21", ...argv];
      const { stdout } = await funding(...line, "-o", "json");
      return (JSON.parse(stdout) as { funding_rate: string }[]).map((it) => it.funding_rate);
    };
    const before = await rates("--as-of", "now");
    service.events = service.events.map((it) => ({ ...it, funding_rate: "0.5" }));
    await sync("7", "--no-positions", "--start", "2026-07-10");
    const requests = asked().length;
    expect(await rates("--as-of", "2026-07-25")).toEqual(before);
    expect(await rates("--as-of", "now")).toEqual(["0.5", "0.5", "0.5"]);
    expect(asked()).toHaveLength(requests);
  });

  it("counts nothing as missing that settled after the time of --as-of", async () => {
    const { funding } = await recorded();
    const asOf = ["--as-of", "2026-06-26T13:00:00Z"]; // an hour after the second sync
    const { stdout } = await funding("history", "7", "--start", "2026-06-10", ...asOf);
    expect(stdout).toMatch(/events 50 {3}sum .* covered 392h \(of 397h\) {3}/);
    const compared = await funding("compare", "7", "8", ...asOf);
    expect(compared.stdout).toContain("periods 21 (of 8h)");
    expect(compared.stdout).toMatch(/^2026-06-26 08:00Z/m);
    expect(compared.stdout).not.toContain("missing");
    const later = await funding("compare", "7", "8", "--start", "2026-07-01", ...asOf);
    expect([later.code, later.stdout]).toEqual([0, ""]);
  });

  it("names an archive that is not there when it was asked for", async () => {
    const { funding } = await recorded();
    const { code, stderr } = await funding("history", "7", "--archive", "/nonexistent/archive");
    expect(code).toBe(9);
    expect(stderr).toContain("there is no archive at /nonexistent/archive");
  });
});

describe("funding compare past what the service keeps", () => {
  it("compares every day that the archive has", async () => {
    const { funding } = await recorded();
    const line = ["compare", "7", "8", "--start", "80d", "--resolution", "1d", "-o", "json"];
    const { code, stdout } = await funding(...line);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ inputs: { archive: true } });
    expect(JSON.parse(stdout).rows.length).toBeGreaterThanOrEqual(79);
    const without = await funding(...line, "--no-archive");
    expect(JSON.parse(without.stdout).rows.length).toBeLessThanOrEqual(31);
  });
});
