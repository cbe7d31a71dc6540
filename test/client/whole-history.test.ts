import { describe, expect, it } from "vitest";
import { itemOf } from "../../src/client/listing/items.js";
import { wholeHistory } from "../../src/client/listing/whole-history.js";
import { NOW } from "../support/now.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Range = { readonly start?: number | undefined; readonly end?: number | undefined };

/** Asks a service of hourly events for the last days; returns how many events and requests there were. */
async function ask(days: number, limit: (all: number[]) => number[], last = NOW) {
  let requests = 0;
  const service = async ({ start = 0, end = Number.POSITIVE_INFINITY }: Range) => {
    requests++;
    const times = Array.from({ length: 30 * 24 }, (_, at) => last - at * HOUR);
    const inside = times.filter((time) => time >= start && time < end);
    return limit(inside).map((time) => itemOf({ funding_time: new Date(time).toISOString() }, ""));
  };
  const range = { start: NOW - days * DAY };
  const events = await wholeHistory(service, range, () => NOW);
  const times = events.map(({ value }) => Date.parse(value.funding_time));
  return { times, requests };
}

const newestFirst = (n: number) => Array.from({ length: n }, (_, at) => NOW - at * HOUR);

describe("a long history", () => {
  it.each([
    ["oldest 500", (all: number[]) => all.slice(-500)],
    ["oldest 301", (all: number[]) => all.slice(-301)],
    ["newest 500", (all: number[]) => all.slice(0, 500)],
  ])("of a service that answers with its %s events comes whole", async (_, limit) => {
    const { times } = await ask(29, limit);
    expect(times).toEqual(newestFirst(29 * 24 + 1));
  });

  it("is asked for once where nothing is cut off", async () => {
    expect((await ask(29, (all) => all)).requests).toBe(1);
  });

  it("of a market that has ended is asked for once more", async () => {
    const { times, requests } = await ask(20, (all) => all, NOW - 10 * DAY);
    expect([times.length, requests]).toEqual([241, 2]);
  });
});
