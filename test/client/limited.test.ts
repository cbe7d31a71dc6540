import { describe, expect, it } from "vitest";
import { type Limits, listLimited, type RecordPage } from "../../src/client/listing/pages.js";
import { uuidOf } from "../support/records.js";

/** A page of records with these numbers. */
const page = (numbers: readonly number[], nextCursor: string | null): RecordPage<number> => ({
  items: numbers.map((value) => ({ value, source: String(value) })),
  nextCursor,
});

type Answer = (start: number, size: number, count: number) => RecordPage<number>;

/** A service with so many records, in pages of the size that is asked for. */
const recordsOf =
  (count: number): Answer =>
  (start, size) => {
    const end = Math.min(count, start + size);
    const numbers = Array.from({ length: end - start }, (_, at) => start + at);
    return page(numbers, end < count ? String(end) : null);
  };

async function list(answer: Answer, limits: Partial<Limits<number>> = {}) {
  const asked: string[] = [];
  const pages = listLimited<number>(
    {
      idOf: uuidOf,
      fetchPage: async (cursor, size) => {
        asked.push(`${size} from ${cursor ?? "0"}`);
        const found = answer(Number(cursor ?? 0), size, asked.length);
        if (found.items.some(({ value }) => value < 0)) throw new Error("not a thing");
        return found;
      },
      isAskedFor: () => true,
    },
    {
      ...{ limit: undefined, pageSize: 10, cursor: undefined, where: undefined },
      signal: new AbortController().signal,
      ...limits,
    },
  );
  const found: number[] = [];
  const duplicates: number[] = [];
  const again: number[] = [];
  let nextCursor: string | null | undefined;
  let failure: { message: string; cursor?: string } | undefined;
  try {
    for await (const it of pages) {
      found.push(...it.items.map(({ value }) => value));
      duplicates.push(it.duplicates);
      again.push(...it.again.map(({ value }) => value));
      nextCursor = it.nextCursor;
    }
  } catch (error) {
    failure = error as { message: string };
  }
  return { asked, found, duplicates, again, nextCursor, failure };
}

describe("a listing", () => {
  it("has all records, and no cursor at its end", async () => {
    const { found, asked, nextCursor } = await list(recordsOf(25));
    expect(found).toEqual(Array.from({ length: 25 }, (_, at) => at));
    expect(asked).toEqual(["10 from 0", "10 from 10", "10 from 20"]);
    expect(nextCursor).toBeNull();
  });

  it("asks for no more than its limit, and has the cursor behind that", async () => {
    const { found, asked, nextCursor } = await list(recordsOf(100), { limit: 23 });
    expect([found.length, found.at(-1)]).toEqual([23, 22]);
    expect(asked).toEqual(["10 from 0", "10 from 10", "3 from 20"]);
    expect(nextCursor).toBe("23");
    const exact = await list(recordsOf(100), { limit: 20, cursor: "40" });
    expect([exact.found.at(0), exact.nextCursor]).toEqual([40, "60"]);
    expect(exact.asked).toEqual(["10 from 40", "10 from 50"]);
  });

  it("ends before its limit with the last record", async () => {
    const { found, nextCursor } = await list(recordsOf(5), { limit: 7 });
    expect([found.length, nextCursor]).toEqual([5, null]);
  });

  it("asks again for what was taken of a page, to have the cursor behind it", async () => {
    const where = (it: number) => it % 3 === 2;
    const { found, asked, nextCursor } = await list(recordsOf(100), { limit: 4, where });
    expect(found).toEqual([2, 5, 8, 11]);
    expect(asked).toEqual(["10 from 0", "10 from 10", "2 from 10"]);
    expect(nextCursor).toBe("12");
  });

  it("has no cursor where what was asked for again differs, or is refused", async () => {
    const where = (it: number) => it === 4;
    const cursorOf = async (again: Answer) =>
      (
        await list(
          (start, size, count) => (count === 2 ? again(start, size, count) : page([1, 4, 6], "x")),
          { limit: 1, where },
        )
      ).nextCursor;
    expect(await cursorOf(() => page([1, 4], "y"))).toBe("y");
    expect(await cursorOf(() => page([1, 4, 6], "y"))).toBeUndefined();
    expect(await cursorOf(() => page([4, 1], "y"))).toBeUndefined();
    expect(await cursorOf(() => page([1], "y"))).toBeUndefined();
    expect(await cursorOf(() => page([-1, 4], "y"))).toBeUndefined();
    expect(await cursorOf(() => page([4], "y"))).toBeUndefined();
    const third = (again: number[]) =>
      list((_start, _size, count) => page(count === 2 ? again : [1, 2, 4, 6], "y"), {
        ...{ limit: 1, where },
      });
    expect((await third([1, 2, 4])).nextCursor).toBe("y");
    expect((await third([1, 2, 5])).nextCursor).toBeUndefined();
    const refused = await list(
      (_start, _size, count) => {
        if (count === 2) throw new Error("refused");
        return page([1, 4, 6], "x");
      },
      { limit: 1, where },
    );
    expect([refused.found, refused.nextCursor, refused.failure]).toEqual([
      ...[[4], undefined, undefined],
    ]);
  });

  it("is ended by its signal also while it asks again", async () => {
    const controller = new AbortController();
    const { failure } = await list(
      (_start, _size, count) => {
        if (count === 1) return page([1, 4, 6], "x");
        controller.abort(new Error("enough"));
        throw new Error("refused");
      },
      { limit: 1, where: (it) => it === 4, signal: controller.signal },
    );
    expect(failure?.message).toBe("enough");
  });

  it("names the cursor of a page with a wrong record", async () => {
    const { found, failure } = await list((start) =>
      start === 0 ? page([1], "7") : page([-1], null),
    );
    expect(found).toEqual([1]);
    expect(failure).toMatchObject({ message: "not a thing", cursor: "7" });
  });
});

describe("records that come again", () => {
  it("are left out, counted, and given apart", async () => {
    const { found, duplicates, again } = await list((start) =>
      start === 0 ? page([1, 2, 2], "3") : page([2, 3], null),
    );
    expect([found, duplicates, again]).toEqual([
      [1, 2, 3],
      [1, 1],
      [2, 2],
    ]);
  });

  it("do not count towards a limit", async () => {
    const { found } = await list((start) => (start === 0 ? page([1, 1], "3") : page([2], "5")), {
      limit: 2,
    });
    expect(found).toEqual([1, 2]);
  });

  /** A first page with a record, so many that repeat it, and one with another. */
  const repeating = (times: number) =>
    list((start) => page([start > times ? 2 : 1], start > times ? null : String(start + 1)));

  it("may fill 99 pages in a row, and not 100", async () => {
    expect((await repeating(99)).found).toEqual([1, 2]);
    const { failure, asked } = await repeating(100);
    expect(failure?.message).toBe(
      "the listing does not advance: 100 pages in a row without a new record",
    );
    expect(asked.length).toBeGreaterThan(100);
  });

  it("are no concern where others come between them", async () => {
    const { found } = await list((start) =>
      page(start % 50 === 0 ? [1, start] : [1], start < 300 ? String(start + 1) : null),
    );
    expect(found).toEqual([1, 0, 50, 100, 150, 200, 250, 300]);
  });

  it("are as little news as an empty page", async () => {
    const pages = (start: number) => page(start < 60 ? [1] : [], `${start + 1}`);
    const { failure, found } = await list(pages);
    expect(failure?.message).toContain("without a new record");
    expect(found).toEqual([1]);
  });
});
