import { describe, expect, it } from "vitest";
import type { Item } from "../../src/client/listing/items.js";
import {
  askFrom,
  contradicts,
  joinHistory,
  type KeptHistory,
  parseHistory,
  printHistory,
  within,
} from "../../src/client/listing/kept-history.js";
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
const OVERLAP = LAST - 3 * DAY;
const kept = (more: Partial<KeptHistory> = {}): KeptHistory => ({
  from: NOW - 10 * DAY,
  askedAt: NOW - HOUR,
  receivedAt: NOW - HOUR,
  records: every(8, LAST, 20),
  ...more,
});
const at = (service: number, local = service) => ({ service, local });
const DAY_BEFORE = { start: NOW - DAY };
const WHOLE = NOW - DAY - MINUTE;

/** Asserts that the next settlement is taken to be at a time: up to then nothing is asked. */
function expectNext(records: KeptHistory["records"], time: number): void {
  const askedUpTo = (end: number) =>
    askFrom(kept({ records }), { ...DAY_BEFORE, end }, at(NOW + 20 * HOUR));
  expect([askedUpTo(time), askedUpTo(time + 1)]).toEqual([undefined, expect.any(Number)]);
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
    expect(askFrom(undefined, DAY_BEFORE, at(NOW))).toBe(WHOLE);
    expect(askFrom(undefined, { start: NOW - DAY + 1 }, at(NOW))).toBe(WHOLE);
    expect(askFrom(kept({ records: [] }), DAY_BEFORE, at(NOW))).toBe(WHOLE);
  });

  it("is the range when it begins before what is kept", () => {
    const from = NOW - DAY;
    expect(askFrom(kept({ from }), { start: from }, at(NOW))).toBeUndefined();
    expect(askFrom(kept({ from }), { start: from - 1 }, at(NOW))).toBe(WHOLE - MINUTE);
  });

  it("is what came from 3 days before the last event on, as soon as the next is due", () => {
    const due = LAST + 8 * HOUR;
    expect(askFrom(kept(), DAY_BEFORE, at(due - 1, NOW))).toBeUndefined();
    expect(askFrom(kept(), DAY_BEFORE, at(due, NOW))).toBe(OVERLAP);
  });

  it("is nothing within a minute of the last request, however overdue a settlement is", () => {
    const service = NOW + 20 * HOUR;
    const asked = (local: number) =>
      askFrom(kept({ askedAt: NOW }), DAY_BEFORE, { service, local });
    expect([asked(NOW + MINUTE - 1), asked(NOW + MINUTE)]).toEqual([undefined, OVERLAP]);
  });

  it("is everything if the clock went back, or the service may have dropped events since", () => {
    expect(askFrom(kept({ askedAt: NOW + 1 }), DAY_BEFORE, at(NOW))).toBe(WHOLE);
    const received = (receivedAt: number) => askFrom(kept({ receivedAt }), DAY_BEFORE, at(NOW));
    expect([received(NOW + MINUTE), received(NOW + MINUTE + 1)]).toEqual([undefined, WHOLE]);
    const month = NOW + 31 * DAY;
    expect(askFrom(kept(), { start: month - DAY }, at(month))).toBe(month - DAY - MINUTE);
    const soon = LAST + 30 * DAY;
    expect(askFrom(kept(), { start: soon - DAY }, at(soon))).toBe(OVERLAP);
  });

  it("includes an event that was not past when it was received, as soon as it is", () => {
    const ahead = NOW + MINUTE;
    const before = kept({ records: every(8, ahead, 4), receivedAt: NOW });
    expect(askFrom(before, DAY_BEFORE, at(ahead - 1))).toBeUndefined();
    expect(askFrom(before, DAY_BEFORE, at(ahead))).toBe(ahead - 8 * HOUR - 3 * DAY);
  });
});

describe("an answer and what is kept", () => {
  const next = event(LAST + 8 * HOUR);
  const again = every(8, LAST, 10);
  const clocks = at(NOW + 5 * HOUR);

  it("have each event once, newest first", () => {
    const history = joinHistory(kept(), OVERLAP, [next, ...again], clocks);
    expect(history.records).toEqual([next, ...kept().records]);
    expect(history).toMatchObject({ askedAt: clocks.local, receivedAt: clocks.service });
    expect(contradicts([next, ...again], kept(), OVERLAP)).toBe(false);
  });

  it("keep the order of a service that sends the oldest first", () => {
    const before = kept({ records: kept().records.toReversed() });
    const { records } = joinHistory(before, OVERLAP, [...again.toReversed(), next], clocks);
    expect(records).toEqual([...before.records, next]);
  });

  it("differ by a corrected event, which replaces the kept one, as does one that is gone", () => {
    const right = event(LAST - 8 * HOUR, { funding_rate: "0.0002" });
    const answer = again.with(1, right).slice(0, -1);
    const { records } = joinHistory(kept(), OVERLAP, answer, clocks);
    expect([records.length, records[1]]).toEqual([19, right]);
    expect(contradicts(answer, kept(), OVERLAP)).toBe(false);
  });

  it("are of two services if every event that both have differs", () => {
    const other = again.map(({ value }) =>
      event(Date.parse(value.funding_time), { mark_price: "1" }),
    );
    expect(contradicts(other, kept(), OVERLAP)).toBe(true);
    expect(contradicts([], kept(), OVERLAP)).toBe(false);
  });

  it("go back as far as the earlier one, if nothing is missing between them", () => {
    const from = (start: number) => joinHistory(kept(), start, again, clocks).from;
    expect(from(OVERLAP)).toBe(kept().from);
    expect(from(NOW - 20 * DAY)).toBe(NOW - 20 * DAY);
    expect(from(LAST + 1)).toBe(LAST + 1);
    expect(joinHistory(undefined, OVERLAP, again, clocks).records).toEqual(again);
  });

  it("are bounded to 33 days", () => {
    const history = joinHistory(undefined, NOW - 40 * DAY, every(1, NOW, 40 * 24), at(NOW));
    expect(history.records).toHaveLength(33 * 24 + 1);
    expect(askFrom(history, { start: NOW - 33 * DAY }, at(NOW))).toBeUndefined();
    expect(askFrom(history, { start: NOW - 34 * DAY }, at(NOW))).toBe(NOW - 34 * DAY - MINUTE);
  });
});

describe("a range of kept events", () => {
  it("has its start and not its end", () => {
    const records = every(8, LAST, 9);
    const range = { start: LAST - 16 * HOUR, end: LAST };
    expect(within(records, range)).toEqual(records.slice(1, 3));
  });
});

describe("a kept history as text", () => {
  const key = new URL("https://api.example.com/v1/funding/history/1");
  const source =
    '{ "funding_time":"2026-06-01T08:00:00Z", "funding_rate":"0.00010", "mark_price":"1.0","funding_interval":8,"n":12345678901234567890 }';
  const records = [{ value: JSON.parse(source) as FundingEvent, source }];

  it("has the times, and each event in the text that was sent", () => {
    const read = parseHistory(printHistory(kept({ records }), key), key);
    expect(read).toMatchObject({ ...kept(), records: [{ value: records[0]?.value }] });
    expect(read?.records[0]?.source).toBe(source);
  });

  it("is ignored if it is damaged, or of another address or version", () => {
    const text = printHistory(kept({ records }), key);
    const other = new URL("https://other.example.com/v1/funding/history/1");
    expect(parseHistory(text, other)).toBeUndefined();
    for (const bad of [
      text.slice(0, -9),
      "",
      "null",
      "[]",
      text.replace('"version":4', '"version":3'),
      text.replace(/"data":.*/, '"data":7}'),
      text.replace('"0.00010"', "true"),
      text.replace(/"asked_at":\d+/, '"asked_at":"now"'),
    ]) {
      expect(parseHistory(bad, key)).toBeUndefined();
    }
  });
});
