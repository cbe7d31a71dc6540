import { Big } from "big.js";
import { isAnotherPosition, isOpenedSince } from "../../analytics/portfolio/tracked-position.js";
import type { Moment, SnapshotPosition } from "../../analytics/position/snapshot-position.js";
import type { Figure } from "../../base/decimal.js";
import { LEDGER_COMPONENTS, type LedgerComponent } from "./components.js";
import { dayOf, type LedgerDay } from "./days.js";
import { byDayAndPosition, entryId, inCents, type LedgerEntry } from "./entry.js";

/** A component of a position that the service has not sent. */
export interface UntoldPart {
  readonly standing: SnapshotPosition;
  readonly component: LedgerComponent;
}

/** What the snapshots of a portfolio post. */
export interface Ledger {
  /** By day, in the order of {@link byDayAndPosition}. */
  readonly entries: readonly LedgerEntry[];
  /** Every position, as it was listed last. */
  readonly standings: readonly SnapshotPosition[];
  /** Components missing in the last snapshot, posted once a later one has them. */
  readonly untold: readonly UntoldPart[];
}

/** A position as far as it is seen and posted. */
interface State {
  last: SnapshotPosition;
  /** Milliseconds since the epoch. */
  lastAt: number;
  isListed: boolean;
  /** Stands for the day in the ids of its opening entries. */
  readonly opening: string;
  readonly parts: readonly Part[];
}

/** A total of a position, USD. */
interface Part {
  readonly component: LedgerComponent;
  /** As it was sent last. */
  known: Figure;
  /** In cents, as far as it is posted; null before the first one is known. */
  posted: Figure;
  /** First known total of a position that was opened earlier, and its time; null once posted. */
  opening: { readonly amount: Big; readonly at: number } | null;
}

/**
 * Returns what snapshots post: for each position, component and UTC day the difference of two
 * snapshots, and what a position had before its first one as its opening. Differences are those of
 * totals in cents, so that they add up to the total in cents. docs/reference/figures/ledger.md, "Ledger".
 * @param days see `ledgerDays`
 * @param moments those of the days in order; without a day only the first one
 */
export async function ledgerOf(
  days: readonly LedgerDay[],
  moments: AsyncIterable<Moment>,
): Promise<Ledger> {
  const states: State[] = [];
  const current = new Map<string, State>();
  const touched = new Set<State>();
  const entries: LedgerEntry[] = [];
  const ends = new Map(days.map((day) => [day.to, day]));
  let before: Moment | undefined;
  for await (const moment of moments) {
    for (const standing of moment.standings) {
      const known = current.get(standing.positionId);
      const isKnown = known !== undefined && !isAnotherPosition(known, standing);
      if (!isKnown) list(known, false);
      const state = isKnown ? known : begin(standing, before?.at, known !== undefined);
      if (!isKnown) states.push(state);
      current.set(standing.positionId, state);
      touched.add(see(state, standing, moment.at));
    }
    for (const id of before?.ids ?? []) list(current.get(id), moment.ids.has(id));
    for (const id of moment.ids) list(current.get(id), true);
    const end = before === undefined ? firstDay(moment) : ends.get(moment.at);
    if (end !== undefined) entries.push(...post([...touched], end));
    if (end !== undefined) touched.clear();
    before = moment;
  }
  const untold = states.flatMap(({ last, isListed }) => (isListed ? untoldOf(last) : []));
  return { entries, standings: states.map(({ last }) => last), untold };
}

/** @param isReused whether the id was that of another position, which may have an opening */
function begin(standing: SnapshotPosition, before: number | undefined, isReused: boolean): State {
  const posted = isOpenedSince(before, standing) ? new Big(0) : null;
  const parts = LEDGER_COMPONENTS.map((component) => {
    return { component, known: null, posted, opening: null };
  });
  const opening = isReused ? `opening-${dayOf(standing.openedAt)}` : "opening";
  return { last: standing, lastAt: 0, isListed: true, opening, parts };
}

function see(state: State, standing: SnapshotPosition, at: number): State {
  Object.assign(state, { last: standing, lastAt: at, isListed: true });
  for (const part of state.parts) {
    part.known = standing.partOf(part.component) ?? part.known;
    if (part.posted !== null || part.known === null) continue;
    part.posted = inCents(part.known);
    part.opening = { amount: part.posted, at };
  }
  return state;
}

function list(state: State | undefined, isListed: boolean): void {
  if (state !== undefined) state.isListed = isListed;
}

/** Returns the first moment as the end of a day, on which openings are posted. */
function firstDay({ at }: Moment): Omit<LedgerDay, "from"> {
  return { day: dayOf(at), name: dayOf(at), to: at };
}

/** Posts what changed since the last day. */
function post(states: readonly State[], end: Omit<LedgerDay, "from">): LedgerEntry[] {
  const entries = new Map<string, LedgerEntry>();
  for (const state of states) {
    for (const part of state.parts) {
      for (const taken of takeAmounts(part, end.to)) {
        const entry = entryOf(state, part.component, end, taken);
        const same = entries.get(entry.id)?.amount ?? 0; // an id that was given to another position
        entries.set(entry.id, { ...entry, amount: entry.amount.plus(same) });
      }
    }
  }
  return [...entries.values()].filter(({ amount }) => !amount.eq(0)).sort(byDayAndPosition);
}

/** An amount of a part that was not posted yet. */
interface Amount {
  readonly amount: Big;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly source: "opening" | "snapshots";
}

/** Takes what is not posted yet. @param to end of the day, milliseconds since the epoch */
function takeAmounts(part: Part, to: number): Amount[] {
  const { opening, known, posted } = part;
  const opened: Amount[] = opening === null ? [] : [{ ...opening, source: "opening" }];
  part.opening = null;
  if (known === null || posted === null) return opened;
  part.posted = inCents(known);
  return [...opened, { amount: part.posted.minus(posted), at: to, source: "snapshots" }];
}

function entryOf(
  { last: standing, opening }: State,
  component: LedgerComponent,
  { day, name }: Pick<LedgerDay, "day" | "name">,
  { amount, at, source }: Amount,
): LedgerEntry {
  const { positionId, asset, legs } = standing;
  const id = entryId(standing, component, source === "opening" ? opening : day);
  const own = { id, positionId, asset, legs, component };
  return { ...own, source, day, name, amount, asOf: at };
}

/** Returns the components of a position that the service has not sent. */
export function untoldOf(standing: SnapshotPosition): UntoldPart[] {
  return LEDGER_COMPONENTS.flatMap((component) =>
    standing.partOf(component) === null ? [{ standing, component }] : [],
  );
}
