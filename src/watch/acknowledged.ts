import { DAY_MS, HOUR_MS } from "../base/time/periods.js";
import { allCauses, whyUndecided } from "../figures/catalog/causes.js";
import { type Ignored, inForce } from "../figures/engine/position/limits.js";
import type { Group } from "../figures/subjects.js";

/** Spans for which a cause can be acknowledged, milliseconds; undefined until it clears. */
export const SPANS = [HOUR_MS, 4 * HOUR_MS, DAY_MS, undefined] as const;

/** Causes that a user has acknowledged, each of one position, until a time or until it clears. */
export class Acknowledged {
  #all: readonly Ignored[] = [];

  /** Returns those that have not ended. @param now time of the service, milliseconds since the epoch */
  list(now: number): readonly Ignored[] {
    return inForce(this.#all, now);
  }

  /** Acknowledges a cause of a position, or takes that back. */
  set(code: Ignored["code"], id: string, until: number | undefined | "never"): void {
    const others = this.#all.filter((it) => it.code !== code || it.position !== id);
    if (until === "never") this.#all = others;
    else this.#all = [...others, { code, position: id, until }];
  }

  /** Drops those that the open positions of a round no longer have; unknown is no end. */
  prune({ members, inputs }: Group): void {
    const byId = new Map(members.map((p) => [p.record.position_id, p]));
    this.#all = inForce(this.#all, inputs.now).filter(({ code, position: id = "", until }) => {
      const p = byId.get(id);
      if (until !== undefined || p === undefined) return true;
      return (
        allCauses(p).some(({ cause }) => cause === code) || whyUndecided(p, code) !== undefined
      );
    });
  }
}
