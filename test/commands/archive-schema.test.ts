import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { tempDirectory } from "../archive/temp-archive.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position } from "../support/records.js";
import { point, scripted } from "./archive-service.js";

const DAY = 86_400_000;

/** A JSON Schema, as far as it is looked at. */
interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

async function schemaOf(name: string): Promise<Schema> {
  const { stdout, code } = await carry(["schema", name]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Schema;
}

/** Compiles a schema that refuses what it does not describe. */
async function checkerOf(name: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.compile(closed(await schemaOf(name)));
}

function closed(schema: Schema): Schema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(items !== undefined && { items: closed(items) }),
    ...(properties !== undefined && {
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, closed(inner)]),
      ),
    }),
  };
}

/** An archive with a correction, a hole, a range that is lost, and a snapshot. */
async function eventful() {
  const scene = await scripted({
    events: [point(NOW - DAY), point(NOW - 20 * DAY)],
    positions: [position(1, { performance: performance() })],
  });
  await scene.sync("7");
  scene.service.now = NOW + 3_600_000;
  scene.service.events = [point(NOW - DAY, { funding_rate: "0.2", mark_price: null })];
  const corrected = await scene.sync("7", "-o", "json");
  scene.service.now = NOW + 45 * DAY;
  scene.service.events = [point(scene.service.now - 29.5 * DAY)];
  const late = await scene.sync("7", "--no-positions", "-o", "json");
  return { ...scene, corrected: JSON.parse(corrected.stdout), late: JSON.parse(late.stdout) };
}

it("archive-sync describes a correction, a snapshot, and what is lost for good", async () => {
  const { corrected, late } = await eventful();
  expect(corrected).toMatchObject({ totals: { corrected: 1 }, snapshot: { positions: 1 } });
  expect(late).toMatchObject({ totals: { lost: 1 }, snapshot: null });
  const isValid = await checkerOf("archive-sync");
  for (const printed of [corrected, late]) {
    expect([isValid(printed), isValid.errors]).toEqual([true, null]);
  }
  expect(isValid({ ...corrected, corrections: [{}] })).toBe(false);
});

it("archive-plan describes each market that --dry-run prints", async () => {
  const { sync } = await eventful();
  const { stdout } = await sync("7", "8", "--no-positions", "--dry-run", "-o", "json");
  const printed = JSON.parse(stdout) as { known_until: string | null }[];
  expect(printed.map((it) => it.known_until === null)).toEqual([false, true]);
  const isValid = await checkerOf("archive-plan");
  expect(printed.filter((item) => !isValid(item))).toEqual([]);
  expect(isValid({})).toBe(false);
});

it("archive-status describes markets with holes, and portfolios", async () => {
  const { archive } = await eventful();
  const printed = JSON.parse((await archive(["status", "-o", "json"])).stdout);
  expect(printed).toMatchObject({ totals: { holes: 1 }, portfolios: [{ snapshots: 2 }] });
  const isValid = await checkerOf("archive-status");
  expect([isValid(printed), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...printed, portfolios: [{}] })).toBe(false);
});

it("archive-verify describes a sound archive, and all that can be wrong", async () => {
  const rates = ["0.1", "0.2"].map((rate) => point(NOW - DAY, { funding_rate: rate }));
  const { directory, archive, sync } = await scripted({ events: rates });
  await sync("7", "--no-positions");
  const isValid = await checkerOf("archive-verify");
  const sound = JSON.parse((await archive(["verify", "-o", "json"])).stdout);
  expect(sound).toMatchObject({ sound: true, contradictions: [{}] });
  expect([isValid(sound), isValid.errors]).toEqual([true, null]);
  const damage = "0000000000000-00000000.parquet";
  writeFileSync(join(directory, "notes.txt"), "mine");
  writeFileSync(join(directory, "funding", "month=2026-05", damage), "PAR1");
  const damaged = JSON.parse((await archive(["verify", "-o", "json"])).stdout);
  expect([isValid(damaged), isValid.errors]).toEqual([true, null]);
  expect(damaged.sound).toBe(false);
  expect(isValid({ ...damaged, damaged: ["a file"] })).toBe(false);
});

it("archive-compact describes the months that were joined", async () => {
  const { archive } = await eventful();
  const printed = JSON.parse((await archive(["compact", "-o", "json"])).stdout);
  expect(printed.rows.length).toBeGreaterThan(0);
  const isValid = await checkerOf("archive-compact");
  expect([isValid(printed), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...printed, rows: [{}] })).toBe(false);
});

it("archive-copy and archive-forget describe what was copied and taken out", async () => {
  const { archive } = await eventful();
  const copy = await archive(["copy", join(tempDirectory(), "copy"), "-o", "json"]);
  const forget = await archive(["forget", "--portfolio", PORTFOLIO, "-o", "json"]);
  const copied = JSON.parse(copy.stdout);
  const forgotten = JSON.parse(forget.stdout);
  expect([copied.files > 0, forgotten.rows_removed > 0]).toEqual([true, true]);
  const isCopy = await checkerOf("archive-copy");
  expect([isCopy(copied), isCopy(forgotten)]).toEqual([true, false]);
  const isForgotten = await checkerOf("archive-forget");
  expect([isForgotten(forgotten), isForgotten(copied)]).toEqual([true, false]);
});

it.each(["sync", "plan", "status", "verify", "compact", "copy", "forget"])(
  "archive-%s has a description on every field",
  async (name) => {
    const missing: string[] = [];
    const visit = ({ properties, items, description }: Schema, path: string) => {
      if (properties === undefined && description === undefined) missing.push(path);
      for (const [key, inner] of Object.entries(properties ?? {})) visit(inner, `${path}.${key}`);
      if (items !== undefined) visit(items, `${path}[]`);
    };
    visit(await schemaOf(`archive-${name}`), "");
    expect(missing).toEqual([]);
  },
);
