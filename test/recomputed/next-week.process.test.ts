import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Days } from "../../src/figures/next/fit.js";
import { poolOf } from "../../src/figures/next/pool.js";
import { type NextWeek, nextOfMove, nextOfSum, type Sized } from "../../src/figures/next/week.js";
import { finish } from "../support/process.js";
import { type Random, randomOf } from "../support/random.js";
import { hasPython } from "../support/recompute.js";

interface World {
  readonly pairs: readonly Days[];
  readonly positions: readonly (Sized & { readonly cost: number })[];
}

const KINDS = ["noise", "noise", "slow", "constant", "zero", "jump"] as const;

/** Returns a series of 30 days, percent, with up to some percent of its days not there. */
function someDays(random: Random, gaps: number, kind = random.pick(KINDS)): Days {
  const level = (random.below(401) - 200) / 10_000;
  let now = level;
  return Array.from({ length: 30 }, (_, at) => {
    const noise = (random.below(2001) - 1000) / 100_000;
    now = level + (kind === "slow" ? 0.8 * (now - level) : 0) + noise;
    if (random.chance(gaps)) return null;
    if (kind === "zero") return 0;
    if (kind === "constant") return level;
    return kind === "jump" && at > 25 ? now + 0.5 : now;
  });
}

function someWorld(random: Random, index: number): World {
  const kind = random.chance(10) ? random.pick(["constant", "zero"] as const) : undefined;
  const gaps = random.pick([0, 0, 2, 10, 30]);
  const count = index < 3 ? 500 : random.below(60);
  const pairs = Array.from({ length: index === 3 ? 5 : count }, () =>
    someDays(random, gaps, kind ?? random.pick(KINDS)),
  );
  const positions = Array.from({ length: 1 + random.below(12) }, () => {
    const size = (1 + random.below(10_000_000)) / 100;
    return { days: someDays(random, gaps), size, cost: (size * random.below(20)) / 10_000 };
  });
  return { pairs, positions };
}

/** What is compared of a row, by the names of the second program. */
function row(next: NextWeek, cost: number) {
  if (next.sum === undefined) return { unknown: next.unknown };
  if (next.range === undefined) return { f: next.sum, unknown: next.unknown };
  const chance = next.chance(cost);
  return { f: next.sum, ...next.range, chance, back_by: next.backBy(cost) ?? null };
}

function said({ pairs, positions }: World) {
  const pool = poolOf(pairs);
  const all = positions.map((it) => nextOfSum([it], pool));
  const known = positions.filter((_, at) => all[at]?.sum !== undefined);
  const book = nextOfSum(positions, pool);
  const rows = positions.map(({ cost }, at) => row(all[at] ?? book, cost));
  expect(book.sum ?? 0).toBe(all.reduce((sum, it) => sum + (it.sum ?? 0), 0));
  const [held, into] = positions;
  const isMoved = into !== undefined && held !== undefined && known.length === positions.length;
  return {
    q: pool.q ?? null,
    record: pool.record(positions.map(({ days }) => days)) ?? null,
    rows,
    book: row(
      book,
      known.reduce((sum, { cost }) => sum + cost, 0),
    ),
    ...(isMoved && { move: row(nextOfMove(held, into.days, pool), into.cost) }),
  };
}

/** Asks the program in Python, which is written from the definition alone. */
async function saidInPython(worlds: readonly World[]) {
  const child = spawn("python3", ["figures/next_week.py"], {
    cwd: fileURLToPath(new URL("../../tools/recompute", import.meta.url)),
  });
  child.stdin.end(JSON.stringify(worlds));
  const { code, stdout, stderr } = await finish(child);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as unknown;
}

/** Lists where two answers differ by more than a billionth. @param path of what is compared */
function differences(ours: unknown, theirs: unknown, path = ""): string[] {
  if (typeof ours === "number" && typeof theirs === "number") {
    const room = 1e-9 * Math.max(Math.abs(ours), Math.abs(theirs));
    return Math.abs(ours - theirs) <= room ? [] : [`${path}: ${ours}, in Python ${theirs}`];
  }
  if (typeof ours !== "object" || typeof theirs !== "object" || ours === null || theirs === null) {
    return ours === theirs ? [] : [`${path}: ${String(ours)}, in Python ${String(theirs)}`];
  }
  const [one, other] = [Object.entries(ours), new Map(Object.entries(theirs))];
  const missing = [...other.keys()].filter((key) => !(key in ours));
  return [
    ...missing.map((key) => `${path}.${key}: only in Python`),
    ...one.flatMap(([key, it]) => differences(it, other.get(key), `${path}.${key}`)),
  ];
}

describe.runIf(hasPython)("the next 7 days", () => {
  it("are the same in Python, for 200 made-up pools", { timeout: 180_000 }, async () => {
    const random = randomOf(7);
    const worlds = Array.from({ length: 200 }, (_, index) => someWorld(random, index));
    const ours = worlds.map(said);
    expect(differences(ours, await saidInPython(worlds))).toEqual([]);
    const rows = ours.flatMap((it) => it.rows);
    const among = (key: string) => rows.filter((it) => key in it).length;
    expect([among("low") > 500, among("unknown") > 100]).toEqual([true, true]);
    expect(ours.filter(({ record }) => record !== null).length).toBeGreaterThan(100);
  });
});
