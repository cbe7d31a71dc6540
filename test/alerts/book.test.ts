import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AlertState,
  delivered,
  EMPTY_STATE,
  enqueue,
  type Finding,
  nextDue,
  takeFailure,
  takeRound,
  type WaitingEvent,
} from "../../src/alerts/book.js";
import { dayOfMinutes } from "./day.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const finding = (verdict: Finding["verdict"], more: Partial<Finding> = {}): Finding => ({
  ...{ rule: "losing", positionId: "p1", asset: "BTC", summary: "losing" },
  verdict,
  ...more,
});

const round = (at: number, findings: readonly Finding[], forMs = 0) => ({
  ...{ at, findings },
  forMsOf: () => forMs,
});

/** Takes one finding a minute, and returns its events as `alert 3`, by the minute. */
function events(findings: readonly Finding[], forMs = 0): string[] {
  let state = EMPTY_STATE;
  return findings.flatMap((it, minute) => {
    const taken = takeRound(state, round(minute * MINUTE, [it], forMs));
    state = taken.state;
    return taken.events.map(({ event }) => `${event} ${minute}`);
  });
}

/** Takes failed rounds, a minute apart. @param from the minute of the first */
function failed(before: AlertState, count: number, from = 0) {
  let state = before;
  const events = Array.from({ length: count }, (_, index) => {
    const taken = takeFailure(state, (from + index) * MINUTE);
    state = taken.state;
    return taken.events.map(({ event, at, since }) => [event, at, since]);
  });
  return { state, events };
}

const many = (text: string) =>
  [...text].map((it) => finding(it === "F" ? "failed" : it === "?" ? "unknown" : "passed"));

describe("the book of alerts", () => {
  it("delivers a problem once, and its end once", () => {
    expect(events(many("FF?..F"))).toEqual(["alert 0", "resolved 3", "alert 5"]);
  });

  it("resolves nothing that may be of a portfolio that was not seen, and tells what others have", () => {
    const both = [finding("failed"), finding("failed", { positionId: "", rule: "book_paying" })];
    const { state } = takeRound(EMPTY_STATE, round(0, both));
    const blind = failed(state, 3, 1).state;
    const others = [
      finding("failed", { positionId: "p2" }),
      finding("passed", { positionId: "", rule: "book_paying" }),
    ];
    const part = takeRound(blind, { ...round(4 * MINUTE, others), isPart: true });
    expect(part.events.map((it) => `${it.event} ${it.position_id}`)).toEqual(["alert p2"]);
    const whole = takeRound(part.state, round(5 * MINUTE, [finding("failed")]));
    const ended = whole.events.map((it) => `${it.event} ${it.rule} ${it.position_id}`);
    expect(ended).toEqual(["resolved blind ", "resolved book_paying ", "resolved losing p2"]);
  });

  it("changes nothing for what is unknown, however long", () => {
    expect(events(many("?????"))).toEqual([]);
    expect(events(many("F????F"))).toEqual(["alert 0"]);
  });

  it("waits for as long as a problem has to last, from its beginning", () => {
    expect(events(many("FFF.FFFF."), 3 * MINUTE)).toEqual(["alert 7", "resolved 8"]);
    expect(events(many("F??FF"), 3 * MINUTE)).toEqual(["alert 3"]);
    expect(events(many("F?????"), 3 * MINUTE)).toEqual([]); // what is unknown never alerts
  });

  it("resolves what is gone, and says so", () => {
    const { state } = takeRound(EMPTY_STATE, round(0, [finding("failed")]));
    const taken = takeRound(state, round(MINUTE, []));
    expect(taken.events).toEqual([
      { event: "resolved", rule: "losing", position_id: "p1", since: 0, at: MINUTE, is_gone: true },
    ]);
    expect(taken.state.problems).toEqual([]);
  });

  it("gives the end of a problem the beginning of it, and the next one another", () => {
    let state = EMPTY_STATE;
    const all = many("F.F").flatMap((it, minute) => {
      const taken = takeRound(state, round(minute * MINUTE, [it]));
      state = taken.state;
      return taken.events;
    });
    expect(all.map(({ event, since }) => [event, since])).toEqual([
      ["alert", 0],
      ["resolved", 0],
      ["alert", 2 * MINUTE],
    ]);
  });

  it("is blind after three rounds that failed, once, and says when it sees again", () => {
    const first = takeRound(EMPTY_STATE, round(0, [finding("failed")])).state;
    const { state, events } = failed(first, 5, 1);
    expect(events).toEqual([[], [], [["blind", 3 * MINUTE, 0]], [], []]);
    expect(state.problems).toEqual(first.problems);
    const taken = takeRound(state, round(6 * MINUTE, [finding("failed")]));
    expect(taken.events).toMatchObject([{ event: "resolved", at: 6 * MINUTE, since: 0 }]);
    expect(taken.state.problems).toEqual(first.problems);
    expect(failed(taken.state, 2, 7).events).toEqual([[], []]);
  });
});

it("a clock that was an age ahead and is right again delays no alert", () => {
  const failing = (at: number) => round(at, [finding("failed")], 2 * MINUTE);
  let state = takeRound(EMPTY_STATE, failing(1_000 * HOUR)).state;
  const waits = [0, 1, 2].map((minute) => {
    const taken = takeRound(state, failing(minute * MINUTE));
    state = taken.state;
    return taken.events.map(({ event }) => event);
  });
  expect(waits).toEqual([[], [], ["alert"]]);
});

/* See day.ts: 4 falls, 12 interruptions of them, 4 aftershocks, 12 dips. */
it.each([
  ["nothing", 0, 32],
  ["a time to last", 5 * MINUTE, 4 + 12 + 4],
])("a day of minutes around a threshold, damped by %s", (_what, forMs, expected) => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const findings = dayOfMinutes(seed).map((it) => finding(it < -100 ? "failed" : "passed"));
    const all = events(findings, forMs);
    expect(all.filter((it) => it.startsWith("alert"))).toHaveLength(expected);
    expect(all).toHaveLength(2 * expected);
  }
});

/* A watch of two rules and two positions: rounds, failures, and a receiver that fails at times. */
const VERDICTS = ["failed", "passed", "unknown", "gone"] as const;
const step = fc.record({
  wait: fc.integer({ min: 1, max: 40 }),
  fails: fc.boolean(),
  verdicts: fc.array(fc.constantFrom(...VERDICTS), { minLength: 4, maxLength: 4 }),
  receives: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
});
const KEYS = [
  ["losing", "p1"],
  ["losing", "p2"],
  ["paying", "p1"],
  ["paying", "p2"],
] as const;

it("for any sequence of rounds what is heard alternates, ends with what is, and what is unknown changes nothing", () => {
  const property = fc.property(
    fc.array(step, { maxLength: 40 }),
    fc.constantFrom(0, 30 * MINUTE),
    (steps, forMs) => {
      let state: AlertState = EMPTY_STATE;
      let now = 0;
      const heard = new Map<string, string[]>();
      const nameOf = (it: Pick<WaitingEvent, "rule" | "position_id">) =>
        `${it.rule} ${it.position_id}`;
      const hear = (event: WaitingEvent) => {
        heard.set(nameOf(event), [...(heard.get(nameOf(event)) ?? []), event.event]);
        state = delivered(state, event);
      };
      for (const { wait, fails, verdicts, receives } of steps) {
        now += wait * MINUTE;
        const before = state;
        if (fails) {
          state = takeFailure(state, now).state;
          expect(state.problems).toEqual(before.problems);
        } else {
          const findings = KEYS.flatMap(([rule, positionId], index) => {
            const verdict = verdicts[index] ?? "gone";
            return verdict === "gone" ? [] : [finding(verdict, { rule, positionId })];
          });
          const taken = takeRound(state, round(now, findings, forMs));
          state = taken.state;
          for (const it of taken.events.filter(({ rule }) => rule !== "blind")) {
            const index = KEYS.findIndex((key) => key.join(" ") === nameOf(it));
            expect(verdicts[index]).not.toBe("unknown");
            if (it.event === "resolved") expect(verdicts[index]).not.toBe("failed");
            else expect(now - it.since).toBeGreaterThanOrEqual(forMs);
          }
          if (verdicts.every((it) => it === "unknown")) {
            expect(state.problems).toEqual(before.problems);
          }
        }
        const tried: WaitingEvent[] = [];
        for (const isReceived of receives) {
          const next = nextDue(state, tried);
          if (next === undefined) break;
          tried.push(next);
          if (isReceived) hear(next);
        }
        state = JSON.parse(JSON.stringify(state)) as AlertState; // a restart
        expect(state.waiting.length).toBeLessThanOrEqual(2 * (KEYS.length + 1));
      }
      for (let next = nextDue(state); next !== undefined; next = nextDue(state)) hear(next);
      for (const key of KEYS.map((it) => it.join(" "))) {
        const kinds = heard.get(key) ?? [];
        expect(kinds).toEqual(kinds.map((_, index) => (index % 2 === 0 ? "alert" : "resolved")));
        const isOpen = state.problems.some((it) => it.is_open && nameOf(it) === key);
        expect(kinds.at(-1) === "alert").toBe(isOpen);
      }
    },
  );
  fc.assert(property, { numRuns: 500 });
});

describe("events that wait", () => {
  const event = (n: number, more: Partial<WaitingEvent> = {}) => ({
    ...{ event: "alert" as const, rule: "losing", position_id: `p${n}`, since: n, at: n },
    ...more,
  });

  it("are delivered in order, and the end of a problem never before its beginning", () => {
    const end = event(1, { event: "resolved", at: 2 });
    const state = enqueue(EMPTY_STATE, [event(1), end, event(3)]);
    expect(nextDue(state)).toEqual(event(1));
    expect(nextDue(state, [event(1)])).toMatchObject({ position_id: "p3" });
    expect(nextDue(delivered(state, event(1)))).toEqual(end);
  });

  it("lack the end of a problem that is back before it was told, unless it is being told", () => {
    const end = event(1, { event: "resolved" });
    const back = event(1, { since: 5, at: 5 });
    expect(enqueue(EMPTY_STATE, [end, back]).waiting).toEqual([]);
    expect(enqueue(EMPTY_STATE, [event(1), end, back]).waiting).toEqual([event(1)]);
    const waiting = enqueue(EMPTY_STATE, [end]);
    expect(enqueue(waiting, [back], end).waiting).toEqual([end, back]);
  });
});
