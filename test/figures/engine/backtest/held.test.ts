import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { MarketEvent } from "../../../../src/figures/credible/settled-event.js";
import { heldOver } from "../../../../src/figures/engine/market/held.js";
import { timeEvents } from "../../../../src/figures/engine/market/rhythm.js";

const HOUR = 3_600_000;
const START = Date.parse("2026-05-01T00:00:00Z");
const DAY = { from: START, to: START + 24 * HOUR };
const TERMS = {
  notional: new Big(10_000),
  multiple: { long: new Big(1), short: new Big(1) },
  fee: { long: new Big("0.0002"), short: new Big("0.0005") },
};

/** Events every so many hours of the day and the two before, with marks that rise by 1 an hour to 124. */
function every(hours: number, rate: string, late = 0): MarketEvent[] {
  const count = 72 / hours + 1;
  return Array.from({ length: count }, (_, n) => {
    const hour = n * hours - 48;
    return { time: START + hour * HOUR + late, rate, interval: hours, mark: String(100 + hour) };
  });
}

const times = (events: readonly MarketEvent[], factor: number) =>
  events.map((it) => ({ ...it, mark: String(Number(it.mark) * factor) }));

function held(long: MarketEvent[], short: MarketEvent[], terms = TERMS, span = DAY) {
  const found = heldOver({ long: timeEvents(long), short: timeEvents(short) }, span, terms);
  const { funding, price, fees, net, entry, exit } = found;
  const values = [funding, price, fees, net].map(({ value }) => value?.toFixed());
  const { counted, of } = funding.evidence;
  return { values, entry, exit, counted: [counted, of], unknown: net.unknown };
}

describe("what holding a hedge would have made", () => {
  it("is paid the events after the entry, each at its own mark, less the fees of four fills", () => {
    const { values, ...rest } = held(every(8, "0.0001"), times(every(1, "0.00002"), 1.25));
    // 80 units: 80 × (0.00002 × 3375 - 0.0001 × 348), 80 × (24 - 30), 80 × (224 × 0.0002 + 280 × 0.0005)
    expect(values).toEqual(["2.616", "-480", "14.784", "-492.168"]);
    expect(rest).toEqual({ entry: DAY.from, exit: DAY.to, counted: [27, 27], unknown: undefined });
  });

  it("divides a multiple out", () => {
    const terms = { ...TERMS, multiple: { long: new Big(1), short: new Big(1000) } };
    const one = held(every(8, "0.0001"), every(8, "0.0003"));
    expect(held(every(8, "0.0001"), times(every(8, "0.0003"), 1000), terms)).toEqual(one);
    const { unknown, entry } = held(every(8, "0.0001"), times(every(8, "0.0003"), 1000));
    expect([unknown, entry]).toEqual(["units_differ", null]);
  });

  it("leaves out missing events and counts them, up to 5 % of the time", () => {
    const short = every(1, "0.00002");
    const without = (...hours: number[]) =>
      held(
        every(8, "0.0001"),
        short.filter((_, n) => !hours.includes(n - 48)),
      );
    const { values, counted } = without(5);
    expect([values[0], counted]).toEqual([expect.any(String), [26, 27]]);
    const { values: lost, unknown } = without(5, 6);
    expect([lost, unknown]).toEqual([
      [undefined, expect.any(String), expect.any(String), undefined],
      "events_missing",
    ]);
  });

  it("begins and ends where both have a mark", () => {
    const short = every(8, "0.0003").map((it) =>
      it.time === DAY.from ? { ...it, mark: null } : it,
    );
    const { entry, exit } = held(every(8, "0.0001"), short);
    expect([entry, exit]).toEqual([DAY.from + 8 * HOUR, DAY.to]);
    const { unknown } = held(every(8, "0.0001"), short, TERMS, { from: START, to: START + HOUR });
    expect(unknown).toBe("too_few_instants");
  });

  it("of markets that never settle together is between events of the slower one", () => {
    const { entry, exit, counted } = held(every(8, "0.0001"), every(1, "0.00002", HOUR / 2));
    expect([entry, exit, counted]).toEqual([DAY.from, DAY.to, [27, 27]]);
  });
});
