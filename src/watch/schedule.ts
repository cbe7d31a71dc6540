import type { Clock } from "../base/time/clock.js";
import { DAY_MS } from "../base/time/periods.js";
import type { RoundFailure } from "./rounds.js";

/** Maximum wait after failed rounds, unless the interval is longer. */
const LONGEST_WAIT_MS = 300_000;

/** Wait after the first failed round, unless the interval is shorter. */
const FIRST_WAIT_MS = 30_000;

/** Maximum accepted `Retry-After`; a longer one is assumed to be a mistake. */
const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** Minimum time between two rounds, also while a key is kept pressed. */
const SHORTEST_GAP_MS = 1_000;

/** Rounds that have failed in a row. */
export interface Outage {
  readonly failures: number;
  /** When the first of them failed, milliseconds since the epoch. */
  readonly failedAt: number;
  /** Why the last of them failed. */
  readonly failure: RoundFailure;
}

/** The round that is being fetched. */
interface Fetching {
  readonly since: number;
  /** What is asked for at the moment; empty at first. */
  readonly text: string;
}

/**
 * When the rounds of a watch are due: after the interval; after a failure sooner, then later with each
 * further one, and never before `Retry-After`. Times are those of `Clock.elapsed`, milliseconds.
 */
export class Schedule {
  /** When the last round was there; undefined before the first one. */
  since: number | undefined;
  nextAt: number;
  fetching: Fetching | undefined;
  outage: Outage | undefined;
  #notBefore = 0;

  constructor(
    private readonly clock: Pick<Clock, "elapsed" | "now">,
    private readonly intervalMs: number,
  ) {
    this.nextAt = clock.elapsed();
  }

  get isDue(): boolean {
    return this.fetching === undefined && this.clock.elapsed() >= this.nextAt;
  }

  /** Milliseconds until the next round, unless one is being fetched. */
  get waitMs(): number {
    return Math.max(0, this.nextAt - this.clock.elapsed());
  }

  begin(): void {
    this.fetching = { since: this.clock.elapsed(), text: "" };
  }

  progress(text: string): void {
    if (this.fetching !== undefined) this.fetching = { ...this.fetching, text };
  }

  /** Takes the end of a round. @returns the outage that it ended, if any */
  succeed(): Outage | undefined {
    const { outage } = this;
    const now = this.clock.elapsed();
    this.since = now;
    this.nextAt = now + this.intervalMs;
    this.#notBefore = now + SHORTEST_GAP_MS;
    this.fetching = undefined;
    this.outage = undefined;
    return outage;
  }

  /** Takes a failed round, whose wait is counted from its start. */
  fail(failure: RoundFailure): Outage {
    const now = this.clock.elapsed();
    const failures = (this.outage?.failures ?? 0) + 1;
    const failedAt = this.outage?.failedAt ?? this.clock.now();
    const tookMs = now - (this.fetching?.since ?? now);
    const retryAfterMs = Math.min(LONGEST_RETRY_AFTER_MS, (failure.retryAfter ?? 0) * 1000);
    const wait = waitAfter(failures, this.intervalMs) - tookMs;
    this.nextAt = now + Math.max(SHORTEST_GAP_MS, wait, retryAfterMs);
    this.#notBefore = now + Math.max(SHORTEST_GAP_MS, retryAfterMs);
    this.fetching = undefined;
    this.outage = { failures, failedAt, failure };
    return this.outage;
  }

  /** Has the next round begin as soon as it may. */
  hurry(): void {
    this.nextAt = Math.min(this.nextAt, Math.max(this.clock.elapsed(), this.#notBefore));
  }
}

/**
 * Returns the wait after failures in a row: the interval or half a minute, whichever is shorter, doubled with
 * each further failure, at most five minutes or the interval.
 */
function waitAfter(failures: number, intervalMs: number): number {
  const first = Math.min(intervalMs, FIRST_WAIT_MS);
  const longest = Math.max(intervalMs, LONGEST_WAIT_MS);
  return Math.min(longest, first * 2 ** (failures - 1));
}
