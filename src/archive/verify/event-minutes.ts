/** Minutes of the events of markets, of which there are millions. */
export interface EventMinutes {
  /**
   * Adds an event of a market, later than the one before it.
   * @param minute whole minutes since the epoch
   */
  add(marketId: number, minute: number): void;
  /** Returns the number of events of a market from one minute to another, both included. */
  count(marketId: number, from: number, to: number): number;
}

/**
 * Minutes at equal distances, as numbers in a row: the first, the distance, and the number of events
 * before. A market that settles regularly needs three numbers, however many its events are.
 */
interface Runs {
  readonly numbers: number[];
  last: number;
  total: number;
}

const NUMBERS = 3;

/** Starts without events. */
export function createEventMinutes(): EventMinutes {
  const markets = new Map<number, Runs>();
  let [current, runs] = [Number.NaN, { numbers: [], last: 0, total: 0 } as Runs];
  return {
    add(marketId, minute) {
      if (marketId !== current) {
        current = marketId;
        runs = markets.get(marketId) ?? { numbers: [], last: 0, total: 0 };
        markets.set(marketId, runs);
      }
      append(runs, minute);
    },
    count(marketId, from, to) {
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
  let low = 0;
  let high = numbers.length / NUMBERS;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle * NUMBERS] ?? 0) <= minute) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return 0;
  const at = (low - 1) * NUMBERS;
  const [first = 0, distance = 0, before = 0] = numbers.slice(at, at + NUMBERS);
  const most = (numbers[at + NUMBERS + 2] ?? total) - before;
  const passed = distance === 0 ? 0 : Math.floor((minute - first) / distance);
  return before + Math.min(most, passed + 1);
}
