import { describe, expect, it } from "vitest";
import { profileEnv } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utc = (iso: string) => Date.parse(iso);
/** The environment of a profile that shows local times. */
const local = (TZ: string) => ({ ...profileEnv({ time: "local" }), TZ });

/** Requests a range and returns the bounds sent, milliseconds since the epoch. */
async function sent(argv: readonly string[], around: Record<string, string> = {}) {
  const server = await faultyServer((socket) => socket.write(answer(200, '{"data":[]}')));
  const outcome = await carry(
    ["funding", "history", "1", "--json", "--base-url", server.url, ...argv],
    { env: around },
  );
  const [head] = server.requests;
  const query = new URL(head?.split(" ")[1] ?? "/", "http://x").searchParams;
  const time = (name: string) => {
    const value = query.get(name);
    return value === null ? undefined : Date.parse(value);
  };
  return { ...outcome, start: time("start"), end: time("end"), requests: server.requests };
}

/** Every form of a time, and its meaning at 12:00 UTC on June 1, 2026. */
const FORMS: readonly (readonly [form: string, time: number])[] = [
  ["now", NOW],
  ["today", utc("2026-06-01T00:00:00Z")],
  ["yesterday", utc("2026-05-31T00:00:00Z")],
  ["90m", NOW - 90 * 60_000],
  ["36h", NOW - 36 * HOUR],
  ["7d", NOW - 7 * DAY],
  ["2w", NOW - 14 * DAY],
  ["-7d", NOW - 7 * DAY],
  ["1d12h", NOW - 36 * HOUR],
  ["-1w2d3h4m", NOW - 9 * DAY - 3 * HOUR - 4 * 60_000],
  ["@1780000000", 1_780_000_000_000],
  ["@1780000000.25", 1_780_000_000_250],
  ["1780000000000", 1_780_000_000_000],
  ["2026-05-30", utc("2026-05-30T00:00:00Z")],
  ["2026-05-30T06:30", utc("2026-05-30T06:30:00Z")],
  ["2026-05-30 06:30", utc("2026-05-30T06:30:00Z")],
  ["2026-05-30T06:30:15", utc("2026-05-30T06:30:15Z")],
  ["2026-05-30T06:30:15.5", utc("2026-05-30T06:30:15.500Z")],
  ["2026-05-30T06:30:15.123456789", utc("2026-05-30T06:30:15.123Z")],
  ["2026-05-30T06:30Z", utc("2026-05-30T06:30:00Z")],
  ["2026-05-30t06:30z", utc("2026-05-30T06:30:00Z")],
  ["2026-05-30T06:30+02:00", utc("2026-05-30T04:30:00Z")],
  ["2026-05-30T06:30-0330", utc("2026-05-30T10:00:00Z")],
  ["2026-05-30T23:30:00-05:45", utc("2026-05-31T05:15:00Z")],
  ["2024-02-29", utc("2024-02-29T00:00:00Z")],
];

describe("a time that is typed", () => {
  it.each(FORMS)("%s is read as a start", async (form, time) => {
    expect(await sent(["--start", form])).toMatchObject({ code: 0, start: time, end: undefined });
  });

  it.each(FORMS.slice(3))("%s is read as an end", async (form, time) => {
    expect(await sent(["--start", "2023-01-01", "--end", form])).toMatchObject({ end: time });
  });

  it.each(FORMS)(
    "%s is UTC without an offset, also where screens show local times",
    async (form, time) => {
      const { start } = await sent(["--start", form], local("America/St_Johns"));
      expect(start).toBe(time);
    },
  );

  it("may be an end in the future", async () => {
    expect((await sent(["--end", "2026-07-01"])).end).toBe(utc("2026-07-01T00:00:00Z"));
  });

  it.each([
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-05-00",
    "2026-05-30T24:00",
    "2026-05-30T12:60",
    "2026-05-30T12:00:60",
    "2026-05-30T12",
    "2026-05-30T12:00+25:00",
    "2026-05-30T12:00+02:60",
    "2026-05-30T12:00+2",
    "2026-5-30",
    "30.05.2026",
    "1780000000",
    "tomorrow",
    "Today",
    "7 d",
    "-",
    "--7d",
    "1h1d",
    "1d1d",
    "1d 1h",
    "60000d",
    "@",
    "@-1",
    "@253402300800",
    "178000000000",
    "17800000000000",
    "1969-12-31",
    "1.5d",
    "7y",
    " ",
  ])('"%s" is refused with the forms there are, and nothing is sent', async (form) => {
    for (const option of ["--start", "--end"]) {
      const { code, stdout, stderr, requests } = await sent([`${option}=${form}`]);
      expect([code, stdout, requests]).toEqual([2, "", []]);
      const { error } = JSON.parse(stderr) as { error: { message: string; hint: string } };
      expect(error.message).toBe(`${option}: "${form}" is not a time`);
      expect(error.hint).toMatch(
        /now, today, yesterday, or an age such as 36h, 7d, 1d12h, between 1970 and 9999$/,
      );
    }
  });

  it.each([
    [
      ["--start", "today", "--end", "yesterday"],
      '--start: "today" is not before --end "yesterday"',
    ],
    [["--start", "7d", "--end", "7d"], '--start: "7d" is not before --end "7d"'],
    [["--start", "2026-06-01T14:00", "--end", "2026-06-02"], "is in the future"],
    [["--start", "2026-06-01T12:00-01:00"], "is in the future"],
  ])("%j is no range", async (argv, message) => {
    const { code, stderr, requests } = await sent(argv);
    expect([code, requests]).toEqual([2, []]);
    expect(JSON.parse(stderr).error.message).toContain(message);
  });
});

describe("a time that is shown", () => {
  const zoned = (argv: readonly string[], TZ?: string) =>
    carry(argv, { env: { ...env(), ...(TZ !== undefined && { TZ }) } });
  const localIn = (zone: string, argv: readonly string[]) =>
    carry(argv, { env: { ...env(), ...local(zone) } });
  const history = ["funding", "history", "1", "--start", "1d"];

  it("is UTC, whatever TZ says", async () => {
    const { stdout } = await zoned(history, "Asia/Kolkata");
    expect(stdout).toContain("2026-06-01 08:00Z");
    expect(stdout).not.toContain("+05:30");
  });

  it.each([
    ["Asia/Kolkata", "2026-06-01 13:30+05:30"],
    ["Asia/Kathmandu", "2026-06-01 13:45+05:45"],
    ["America/St_Johns", "2026-06-01 05:30-02:30"],
    ["America/New_York", "2026-06-01 04:00-04:00"],
    ["Pacific/Kiritimati", "2026-06-01 22:00+14:00"],
    ["UTC", "2026-06-01 08:00Z"],
    [":Europe/Berlin", "2026-06-01 10:00+02:00"],
    ["/usr/share/zoneinfo/Europe/Berlin", "2026-06-01 10:00+02:00"],
  ])("is that of TZ=%s with the setting time local", async (zone, shown) => {
    const { stdout, stderr } = await localIn(zone, history);
    expect(stdout).toContain(shown);
    expect(stderr).toBe("");
  });

  it("changes its offset when the clocks do", async () => {
    const times = ["2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2025-10-26T00:30:00Z"];
    const data = [...times, "2025-10-26T01:30:00Z"].map((funding_time) => ({
      funding_time,
      funding_rate: "0.0001",
      funding_interval: 1,
      mark_price: "1",
    }));
    const server = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data }))),
    );
    const argv = ["funding", "history", "1", "--columns", "funding_time"];
    const { stdout } = await carry([...argv, "--base-url", server.url], {
      env: local("Europe/Berlin"),
    });
    expect(stdout.match(/^\d.*$/gm)).toEqual([
      "2026-03-29 01:30+01:00",
      "2026-03-29 03:30+02:00",
      "2025-10-26 02:30+02:00",
      "2025-10-26 02:30+01:00",
    ]);
  });

  it.each(["No/Such", "CET-1CEST", "GMT+2"])(
    "is UTC if TZ=%s is not known, which is reported once",
    async (zone) => {
      const { stdout, stderr, code } = await localIn(zone, history);
      expect(code).toBe(0);
      expect(stdout).toContain("2026-06-01 08:00Z");
      expect(stderr).toBe(
        `warning: TZ: "${zone}" is not a known time zone; times are shown in UTC\n`,
      );
    },
  );

  it("is an age in a list, and a full time in detail", async () => {
    const listed = await zoned(["positions", "list", "--limit", "1"]);
    expect(listed.stdout).toMatch(/\bage\b/);
    expect(listed.stdout).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    const ids = await zoned(["positions", "list", "--limit", "1", "--json"]);
    const [{ position_id: id } = { position_id: "" }] = JSON.parse(ids.stdout) as {
      position_id: string;
    }[];
    const detail = await localIn("Asia/Kolkata", ["positions", "get", id, "--all"]);
    expect(detail.stdout).toMatch(/^opened +\d{4}-\d{2}-\d{2} \d{2}:\d{2}\+05:30$/m);
  });

  it("is in the local zone in every column that holds one", async () => {
    const columns = ["--columns", "opened_at,closed_at", "--status", "closed", "--limit", "3"];
    const { stdout } = await localIn("Asia/Kolkata", ["positions", "list", ...columns]);
    const cells = stdout.match(/\d{4}-\d{2}-\d{2}.{6,}?(?= {2}|$)/gm) ?? [];
    expect(cells.length).toBeGreaterThanOrEqual(6);
    for (const cell of cells) expect(cell).toMatch(/ \d{2}:\d{2}\+05:30$/);
    const unknown = await localIn("Asia/Kolkata", [
      ...["funding", "history", "1", "--resolution", "1d", "--start", "3d"],
    ]);
    expect(unknown.stdout).toMatch(/\b2026-05-31\b(?! \d)/); // a date stays a date
  });

  it.each(["json", "ndjson", "csv"])("is as sent in %s", async (format) => {
    const argv = [...history, "-o", format];
    const { stdout } = await localIn("Asia/Kolkata", argv);
    expect(stdout).toBe((await zoned(argv)).stdout);
    expect(stdout).toContain("2026-06-01T08:00:00+00:00");
  });

  it("is left as sent if it is not a time", async () => {
    const server = await faultyServer((socket) =>
      socket.write(
        answer(200, JSON.stringify({ data: [{ day: "soon", at: "2026-05-30T25:00:00Z" }] })),
      ),
    );
    const argv = ["funding", "history", "1", "--resolution", "1d"];
    const { stdout } = await carry([...argv, "--base-url", server.url], {
      env: local("Asia/Kolkata"),
    });
    expect(stdout).toMatch(/soon +2026-05-30T25:00:00Z/);
  });
});
