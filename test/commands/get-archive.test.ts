import { expect, it } from "vitest";
import { inFull } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { leg, uuidOf } from "../support/records.js";
import { point } from "./archive-service.js";
import { DAY, HOUR, past, told } from "./past-service.js";

/** A Monday, 00:00 UTC, when the position is opened. */
const BEGIN = Date.parse("2026-06-01T00:00:00Z");
const iso = (hours: number) => new Date(BEGIN + hours * HOUR).toISOString();
const ID = uuidOf(1);

/** Events every 8 hours: 6 USD for a quantity of 1. */
const EVENTS = Array.from({ length: 28 }, (_, n) =>
  point(BEGIN + 4 * DAY - n * 8 * HOUR, { funding_rate: "0.0001", mark_price: "60000" }),
);

const long = (quantity: number) => leg({ quantity });

/** Variables of a run without an archive. */
const UNRECORDED = { CARRY_ARCHIVE: "/nonexistent/archive" };

/** Records sizes of a leg in an archive, and asks 49 hours after the opening, when it has the last of them. */
async function resized(
  points: readonly (readonly [hours: number, quantity: number])[],
  calculated = 0,
) {
  const { service, look, env } = await past();
  service.respond = () => ({ data: EVENTS });
  const opened_at = iso(0);
  for (const [at, quantity] of points) {
    const legs = [long(quantity)];
    await look(BEGIN + at * HOUR, [told(1, { at: BEGIN }, { opened_at, legs })]);
  }
  service.now = BEGIN + 49 * HOUR;
  const legs = [long(points.at(-1)?.[1] ?? 0)];
  const listed = told(1, { at: BEGIN }, { opened_at, legs });
  service.positions = [listed];
  const whole = inFull(listed) as { legs: object[] };
  const funding = { calculated, override: null };
  service.details.set(ID, { ...whole, legs: whole.legs.map((it) => ({ ...it, funding })) });
  return async (option: string, more: object = {}) => {
    const { stdout } = await carry(["get", ID, option, "-o", "json"], {
      env: { CARRY_RETRIES: "0", ...env, ...more },
      clock: { now: () => service.now },
    });
    return JSON.parse(stdout);
  };
}

it("counts each event at the size that the archive has around it, and none between two sizes", async () => {
  const { totals } = await (
    await resized([
      [1, 1],
      [24.5, 1],
      [25, 3],
    ])
  )("--days");
  expect(totals.legs[0]).toMatchObject({
    funding: { value: -72, counted: 6, of: 6 }, // 3 × 6 and 3 × 18
    ...{ sizes: "recorded", recorded_since: "2026-06-01T01:00:00Z", events_without_size: 0 },
  });
  const apart = await (
    await resized([
      [1, 1],
      [23, 1],
      [25, 3],
    ])
  )("--days");
  expect(apart.totals.legs[0]).toMatchObject({
    ...{ funding: { value: -66, counted: 5, of: 6 }, events_without_size: 1 },
  });
});

it("finds equal what a size that changed explains, and without the archive no cause", async () => {
  const get = await resized(
    [
      [1, 1],
      [24.5, 1],
      [25, 3],
    ],
    -72,
  );
  const [recorded] = (await get("--check")).rows;
  expect(recorded).toMatchObject({ own: -72, verdict: "equal", sizes: "recorded" });
  const [now] = (await get("--check", UNRECORDED)).rows;
  expect(now).toMatchObject({ own: -108, verdict: "unexplained", sizes: "now" });
  const apart = await resized(
    [
      [1, 1],
      [23, 1],
      [25, 3],
    ],
    -72,
  );
  const [between] = (await apart("--check")).rows;
  expect(between).toMatchObject({ own: -66, verdict: "explained", cause: "size_changed" });
});
