import { keysAnswered, mapInSlices } from "../base/collections.js";
import { severity } from "../figures/catalog/causes.js";
import type { Look } from "../output/text/look.js";
import { Acknowledged } from "./acknowledged.js";
import { type AlertsOfRows, type AlertUpdate, failFirst, titleOf, type Watch } from "./alerts.js";
import { type Before, entriesOf, type LogEntry, withEntries } from "./events.js";
import type { Round, RoundFailure } from "./rounds.js";
import { Schedule } from "./schedule.js";
import type { Detail, Entry } from "./sheets.js";
import { type PageChoice, Shown } from "./shown.js";

/** What happens to the rounds of a watch: positions without their funding, a whole round, a failure. */
export type RoundHappening =
  | { readonly what: "part"; readonly shown: Shown }
  | { readonly what: "round"; readonly shown: Shown; readonly update: AlertUpdate }
  | { readonly what: "failure"; readonly failure: RoundFailure };

/** Hears of what happens to rounds, and that there is more to draw. */
interface Listener {
  push(happening: RoundHappening | { readonly what: "redraw" }): void;
  fail(error: unknown): void;
}

/** A full position, as far as it is known. */
interface AskedDetail {
  readonly id: string;
  readonly round: Round | undefined;
  readonly detail: Detail;
}

/** The rounds of a watch on the screen: what is shown of the last one, and what has happened since the first. */
export class LiveRounds {
  readonly schedule: Schedule;
  shown: Shown | undefined;
  log: readonly LogEntry[] = [];
  readonly #acknowledged = new Acknowledged();
  #before: Before | undefined;
  /** The full position that was asked for last, and in which round. */
  #detail: AskedDetail | undefined;

  /** @param signal ends requests with the watch */
  constructor(
    private readonly watch: Watch,
    private readonly look: Look,
    private readonly inbox: Listener,
    private readonly signal: AbortSignal,
  ) {
    this.schedule = new Schedule(watch.io.clock, watch.intervalMs);
  }

  /**
   * Fetches a round, judges it, and prepares its pages, while keys are answered; the first round is shown
   * once the page that is open is prepared.
   * @param pages that one first
   * @param look that of a table
   */
  fetch(pages: readonly [PageChoice, ...PageChoice[]], look: Look): void {
    const { watch, inbox, signal } = this;
    const isFirst = this.shown === undefined;
    this.schedule.begin();
    const onPart = (part: Round) => {
      const shown = this.#shownOf(part, watch.alerts.before());
      const push = () => signal.aborted || inbox.push({ what: "part", shown });
      shown.page(pages[0], look).then(push, (error) => inbox.fail(error));
    };
    const fetched = async () => {
      const round = await watch.rounds.fetch({
        signal,
        onProgress: (text) => this.schedule.progress(text),
        ...(isFirst && { onPart }),
      });
      await mapInSlices(round.book.all.members, severity);
      const update = await watch.alerts.update(round);
      await keysAnswered();
      const shown = this.#shownOf(round, update);
      const [first, ...others] = pages;
      await shown.page(first, look);
      const push = () => inbox.push({ what: "round", shown, update });
      if (isFirst) push(); // the others are there a moment later
      for (const page of others) {
        if (signal.aborted) return;
        await shown.page(page, look);
      }
      if (!isFirst) push();
    };
    fetched().catch((error: unknown) => {
      const failure = watch.rounds.describeFailure(error);
      if (failure !== undefined && !isFirst) inbox.push({ what: "failure", failure });
      else this.#fail(error);
    });
  }

  /** Ends the watch with an error, of which alerts hear if it is that of the first round. */
  #fail(error: unknown): void {
    try {
      failFirst(this.watch, error);
    } catch (failure) {
      this.inbox.fail(failure);
    }
  }

  /** Shows a round that is the only one. */
  async showOnly(round: Round): Promise<Shown> {
    this.shown = this.#shownOf(round, await this.watch.alerts.update(round));
    this.schedule.succeed();
    return this.shown;
  }

  #shownOf(round: Round, alerts: AlertsOfRows): Shown {
    const acknowledged = this.#acknowledged.list(round.book.all.inputs.now);
    return this.shown?.next(round, alerts, acknowledged) ?? new Shown(round, alerts, acknowledged);
  }

  /** Takes what happened. @returns the titles of new alerts */
  take(happening: RoundHappening): readonly string[] {
    switch (happening.what) {
      case "part":
        this.shown ??= happening.shown; // the whole round may have been faster
        return [];
      case "failure":
        this.watch.alerts.fail(this.watch.io.clock.now(), happening.failure.message);
        this.schedule.fail(happening.failure);
        this.shown = this.shown?.withoutHighlights();
        return [];
      case "round": {
        const { shown, update } = happening;
        const { round } = shown;
        // What is found at first is in the table, and no event.
        const told = this.#before === undefined ? { ...update, fresh: [] } : update;
        const entries = entriesOf(this.#before, round, told, this.look);
        this.log = withEntries(this.log, entries);
        this.#before = { positions: round.book.positions, lost: round.book.lost };
        this.#acknowledged.prune(round.book.all);
        this.shown = this.#withAcknowledged(shown);
        this.schedule.succeed();
        return update.fresh.map(titleOf);
      }
    }
  }

  /** Acknowledges a cause of a position, or takes that back. */
  acknowledge(id: string, { code, until }: Entry): void {
    if (this.shown === undefined) return;
    this.#acknowledged.set(code, id, until);
    this.#acknowledged.prune(this.shown.round.book.all);
    this.shown = this.#withAcknowledged(this.shown);
  }

  /** Returns what is shown with the causes that are acknowledged now. */
  #withAcknowledged(shown: Shown): Shown {
    const now = this.#acknowledged.list(shown.round.book.all.inputs.now);
    const isSame = JSON.stringify(now) === JSON.stringify(shown.acknowledgedCauses);
    return isSame ? shown : shown.withAcknowledged(now);
  }

  /** Returns what is known of a full position, which is asked for once in each round. */
  detailOf(id: string): Detail {
    const { rounds } = this.watch;
    const round = this.shown?.round;
    const known = this.#detail?.id === id ? this.#detail : undefined;
    if (known !== undefined && known.round === round) return known.detail;
    const { value } = known?.detail ?? {};
    const before: Detail = value === undefined ? {} : { value };
    const asked = { id, round, detail: before };
    this.#detail = asked;
    const take = (detail: Detail) => {
      asked.detail = detail;
      this.inbox.push({ what: "redraw" });
    };
    rounds.detailOf(id, this.signal).then(
      (found) => take({ value: found }),
      (error) => take({ ...before, failure: rounds.describeFailure(error)?.message ?? "" }),
    );
    return before;
  }
}
