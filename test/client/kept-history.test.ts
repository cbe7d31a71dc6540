import { describe, expect, it } from "vitest";
import type { Item } from "../../src/client/listing/item-pages.js";
import {
  type Ask,
  type Clocks,
  type KeptHistory,
  planOf,
  within,
} from "../../src/client/listing/kept-history.js";
import { parseHistory, printHistory } from "../../src/client/listing/kept-history-text.js";
import { mergeAnswer } from "../../src/client/listing/merge-history.js";
import type { FundingEvent } from "../../src/client/resources/records.js";
import { NOW } from "../support/now.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const event = (time: number, more: Partial<FundingEvent> = {}): Item<FundingEvent> => {
  const value = {
    funding_time: new Date(time).toISOString(),
    funding_rate: "0.0001",
    funding_interval: 8,
    mark_price: "60000.00",
    ...more,
  };
  return { value, source: JSON.stringify(value) };
};

/** Events of a market that settles every so many hours, the newest at a time. */
const every = (hours: number, newest: number, count: number) =>
  Array.from({ length: count }, (_, n) => event(newest - n * hours * HOUR));

const LAST = NOW - 4 * HOUR;
const kept = (more: Partial<KeptHistory> = {}): KeptHistory => ({
  from: NOW - 10 * DAY,
  askedAt: NOW - HOUR,
  overlappedAt: NOW - HOUR,
  receivedAt: NOW - HOUR,
  ahead: [],
  records: every(8, LAST, 9),
  ...more,
});
const at = (service: number, local = service) => ({ service, local });
const DAY_BEFORE = { start: NOW - DAY };
const whole = { kind: "whole", start: NOW - DAY - MINUTE };

/** Merges an answer that came at a time into what is kept. */
function merge(
  before: KeptHistory | undefined,
  plan: Ask,
  records: KeptHistory["records"],
  { service, local }: Clocks,
) {
  return mergeAnswer(before, plan, { records, ahead: [], receivedAt: service }, local);
}

/** Returns what is asked for up to a time, when many settlements have passed since. */
const upTo = (end: number, records: KeptHistory["records"]) =>
  planOf(kept({ records }), { ...DAY_BEFORE, end }, at(NOW + 20 * HOUR)).kind;

/** Asserts that the next settlement is taken to be at a time: up to then nothing is missing. */
function expectNext(records: KeptHistory["records"], time: number): void {
  expect([upTo(time, records), upTo(time + 1, records)]).toEqual(["kept", "newer"]);
}

describe("the next settlement", () => {
  it("is as far behind the last as the two before it, and unknown if they are uneven or too few", () => {
    expectNext(every(8, LAST, 3), LAST + 8 * HOUR);
    expectNext([event(LAST), ...every(1, LAST - 8 * HOUR, 3)], LAST);
    for (const count of [1, 2]) expectNext(every(8, LAST, count), LAST);
  });

  it("is derived from the last three events, in any order, on the minute", () => {
    const late = [event(LAST + 40), event(LAST - 8 * HOUR - 20_000), event(LAST - 16 * HOUR + 7)];
    expectNext(late.toReversed(), LAST + 8 * HOUR);
  });

  it("is not derived from an event that is there twice", () => {
    expectNext([event(LAST), event(LAST), event(LAST - HOUR)], LAST);
  });
});

describe("what is asked for", () => {
  it("is the range with a minute before it while nothing is kept", () => {
    expect(planOf(undefined, DAY_BEFORE, at(NOW))).toEqual(whole);
    expect(planOf(undefined, { start: NOW - DAY + 1 }, at(NOW))).toEqual(whole);
  });

  it("is the range when it begins before what is kept", () => {
    const from = NOW - DAY;
    expect(planOf(kept({ from }), { start: from }, at(NOW)).kind).toBe("kept");
    expect(planOf(kept({ from }), { start: from - 1 }, at(NOW)).kind).toBe("whole");
  });

  it.each([
    ["a millisecond before the settlement is due", LAST + 8 * HOUR - 1, "kept"],
    ["when the settlement is due", LAST + 8 * HOUR, "newer"],
  ])("%s: %s", (_when, service, kind) => {
    expect(planOf(kept(), DAY_BEFORE, at(service, NOW)).kind).toBe(kind);
  });

  it("is what came from the last event on when the next is due", () => {
    const plan = planOf(kept(), DAY_BEFORE, at(NOW + 4 * HOUR));
    expect(plan).toEqual({ kind: "newer", start: LAST, overlaps: false });
  });

  it("goes 3 days further back once a day", () => {
    const overlappedAt = NOW + 5 * HOUR - DAY;
    const plan = (local: number) => planOf(kept({ overlappedAt }), DAY_BEFORE, at(local));
    expect(plan(NOW + 5 * HOUR - 1)).toMatchObject({ start: LAST, overlaps: false });
    expect(plan(NOW + 5 * HOUR)).toMatchObject({ start: LAST - 3 * DAY, overlaps: true });
  });

  it("is nothing within a minute of the last request, however overdue a settlement is", () => {
    const service = NOW + 20 * HOUR;
    const plan = (local: number) => planOf(kept({ askedAt: NOW }), DAY_BEFORE, { service, local });
    expect(plan(NOW + MINUTE - 1).kind).toBe("kept");
    expect(plan(NOW + MINUTE).kind).toBe("newer");
  });

  it("is asked for each minute where the last two spacings differ, or there are too few", () => {
    const changed = [...every(1, LAST, 2), ...every(8, LAST - 9 * HOUR, 3)];
    const slower = [event(LAST), ...every(1, LAST - 8 * HOUR, 3)];
    for (const records of [changed, slower, every(8, LAST, 2)]) {
      expect(planOf(kept({ records }), DAY_BEFORE, at(NOW)).kind).toBe("newer");
    }
    expect(planOf(kept({ records: every(8, LAST, 3) }), DAY_BEFORE, at(NOW)).kind).toBe("kept");
    expect(planOf(kept({ records: [] }), DAY_BEFORE, at(NOW))).toEqual(whole);
  });

  it("is nothing for a range that ends before the next settlement", () => {
    const later = at(NOW + 20 * HOUR);
    const plan = (end: number) => planOf(kept(), { ...DAY_BEFORE, end }, later).kind;
    expect([plan(LAST + 8 * HOUR), plan(LAST + 8 * HOUR + 1)]).toEqual(["kept", "newer"]);
  });

  it("is everything if the clock went back, or the service may have dropped events since", () => {
    expect(planOf(kept({ askedAt: NOW + 1 }), DAY_BEFORE, at(NOW))).toEqual(whole);
    const received = (receivedAt: number) => planOf(kept({ receivedAt }), DAY_BEFORE, at(NOW)).kind;
    expect([received(NOW + MINUTE), received(NOW + MINUTE + 1)]).toEqual(["kept", "whole"]);
    const month = NOW + 31 * DAY;
    expect(planOf(kept(), { start: month - DAY }, at(month)).kind).toBe("whole");
    const soon = LAST + 30 * DAY;
    expect(planOf(kept(), { start: soon - DAY }, at(soon)).kind).toBe("newer");
  });

  it("includes an event that was not past when it was received, as soon as it is", () => {
    const ahead = NOW + MINUTE;
    const before = kept({ records: every(8, ahead, 4), receivedAt: NOW });
    expect(planOf(before, DAY_BEFORE, at(ahead - 1)).kind).toBe("kept");
    const start = ahead - 8 * HOUR;
    expect(planOf(before, DAY_BEFORE, at(ahead))).toMatchObject({ kind: "newer", start });
  });
});

const newer: Ask = { kind: "newer", start: LAST, overlaps: false };

describe("an answer and what is kept", () => {
  it("have each event once, newest first", () => {
    const next = event(LAST + 8 * HOUR);
    const clocks = at(NOW + 5 * HOUR);
    const same = event(LAST, { mark_price: "60000", funding_rate: "1e-4" });
    const { history, isOther } = merge(kept(), newer, [next, same], clocks);
    expect(history.records).toEqual([next, same, ...kept().records.slice(1)]);
    expect(history).toMatchObject({ askedAt: clocks.local, overlappedAt: NOW - HOUR });
    expect(isOther).toBe(false);
  });

  it("keep the order of a service that sends the oldest first", () => {
    const before = kept({ records: kept().records.toReversed() });
    const next = event(LAST + 8 * HOUR);
    const { history } = merge(before, newer, [event(LAST), next], at(NOW + 5 * HOUR));
    expect(history.records.map(({ value }) => value)).toEqual(
      [...before.records, next].map(({ value }) => value),
    );
  });

  it.each([
    ["rate", { funding_rate: "0.00010001" }],
    ["mark", { mark_price: "60000.01" }],
    ["interval", { funding_interval: 1 }],
    ["lost rate", { funding_rate: null }],
    ["sign", { funding_rate: "-0.0001" }],
  ])("differ by a corrected %s, which replaces the stored one", (_what, more) => {
    const overlap: Ask = { kind: "newer", start: LAST - 3 * DAY, overlaps: true };
    const right = event(LAST - 8 * HOUR, more);
    const answer = [event(LAST), right];
    const clocks = at(NOW + 5 * HOUR);
    const { history, isOther } = merge(kept(), overlap, answer, clocks);
    expect(history.records).toHaveLength(9);
    expect(history.records[1]).toBe(right);
    expect(history.overlappedAt).toBe(clocks.local);
    expect(isOther).toBe(false);
  });

  it("replace an event that was not past when it was received, also with none", () => {
    const before = kept({ records: every(8, LAST, 4), receivedAt: LAST - 1 });
    const overlap: Ask = { kind: "newer", start: LAST - 8 * HOUR, overlaps: false };
    const merged = (answer: KeptHistory["records"]) => merge(before, overlap, answer, at(NOW));
    const settled = event(LAST, { funding_rate: "0.5" });
    expect(merged([settled])).toMatchObject({ isOther: false, history: { receivedAt: NOW } });
    expect(merged([settled]).history.records[0]).toBe(settled);
    expect(merged([]).history.records).toHaveLength(3);
  });

  it("are different data if every repeated event differs", () => {
    const answer = [event(LAST, { mark_price: "1" })];
    expect(merge(kept(), newer, answer, at(NOW)).isOther).toBe(true);
    expect(merge(kept(), newer, [], at(NOW)).isOther).toBe(false);
  });

  it("keep two events of one minute in one answer as sent", () => {
    const twice = [event(LAST + 8 * HOUR), event(LAST + 8 * HOUR, { funding_rate: "0.5" })];
    const { history } = merge(kept(), newer, twice, at(NOW + 5 * HOUR));
    expect(history.records.slice(0, 2)).toEqual(twice);
  });

  it("keep events missing from an answer to newer events, but not from one to the whole range", () => {
    const answer = [event(LAST)];
    const all: Ask = { kind: "whole", start: LAST - 24 * HOUR };
    const count = (plan: Ask) => merge(kept(), plan, answer, at(NOW)).history.records.length;
    const overlap: Ask = { kind: "newer", start: LAST - DAY, overlaps: true };
    expect([count(overlap), count(all)]).toEqual([9, 1 + 5]);
  });

  it("go back as far as the earlier one, if nothing is missing between them", () => {
    const from = (plan: Ask) => merge(kept(), plan, [event(LAST)], at(NOW)).history.from;
    expect(from(newer)).toBe(kept().from);
    expect(from({ kind: "whole", start: NOW - 20 * DAY })).toBe(NOW - 20 * DAY);
    expect(from({ kind: "whole", start: LAST + 1 })).toBe(LAST + 1);
  });

  it("are in order, also where the answer lacks the newest stored event", () => {
    const overlap: Ask = { kind: "newer", start: LAST - 3 * DAY, overlaps: true };
    const answer = [event(LAST - 8 * HOUR), event(LAST - 16 * HOUR)];
    const { history } = merge(kept(), overlap, answer, at(NOW));
    expect(history.records.map(({ value }) => value)).toEqual(
      kept().records.map(({ value }) => value),
    );
  });

  it("keep both events of one minute that an answer does not contain", () => {
    const twice = [event(LAST - HOUR), event(LAST - HOUR, { funding_rate: "0.5" })];
    const records = [event(LAST), ...twice];
    const { history } = merge(kept({ records }), newer, [event(LAST)], at(NOW));
    expect(history.records).toHaveLength(3);
    const turned = [event(LAST), ...twice.toReversed()];
    const all: Ask = { kind: "newer", start: LAST - DAY, overlaps: true };
    expect(merge(kept({ records }), all, turned.slice(1), at(NOW)).isOther).toBe(false);
  });

  it("of the whole range replace it from its first instant on, and are no other data", () => {
    const all: Ask = { kind: "whole", start: LAST };
    const answer = [event(LAST, { mark_price: "1" })];
    const clocks = at(NOW);
    const { history, isOther } = merge(kept({ records: [event(LAST)] }), all, answer, clocks);
    expect(history.records).toEqual(answer);
    expect([history.overlappedAt, isOther]).toEqual([clocks.local, false]);
    const alone = merge(undefined, all, answer, clocks).history;
    expect([alone.records, alone.from]).toEqual([answer, LAST]);
  });

  it("are bounded to 33 days", () => {
    const records = every(1, NOW, 40 * 24);
    const all: Ask = { kind: "whole", start: NOW - 40 * DAY };
    const { history } = merge(undefined, all, records, at(NOW));
    expect(history.records).toHaveLength(33 * 24 + 1);
    expect(planOf(history, { start: NOW - 33 * DAY }, at(NOW)).kind).toBe("kept");
    expect(planOf(history, { start: NOW - 34 * DAY }, at(NOW)).kind).toBe("whole");
  });
});

describe("a correction", () => {
  const isCorrected = (before: string | null, now: string | null) => {
    const records = [event(LAST, { funding_rate: before })];
    const answer = [event(LAST, { funding_rate: now })];
    return merge(kept({ records }), newer, answer, at(NOW)).isOther;
  };

  it.each([
    ["0.0001", "1e-4"],
    ["100", "1e2"],
    ["100.0", "1E+2"],
    ["+1.50", "1.5"],
    ["-0.5", "-5e-1"],
    ["0", "-0.00"],
    [".5", "00.5"],
  ])("is not that %s is written as %s", (before, now) => {
    expect([isCorrected(before, now), isCorrected(now, before)]).toEqual([false, false]);
  });

  it.each([
    ["10", "1"],
    ["1", "-1"],
    ["0.1", "0.01"],
    ["1e-4", "1e4"],
    ["0.00010000000000000001", "0.0001"],
    ["0", null],
  ])("is that %s became %s", (before, now) => {
    expect([isCorrected(before, now), isCorrected(now, before)]).toEqual([true, true]);
  });
});

describe("a range of kept events", () => {
  it("has its start and not its end", () => {
    const records = every(8, LAST, 9);
    const range = { start: LAST - 16 * HOUR, end: LAST };
    expect(within(kept({ records }), range).records).toEqual(records.slice(1, 3));
  });
});

describe("a kept history as text", () => {
  const key = new URL("https://api.example.com/v1/funding/history/1");
  const source =
    '{ "funding_time":"2026-06-01T08:00:00Z", "funding_rate":"0.00010", "mark_price":"1.0","funding_interval":8,"n":12345678901234567890 }';
  const records = [{ value: JSON.parse(source) as FundingEvent, source }];

  it("has the times, and each event in the text that was sent", () => {
    const read = parseHistory(printHistory(kept({ records }), key), key, 1);
    expect(read).toMatchObject({ ...kept(), records: [{ value: records[0]?.value }] });
    expect(read?.records[0]?.source).toBe(source);
  });

  it("is ignored if it is damaged, or of another address or version", () => {
    const text = printHistory(kept({ records }), key);
    const other = new URL("https://other.example.com/v1/funding/history/1");
    expect(parseHistory(text, other, 1)).toBeUndefined();
    for (const bad of [
      text.slice(0, -9),
      "",
      "null",
      "[]",
      text.replace('"version":3', '"version":2'),
      text.replace(/"data":.*/, '"data":7}'),
      text.replace(/"asked_at":\d+/, '"asked_at":"now"'),
    ]) {
      expect(parseHistory(bad, key, 1)).toBeUndefined();
    }
  });
});
