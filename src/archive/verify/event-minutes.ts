import { countWhile } from "../../base/count-while.js";
/** Minutes of the events of markets, millions of them. */
export type EventMinutes = ReturnType<typeof createEventMinutes>;

/**
 * Runs of minutes at equal distances, three numbers each: the first minute, the distance, and the number of
 * events before. A market that settles regularly needs three numbers, whatever the number of its events.
 */
interface Runs {
  readonly numbers: number[];
  last: number;
  total: number;
}

const NUMBERS = 3;

/** Creates an index of minutes, without events. */
export function createEventMinutes() {
  const markets = new Map<number, Runs>();
  let [current, runs] = [Number.NaN, { numbers: [], last: 0, total: 0 } as Runs];
  return {
    /**
     * Adds an event of a market, later than the one before it.
     * @param minute whole minutes since the epoch
     */
    add(marketId: number, minute: number): void {
      if (marketId !== current) {
        current = marketId;
        runs = markets.get(marketId) ?? { numbers: [], last: 0, total: 0 };
        markets.set(marketId, runs);
      }
      append(runs, minute);
    },
    /** Returns the number of events of a market from one minute to another, both included. */
    count(marketId: number, from: number, to: number): number {
      const own = markets.get(marketId);
      return own === undefined ? 0 : countUpTo(own, to) - countUpTo(own, from - 1);
    },
  };
}

function append(runs: Runs, minute: number): void {
  const { numbers, last, total } = runs;
  const run = numbers.length - NUMBERS;
  const distance = minute - last;
  if (run >= 0 && numbers[run + 2] === total - 1) numbers[run + 1] = distance;
  else if (run < 0 || numbers[run + 1] !== distance) numbers.push(minute, 0, total);
  runs.last = minute;
  runs.total++;
}

/** Returns the number of events that are no later than a minute. */
function countUpTo({ numbers, total }: Runs, minute: number): number {
  const isBefore = (run: number) => (numbers[run * NUMBERS] as number) <= minute;
  const runs = countWhile(numbers.length / NUMBERS, isBefore);
  if (runs === 0) return 0;
  const at = (runs - 1) * NUMBERS;
  const [first = 0, distance = 0, before = 0] = numbers.slice(at, at + NUMBERS);
  const most = (numbers[at + NUMBERS + 2] ?? total) - before;
  const passed = distance === 0 ? 0 : Math.floor((minute - first) / distance);
  return before + Math.min(most, passed + 1);
}
