import { describe, expect, it } from "vitest";
import { callOf, pairWithSources } from "../../src/client/listing/items.js";
import {
  type FollowOptions,
  followCursors,
  type RecordPage,
} from "../../src/client/listing/pages.js";

type Numbers = RecordPage<unknown>;

/** A page of these items. */
const page = (nextCursor: string | null, values: readonly unknown[] = [1]): Numbers => {
  const items = values.map((value) => ({ value, source: JSON.stringify(value) }));
  return { items, nextCursor };
};

/** Follows a service that answers by cursor; notes what is asked for and what is processed. */
async function follow(
  pageAt: (cursor: string | undefined, count: number) => Numbers,
  options: Partial<FollowOptions<unknown, Numbers>> = {},
) {
  const log: string[] = [];
  let count = 0;
  const pages = followCursors<unknown, Numbers>({
    cursor: undefined,
    fetchPage: async (cursor) => {
      log.push(`ask ${cursor}`);
      return pageAt(cursor, ++count);
    },
    eager: false,
    signal: new AbortController().signal,
    ...options,
  });
  const failure = await (async () => {
    for await (const { cursor } of pages) log.push(`have ${cursor}`);
  })().then(
    () => undefined,
    (error: unknown) => error as { message: string; cursor?: string },
  );
  return { log, failure, count };
}

describe("pages that follow each other", () => {
  const three = (_: unknown, count: number) => page(count < 3 ? `c${count}` : null);

  it("are asked for in turn, each after the one before was processed", async () => {
    const { log, failure } = await follow(three);
    expect(log).toEqual([
      ...["ask undefined", "have undefined", "ask c1", "have c1", "ask c2", "have c2"],
    ]);
    expect(failure).toBeUndefined();
  });

  it("are 100,000 at most, however many the service has", async () => {
    const { failure, count } = await follow((_, at) => page(`c${at}`, [at]));
    expect(failure?.message).toBe("the listing has more than 100000 pages");
    expect(count).toBe(100_001);
  });

  it("are asked for ahead where that is wanted, and none after the last", async () => {
    const { log } = await follow(three, { eager: true });
    expect(log).toEqual([
      ...["ask undefined", "ask c1", "have undefined", "ask c2", "have c1", "have c2"],
    ]);
  });

  it("begin at the given cursor, which must not come again", async () => {
    const { log, failure } = await follow(() => page("c9"), { cursor: "c9" });
    expect(log).toEqual(["ask c9"]);
    expect(failure).toMatchObject({
      ...{ cursor: "c9", message: expect.stringContaining('sent the cursor "c9" again') },
    });
  });

  it("end with the cursor of the page that failed", async () => {
    const { log, failure } = await follow((_, count) => {
      if (count === 2) throw new Error("no more");
      return page("c1");
    });
    expect(log).toEqual(["ask undefined", "have undefined", "ask c1"]);
    expect(failure).toMatchObject({ cursor: "c1", message: "no more" });
  });

  it("end at a cursor that no URL can contain", async () => {
    const { failure } = await follow(() => page("\uD800"));
    expect(failure?.message).toContain("half a surrogate pair");
    expect((await follow((_, count) => page(count < 2 ? "😀" : null))).failure).toBeUndefined();
  });
});

describe("pages that do not advance", () => {
  const empty = (count: number, more: (count: number) => readonly unknown[] = () => []) =>
    follow((_, at) => page(at <= count ? `c${at}` : null, more(at)));

  it("may be empty 99 times in a row, and not 100 times", async () => {
    expect((await empty(99)).failure).toBeUndefined();
    const { failure, count } = await empty(1000);
    expect(failure?.message).toBe(
      "the listing does not advance: 100 pages in a row without a new record",
    );
    expect(count).toBe(100);
  });

  it("count from the last page with an item", async () => {
    const every = await empty(300, (at) => (at % 99 === 0 ? [at] : []));
    expect(every.failure).toBeUndefined();
  });

  it("may have no new record 99 times after the first, and not 100 times", async () => {
    const same = (count: number) =>
      follow((_, at) => page(at < count ? `c${at}` : null, at % 2 === 0 ? ["x"] : ["y", "x"]));
    expect((await same(100)).failure).toBeUndefined();
    const { failure, count } = await same(1000);
    expect(failure?.message).toContain("100 pages in a row without a new record");
    expect(count).toBe(101);
  });

  it("are told by the ids of their records, where these have some", async () => {
    const idOf = () => "one";
    const pages = follow((_, at) => page(`c${at}`, [at]), { idOf });
    expect((await pages).failure?.message).toContain("without a new record");
  });
});

describe("a listing that is ended", () => {
  it("asks for nothing with a signal that is aborted already", async () => {
    const reason = new Error("stop");
    const { log, failure } = await follow(() => page(null), { signal: AbortSignal.abort(reason) });
    expect([log, failure]).toEqual([[], reason]);
  });

  it("ends the request of its page, with the reason", async () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const { failure } = await follow(() => page(null), {
      signal: controller.signal,
      fetchPage: (_cursor, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            reasons.push(signal.reason);
            reject(signal.reason);
          });
          controller.abort(new Error("enough"));
        }),
    });
    expect(reasons).toEqual([new Error("enough")]);
    expect(failure?.message).toBe("enough");
  });

  it("abandons the page that was asked for ahead", async () => {
    const signals: AbortSignal[] = [];
    const pages = followCursors({
      ...{ cursor: undefined, eager: true, signal: new AbortController().signal },
      fetchPage: async (_cursor, signal) => {
        signals.push(signal);
        return page(`c${signals.length}`);
      },
    });
    for await (const _ of pages) break;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

describe("the items of a page", () => {
  const items = (text: string) =>
    pairWithSources((JSON.parse(text) as { data: unknown[] }).data, {
      value: JSON.parse(text),
      text,
    });

  it("have their text as sent, and whether their values have all of its digits", () => {
    const some = items('{"data":[{"a":1.10},{"a":1.5}]}');
    expect(some.map(({ source }) => source)).toEqual(['{"a":1.10}', '{"a":1.5}']);
    expect(some.map(({ keepsDigits }) => keepsDigits)).toEqual([false, true]);
    expect(items('{"data":[{"a":1}],"n":2}').map((it) => it.keepsDigits)).toEqual([true]);
    const bare = pairWithSources([1, 2], { value: [1, 2], text: " [1, 2] " });
    expect(bare.map(({ source }) => source)).toEqual(["1", "2"]);
  });

  it("have no text where the answer has fewer items than values", () => {
    const [, second] = pairWithSources([1, 2], { value: null, text: '{"data":[1]}' });
    expect(() => second?.source).toThrow("no JSON text for item 1 of the answer");
  });
});

describe("a call", () => {
  it("gives its data, and the same with its text", async () => {
    const call = callOf(Promise.resolve({ value: 1, source: "1.0" }), ({ value }) => value);
    expect([await call, await call.withSource()]).toEqual([1, { value: 1, source: "1.0" }]);
  });
});
