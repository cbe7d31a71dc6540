import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeFailure, takeRound } from "../../src/alerts/book.js";
import type { Dampers, Finding } from "../../src/alerts/finding.js";
import { type AlertState, EMPTY_STATE, type WaitingEvent } from "../../src/alerts/state.js";
import { delivered, enqueue, nextDue, refused } from "../../src/alerts/waiting.js";
import { dayOfMinutes } from "./day.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const finding = (verdict: Finding["verdict"], more: Partial<Finding> = {}): Finding => ({
  ...{ rule: "losing", positionId: "p1", asset: "BTC", summary: "losing" },
  verdict,
  ...more,
});

const NO_DAMPERS: Dampers = { forMs: 0, cooldownMs: 0 };

const round = (at: number, findings: readonly Finding[], dampers: Dampers = NO_DAMPERS) => ({
  at,
  findings,
  dampersOf: () => dampers,
});

/** Takes one finding a minute, and returns its events as `alert 3`, by the minute. */
function events(findings: readonly Finding[], dampers: Dampers = NO_DAMPERS): string[] {
  let state = EMPTY_STATE;
  return findings.flatMap((it, minute) => {
    const taken = takeRound(state, round(minute * MINUTE, [it], dampers));
    state = taken.state;
    return taken.events.map(({ event }) => `${event} ${minute}`);
  });
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
    const blind = takeFailure(state, MINUTE, { rounds: 1 }).state;
    const others = [
      finding("failed", { positionId: "p2" }),
      finding("passed", { positionId: "", rule: "book_paying" }),
    ];
    const part = takeRound(blind, { ...round(MINUTE, others), isPart: true });
    expect(part.events.map((it) => `${it.event} ${it.position_id}`)).toEqual(["alert p2"]);
    const whole = takeRound(part.state, round(2 * MINUTE, [finding("failed")]));
    const ended = whole.events.map((it) => `${it.event} ${it.rule} ${it.position_id}`);
    expect(ended).toEqual(["resolved blind ", "resolved book_paying ", "resolved losing p2"]);
  });

  it("changes nothing for what is unknown, however long", () => {
    expect(events(many("?????"))).toEqual([]);
    expect(events(many("F????F"))).toEqual(["alert 0"]);
  });

  it("waits for as long as a problem has to last, from its beginning", () => {
    const dampers = { forMs: 3 * MINUTE, cooldownMs: 0 };
    expect(events(many("FFF.FFFF."), dampers)).toEqual(["alert 7", "resolved 8"]);
    expect(events(many("F??FF"), dampers)).toEqual(["alert 3"]);
    expect(events(many("F?????"), dampers)).toEqual([]); // what is unknown never alerts
  });

  it("waits until the cooldown after the last alert is over, if it still lasts", () => {
    const dampers = { forMs: 0, cooldownMs: 5 * MINUTE };
    expect(events(many("F.F.F."), dampers)).toEqual(["alert 0", "resolved 1"]);
    expect(events(many("F.FFFFF."), dampers)).toEqual([
      "alert 0",
      "resolved 1",
      "alert 5",
      "resolved 7",
    ]);
  });

  it("resolves only when the condition of its end holds, if there is one", () => {
    const between = finding("passed", { clears: false });
    const unknown = finding("passed", { clears: null });
    const over = finding("passed", { clears: true });
    const failed = finding("failed", { clears: true });
    expect(events([failed, between, unknown, failed, between, over, over])).toEqual([
      "alert 0",
      "resolved 5",
    ]);
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

  it("is blind after three intervals without a round, once, and says when it sees again", () => {
    const after = { ms: 3 * MINUTE };
    let state = takeRound(EMPTY_STATE, round(0, [finding("failed")])).state;
    const delivered: unknown[] = [];
    for (const minute of [1, 2, 3, 4, 5]) {
      const taken = takeFailure(state, minute * MINUTE, after);
      state = taken.state;
      delivered.push(...taken.events.map(({ event, at, since }) => [event, at, since]));
    }
    const taken = takeRound(state, round(6 * MINUTE, [finding("failed")]));
    delivered.push(...taken.events.map(({ event, at, since }) => [event, at, since]));
    expect(delivered).toEqual([
      ["blind", 3 * MINUTE, 0],
      ["resolved", 6 * MINUTE, 0],
    ]);
    expect(taken.state.problems).toEqual(state.problems);
  });

  it("is blind at once when it ends, and after three failures where rounds have no interval", () => {
    expect(takeFailure(EMPTY_STATE, 5, undefined).events).toMatchObject([{ event: "blind" }]);
    let state = EMPTY_STATE;
    const counts = [1, 2, 3, 4].map((at) => {
      const taken = takeFailure(state, at, { rounds: 3 });
      state = taken.state;
      return taken.events.length;
    });
    expect(counts).toEqual([0, 0, 1, 0]);
  });

  it("beats no second time while the first beat is being delivered", () => {
    const first = takeRound(EMPTY_STATE, round(0, []), 2 * MINUTE).state;
    const [busy] = first.waiting;
    const beats = [1, 2].map(
      (minute) =>
        takeRound(first, round(minute * MINUTE, []), 2 * MINUTE, { most: 100, busy }).events.length,
    );
    expect(beats).toEqual([0, 1]);
  });

  it("beats in a round once the last heartbeat that was delivered is old enough", () => {
    let state: AlertState = EMPTY_STATE;
    const beats = [0, 1, 2, 3, 4].flatMap((minute) => {
      state = takeRound(state, round(minute * MINUTE, []), 2 * MINUTE).state;
      expect(state.waiting).toHaveLength(minute === 1 || minute === 4 ? 0 : 1);
      const due = nextDue(state, minute * MINUTE);
      if (due === undefined) return [];
      if (minute === 2) return []; // it could not be told: the next one takes its place
      state = delivered(state, due);
      return [minute];
    });
    expect(beats).toEqual([0, 3]);
  });
});

describe("a clock that was an age ahead and is right again", () => {
  const AHEAD = 1_000 * HOUR;
  const dampers = { forMs: 2 * MINUTE, cooldownMs: HOUR };
  const failing = (at: number) => round(at, [finding("failed")], dampers);
  const passing = (at: number) => round(at, [finding("passed")], dampers);
  const kinds = ({ events }: { readonly events: readonly { readonly event: string }[] }) =>
    events.map(({ event }) => event);

  it("delays no alert by the time that a problem has to last, or by the cooldown", () => {
    let state = takeRound(EMPTY_STATE, failing(AHEAD)).state;
    const waits = [0, 1, 2].map((minute) => {
      const taken = takeRound(state, failing(minute * MINUTE));
      state = taken.state;
      return kinds(taken);
    });
    expect(waits).toEqual([[], [], ["alert"]]);
    const later = takeRound(takeRound(EMPTY_STATE, failing(AHEAD)).state, failing(AHEAD + HOUR));
    expect(kinds(later)).toEqual(["alert"]);
    state = takeRound(later.state, passing(0)).state;
    expect(state.problems).toEqual([]);
    state = takeRound(state, failing(MINUTE)).state;
    expect(kinds(takeRound(state, failing(3 * MINUTE)))).toEqual(["alert"]);
  });

  it("keeps back no event, heartbeat or blindness", () => {
    let state = takeRound(EMPTY_STATE, round(AHEAD, [finding("failed")]), MINUTE).state;
    for (const event of state.waiting) state = refused(state, event, AHEAD + MINUTE);
    expect(nextDue(state, 0)).toMatchObject({ event: "alert", attempts: 1 });
    for (const event of state.waiting) state = delivered(state, event);
    expect(kinds(takeRound(state, round(0, [finding("failed")]), MINUTE))).toEqual(["heartbeat"]);
    const after = { ms: 3 * MINUTE };
    const failed = [0, 1, 2, 3].map((minute) => {
      const taken = takeFailure(state, minute * MINUTE, after);
      state = taken.state;
      return kinds(taken);
    });
    expect(failed).toEqual([[], [], [], ["blind"]]);
  });
});

describe("a day of minutes around a threshold", () => {
  const clear = { clears: (value: number) => value > -90 };
  const all = { ...clear, forMs: 5 * MINUTE, cooldownMs: 2 * HOUR };

  /** Takes a round per minute, through the state as it is stored. */
  function alerts(
    values: readonly number[],
    { clears, ...dampers }: Partial<Dampers> & { clears?: (value: number) => boolean },
  ): { alerts: number; resolved: number } {
    let stored = JSON.stringify(EMPTY_STATE);
    const counts = { alerts: 0, resolved: 0 };
    for (const [minute, value] of values.entries()) {
      const it = finding(value < -100 ? "failed" : "passed", { clears: clears?.(value) });
      const state = JSON.parse(stored) as AlertState;
      const taken = takeRound(state, round(minute * MINUTE, [it], { ...NO_DAMPERS, ...dampers }));
      for (const { event } of taken.events) counts[event === "alert" ? "alerts" : "resolved"]++;
      stored = JSON.stringify({ ...taken.state, waiting: [] });
    }
    return counts;
  }

  /* See day.ts: 4 falls, 12 interruptions of them, 4 aftershocks, 12 dips. */
  it.each([
    ["nothing", {}, 32],
    ["an end of its own", clear, 4 + 4 + 12],
    ["a time to last", { forMs: 5 * MINUTE }, 4 + 12 + 4],
    ["a cooldown", { cooldownMs: 2 * HOUR }, 4 + 4],
    ["an end of its own and a time to last", { ...clear, forMs: 5 * MINUTE }, 4 + 4],
    ["all three", all, 4],
  ])("damped by %s", (_what, dampers, expected) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      expect(alerts(dayOfMinutes(seed), dampers)).toEqual({ alerts: expected, resolved: expected });
    }
  });
});

/* A watch of two rules and two positions: rounds, failures, and a receiver that fails at times. */
const VERDICTS = ["failed", "passed", "unknown", "gone"] as const;
const step = fc.record({
  wait: fc.integer({ min: 1, max: 40 }),
  fails: fc.boolean(),
  verdicts: fc.array(fc.constantFrom(...VERDICTS), { minLength: 4, maxLength: 4 }),
  clears: fc.constantFrom(undefined, true, false, null),
  receives: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
});
const KEYS = [
  ["losing", "p1"],
  ["losing", "p2"],
  ["paying", "p1"],
  ["paying", "p2"],
] as const;
const dampersOfAny = fc.record({
  forMs: fc.constantFrom(0, 30 * MINUTE),
  cooldownMs: fc.constantFrom(0, 60 * MINUTE),
});

describe("for any sequence of rounds", () => {
  it("there are never two alerts without an end between, what is delivered was due, and what is unknown changes nothing", () => {
    const property = fc.property(
      fc.array(step, { maxLength: 40 }),
      dampersOfAny,
      (steps, dampers) => {
        let state: AlertState = EMPTY_STATE;
        let now = 0;
        const due: { readonly key: string; readonly event: string; readonly since: number }[] = [];
        const heard: typeof due = [];
        const failing = new Map<string, number>(); // since when, by the verdicts alone
        const nameOf = (it: Pick<WaitingEvent, "rule" | "position_id">) =>
          `${it.rule} ${it.position_id}`;
        for (const { wait, fails, verdicts, clears, receives } of steps) {
          now += wait * MINUTE;
          const before = state;
          if (fails) {
            state = takeFailure(state, now, { ms: Number.POSITIVE_INFINITY }).state;
            expect(state.problems).toEqual(before.problems);
            expect(state.waiting).toEqual(before.waiting);
          } else {
            const findings = KEYS.flatMap(([rule, positionId], index) => {
              const verdict = verdicts[index] ?? "gone";
              const key = `${rule} ${positionId}`;
              if (verdict === "failed") failing.set(key, failing.get(key) ?? now);
              else if (verdict !== "unknown") failing.delete(key);
              return verdict === "gone" ? [] : [finding(verdict, { rule, positionId, clears })];
            });
            const taken = takeRound(state, round(now, findings, dampers));
            state = taken.state;
            for (const it of taken.events) {
              due.push({ key: nameOf(it), event: it.event, since: it.since });
              const verdict =
                verdicts[KEYS.findIndex(([rule, id]) => nameOf(it) === `${rule} ${id}`)];
              expect(verdict).not.toBe("unknown");
              if (it.event === "resolved") expect(verdict).not.toBe("failed");
              else {
                expect(failing.get(nameOf(it))).toBe(it.since);
                expect(now - it.since).toBeGreaterThanOrEqual(dampers.forMs);
              }
            }
            if (verdicts.every((it) => it === "unknown")) {
              expect(taken.events).toEqual([]);
              // What is over is forgotten after its cooldown.
              const last = ({ problems }: AlertState) => problems.filter((it) => it.since !== null);
              expect(last(state)).toEqual(last(before));
              expect(before.problems).toEqual(expect.arrayContaining([...state.problems]));
            }
          }
          const tried: WaitingEvent[] = [];
          for (const isReceived of receives) {
            const next = nextDue(state, now, tried);
            if (next === undefined) break;
            tried.push(next);
            if (isReceived) heard.push({ key: nameOf(next), event: next.event, since: next.since });
            state = isReceived ? delivered(state, next) : refused(state, next, now + MINUTE);
          }
          state = JSON.parse(JSON.stringify(state)) as AlertState; // a restart
        }
        for (const list of [due, heard]) {
          for (const key of KEYS.map((it) => it.join(" "))) {
            const kinds = list.filter((it) => it.key === key).map(({ event }) => event);
            expect(kinds).toEqual(
              kinds.map((_, index) => (index % 2 === 0 ? "alert" : "resolved")),
            );
          }
        }
        const asText = (it: (typeof due)[number]) => JSON.stringify(it);
        const dueTexts = due.map(asText);
        expect(new Set(heard.map(asText)).size).toBe(heard.length);
        expect(heard.every((it) => dueTexts.includes(asText(it)))).toBe(true);
        expect(heard.length + state.waiting.length).toBe(due.length);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });
});

describe("events that wait", () => {
  const event = (n: number, more: Partial<WaitingEvent> = {}) => ({
    ...{ event: "alert" as const, rule: "losing", position_id: `p${n}`, since: n, at: n },
    ...more,
  });
  const queued = (count: number, busy?: WaitingEvent) => {
    let state = EMPTY_STATE;
    for (let n = 0; n < count; n++) state = enqueue(state, [event(n)], { most: 100, busy });
    return state;
  };

  it("are 100 at most: with one more, all become one digest that counts them", () => {
    expect(queued(100).waiting).toHaveLength(100);
    const { waiting } = queued(101);
    expect(waiting).toMatchObject([
      { event: "digest", since: 0, at: 100, counts: { alert: 101, resolved: 0, blind: 0 } },
    ]);
  });

  it("go on to wait behind a digest, which a later one contains", () => {
    const later = queued(101 + 99);
    expect(later.waiting).toHaveLength(100);
    expect(queued(101 + 100).waiting).toMatchObject([
      { event: "digest", since: 0, counts: { alert: 201, resolved: 0, blind: 0 } },
    ]);
  });

  it("are a heartbeat behind a digest that could not be delivered", () => {
    const { waiting, ...state } = queued(101);
    const heartbeat = {
      event: "heartbeat" as const,
      rule: "",
      position_id: "",
      since: 200,
      at: 200,
    };
    const later = enqueue({ ...state, waiting }, [heartbeat], { most: 100 });
    expect(nextDue(later, 200, waiting)).toMatchObject({ event: "heartbeat" });
  });

  it("are in no digest while they are being delivered", () => {
    const [busy] = queued(1).waiting;
    const { waiting } = queued(101, busy);
    expect(waiting).toMatchObject([
      { event: "alert", position_id: "p0" },
      { event: "digest", counts: { alert: 100 } },
    ]);
  });

  it("are delivered in order, and the end of a problem never before its beginning", () => {
    const state = enqueue(
      EMPTY_STATE,
      [event(1), event(1, { event: "resolved", at: 2 }), event(3)],
      {
        most: 100,
      },
    );
    const first = nextDue(state, 5);
    expect(first).toMatchObject({ event: "alert", position_id: "p1" });
    if (first === undefined) throw new Error("nothing is due");
    const failed = refused(state, first, 60);
    expect(nextDue(failed, 5)).toMatchObject({ position_id: "p3" });
    expect(nextDue(failed, 60)).toMatchObject({ event: "alert", position_id: "p1", attempts: 1 });
    expect(nextDue(delivered(failed, first), 5)).toMatchObject({ event: "resolved" });
  });
});
