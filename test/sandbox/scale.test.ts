import fc from "fast-check";
import { expect, test } from "vitest";
import { createBook } from "../../src/sandbox/book.js";
import { positionId, positionIndex } from "../../src/sandbox/identity.js";
import { encodeCursor } from "../../src/sandbox/positions.js";
import { sandbox } from "./harness.js";

const million = 1_000_000;

test("every id leads back to its index, and a made-up one nowhere", () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed, index) => {
      const id = positionId(seed, index);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(positionIndex(seed, id)).toBe(index);
    }),
  );
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(positionIndex(1, id)).toBeNull();
    }),
  );
});

test("ids of neighbours look unlike each other", () => {
  const prefixes = Array.from({ length: 256 }, (_, index) => positionId(1, index).slice(0, 4));
  expect(new Set(prefixes).size).toBeGreaterThan(250);
});

test("a million positions are made a page at a time", async () => {
  const service = await sandbox({ positions: million });
  const { data, next_cursor } = await service.list("limit=500");
  expect(data).toHaveLength(500);
  expect(next_cursor).not.toBeNull();
});

test("any of a million positions is found by its id", async () => {
  const service = await sandbox({ positions: million });
  const { data } = await service.list("include=performance");
  for (const { position_id, legs } of data.slice(0, 20)) {
    expect(await service.detail(position_id)).toMatchObject({ position_id, legs });
  }
});

test("the last of a million positions are reached from a cursor deep in the list", async () => {
  const service = await sandbox({ positions: million });
  const book = createBook(1, million, service.clock.time);
  const start = book.timeline.oldest + 250;
  const cursor = encodeCursor(book, "all", start);
  const { data, next_cursor } = await service.list(`include=performance&cursor=${cursor}`);
  const rest = await service.list(`limit=500&cursor=${next_cursor}`);
  expect(rest.next_cursor).toBeNull();
  const ids = [...data, ...rest.data].map(({ position_id }) => position_id);
  expect(ids).toEqual(Array.from({ length: 250 }, (_, back) => positionId(1, start - 1 - back)));
  const oldest = ids.at(-1) ?? "";
  expect((await service.detail(oldest)).position_id).toBe(oldest);
});

test("a filter deep in the list passes the same positions as the whole list", async () => {
  const service = await sandbox({ positions: 3_000 });
  const [all, closed] = [await service.walk("limit=500"), await service.walk("statuses=closed")];
  expect(closed).toEqual(all.filter(({ status }) => status === "closed"));
});
