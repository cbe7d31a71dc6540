import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import type { Query } from "../output/query/query.js";

/** The positions for which a condition holds, from round to round. */
export interface Alerts {
  /** The condition as it was typed. */
  readonly expression: string;
  readonly condition: Query;
  /** Number of positions for which it holds. */
  readonly count: number;
  /** Ids of these positions. */
  readonly ids: readonly string[];
  has(positionId: string): boolean;
  /** Checks the positions of a round. One that the condition fails for keeps its state. */
  update(items: readonly Item<Position>[]): AlertUpdate;
}

export interface AlertUpdate {
  /** Positions for which it holds and did not before. */
  readonly fresh: readonly Item<Position>[];
  /** Listed positions for which it held before and no longer holds. */
  readonly cleared: readonly Item<Position>[];
  /** Errors of positions that it fails for, such as a function of a number for null. */
  readonly failures: readonly unknown[];
}

/** @param held ids of the positions for which it held when the last watch ended */
export function createAlerts(
  expression: string,
  condition: Query,
  held: ReadonlySet<string> = new Set(),
): Alerts {
  let alerting = held;
  return {
    expression,
    condition,
    get count() {
      return alerting.size;
    },
    get ids() {
      return [...alerting];
    },
    has: (positionId) => alerting.has(positionId),
    update(items) {
      const failures: unknown[] = [];
      const holding = items.filter(({ value }) => {
        try {
          return isTrue(condition.apply(value));
        } catch (error) {
          failures.push(error);
          return alerting.has(value.position_id);
        }
      });
      const before = alerting;
      alerting = new Set(holding.map(({ value }) => value.position_id));
      const isIn = (ids: ReadonlySet<string>, { value }: Item<Position>) =>
        ids.has(value.position_id);
      return {
        fresh: holding.filter((item) => !isIn(before, item)),
        cleared: items.filter((item) => isIn(before, item) && !isIn(alerting, item)),
        failures,
      };
    },
  };
}

/** False, null, and an empty text, list or object count as false. Source: jmespath.org, "Or expressions". */
function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "") return false;
  if (typeof value === "object") return Object.keys(value).length > 0;
  return true;
}
