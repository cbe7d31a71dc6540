import type { Moment } from "../position/snapshot-position.js";
import type { HeldNotional } from "./notional-time.js";
import {
  type Aside,
  begin,
  comeBack,
  isAnotherPosition,
  leave,
  type State,
  type Step,
  settleOne,
  type Track,
  update,
} from "./tracked-position.js";

/** Changes over the moments since the last settlement. */
export interface Settlement {
  readonly from: number;
  readonly to: number;
  readonly steps: readonly Step[];
  readonly asides: readonly Aside[];
  /** What each position held in this time, unless it held nothing. */
  readonly held: ReadonlyMap<Track, HeldNotional>;
}

export interface TrackerOptions {
  /** Called for each position of a moment, once `last` is set to it. */
  readonly onSeen?: ((track: Track, at: number) => void) | undefined;
  /** Whether to fill `held` of settlements, which takes time. */
  readonly addsNotionals?: boolean;
}

/**
 * Creates a tracker. The figures of the first moment are levels, from which changes count.
 * src/features/pnl/explain.md, "Between two moments".
 */
export function createTracker({ onSeen, addsNotionals = false }: TrackerOptions = {}) {
  const states: State[] = [];
  const current = new Map<string, State>();
  let ids: ReadonlySet<string> = new Set();
  let at: number | undefined;
  let settledAt: number | undefined;
  let first: number | undefined;
  return {
    see(moment: Moment): void {
      first ??= moment.at;
      settledAt ??= moment.at;
      const since = addsNotionals ? { first, settled: settledAt } : undefined;
      for (const standing of moment.standings) {
        const known = current.get(standing.positionId);
        if (known !== undefined && !isAnotherPosition(known, standing)) {
          update(known, standing, moment.at);
        } else {
          if (known?.isListed === true) leave(known);
          known?.time?.end(moment.at);
          const state = begin(standing, { at: moment.at, before: at, since });
          states.push(state);
          current.set(standing.positionId, state);
        }
        const state = current.get(standing.positionId);
        if (state !== undefined) onSeen?.(state, moment.at);
      }
      for (const id of ids) if (!moment.ids.has(id)) leave(current.get(id));
      for (const id of moment.ids) if (!ids.has(id)) comeBack(current.get(id));
      ids = moment.ids;
      at = moment.at;
    },
    /** Settles what was seen since the last settlement, or since the first moment. */
    settle(): Settlement {
      const [from, to] = [settledAt ?? 0, at ?? 0];
      const held = new Map<Track, HeldNotional>();
      const settlements = states.map((state) => {
        const own = state.time?.settle(to);
        if (own !== undefined) held.set(state, own);
        return settleOne(state, from, own?.area.gt(0) === true);
      });
      settledAt = at;
      return {
        ...{ from, to, held },
        steps: settlements.flatMap(({ step }) => step ?? []),
        asides: settlements.flatMap(({ asides }) => asides),
      };
    },
    /** Returns every position that was seen. */
    tracks: (): readonly Track[] => states,
  };
}
