import type { Item } from "../client/listing/pages.js";
import type { Position } from "../client/resources/position.js";
import type { Query } from "../output/query/query.js";

/** Which positions a condition holds for, from round to round. */
export interface Alerts {
  /** As it was typed. */
  readonly expression: string;
  readonly condition: Query;
  /** For how many positions it holds. */
  readonly count: number;
  /** Ids of these positions. */
  readonly ids: readonly string[];
  has(positionId: string): boolean;
  /** Looks at the positions of a round. One that the condition cannot be applied to stays as it was. */
  update(items: readonly Item<Position>[]): AlertUpdate;
}

export interface AlertUpdate {
  /** For these it holds and did not before. */
  readonly fresh: readonly Item<Position>[];
  /** For these it held before, and does not any more; positions that are gone are not among them. */
  readonly cleared: readonly Item<Position>[];
  /** Why it cannot be applied to some, such as a function of a number to null. */
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

/** False are false, null, and an empty text, list or object. Source: jmespath.org, "Or expressions". */
function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "") return false;
  if (typeof value === "object") return Object.keys(value).length > 0;
  return true;
}
