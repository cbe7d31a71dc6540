import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { point, scripted } from "../../commands/archive-service.js";
import { contradictions } from "../../support/closed-schema.js";
import { NOW } from "../../support/now.js";
import { leg, performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const LEGS_OF_7 = [leg({ market_id: 7 }), leg({ side: "short", market_id: 7 })];

/** An archive with a correction, a hole, a range that is lost, and a snapshot. */
async function eventful() {
  const scene = await scripted({
    events: [point(NOW - DAY), point(NOW - 20 * DAY)],
    positions: [position(1, { performance: performance(), legs: LEGS_OF_7 })],
  });
  await scene.sync();
  scene.service.now = NOW + 3_600_000;
  scene.service.events = [point(NOW - DAY, { funding_rate: "0.2", mark_price: null })];
  const corrected = await scene.sync("-o", "json");
  scene.service.now = NOW + 45 * DAY;
  scene.service.events = [point(scene.service.now - 29.5 * DAY)];
  const late = await scene.sync("7", "-o", "json");
  return { ...scene, corrected: JSON.parse(corrected.stdout), late: JSON.parse(late.stdout) };
}

it("archive-sync describes a correction, a snapshot, and what is lost for good", async () => {
  const { corrected, late } = await eventful();
  expect(corrected).toMatchObject({ totals: { corrected: 1 }, snapshots: [{ positions: 1 }] });
  expect(late).toMatchObject({ totals: { lost: 1 }, snapshots: [] });
  const contradicts = await contradictions("archive-sync");
  for (const printed of [corrected, late]) {
    expect(contradicts(printed)).toEqual([]);
  }
  expect(contradicts({ ...corrected, corrections: [{}] })).not.toEqual([]);
});

it("archive-plan describes the markets that --dry-run prints", async () => {
  const { sync } = await eventful();
  const { stdout } = await sync("7", "8", "--dry-run", "-o", "json");
  const printed = JSON.parse(stdout);
  expect(printed).toMatchObject({
    rows: [{ known_until: expect.any(String) }, { known_until: null }],
    totals: { markets: 2, positions: null },
  });
  const contradicts = await contradictions("archive-plan");
  expect(contradicts(printed)).toEqual([]);
  expect(contradicts({ ...printed, rows: [{}] })).not.toEqual([]);
});

it("archive-status describes markets with holes, and portfolios", async () => {
  const { archive } = await eventful();
  const printed = JSON.parse((await archive(["status", "-o", "json"])).stdout);
  expect(printed).toMatchObject({ totals: { holes: 1 }, portfolios: [{ snapshots: 2 }] });
  const contradicts = await contradictions("archive-status");
  expect(contradicts(printed)).toEqual([]);
  expect(contradicts({ ...printed, portfolios: [{}] })).not.toEqual([]);
});

it("archive-verify describes a sound archive, and all that can be wrong", async () => {
  const rates = ["0.1", "0.2"].map((rate) => point(NOW - DAY, { funding_rate: rate }));
  const { directory, archive, sync } = await scripted({ events: rates });
  await sync("7");
  const contradicts = await contradictions("archive-verify");
  const sound = JSON.parse((await archive(["status", "--verify", "-o", "json"])).stdout);
  expect(sound).toMatchObject({ sound: true, contradictions: [{}] });
  expect(contradicts(sound)).toEqual([]);
  const damage = "0000000000000-00000000.parquet";
  writeFileSync(join(directory, "notes.txt"), "mine");
  writeFileSync(join(directory, "funding", "month=2026-05", damage), "PAR1");
  const damaged = JSON.parse((await archive(["status", "--verify", "-o", "json"])).stdout);
  expect(contradicts(damaged)).toEqual([]);
  expect(damaged.sound).toBe(false);
  expect(contradicts({ ...damaged, damaged: ["a file"] })).not.toEqual([]);
});
