import { expect, it } from "vitest";
import { sumOf } from "../../src/base/decimal.js";
import type { Position } from "../../src/client/resources/position.js";
import { verdictOf } from "../../src/figures/catalog/causes.js";
import { run7d } from "../../src/figures/catalog/funding.js";
import { quantity } from "../../src/figures/catalog/leg.js";
import { netPnl, size, unhedged } from "../../src/figures/catalog/position.js";
import { CAUSES, type Cause } from "../../src/figures/causes.js";
import { pricePnlOf } from "../../src/figures/engine/position/legs.js";
import { type Q, sum } from "../../src/figures/measure.js";
import type { PositionOf } from "../../src/figures/subjects.js";
import type { BookInputs } from "../../src/serve/library/figures.js";
import { DAY, HOUR, leg, position, results, settling } from "../reports/inputs.js";
import { groupOf } from "../support/group.js";
import { iso, NOW } from "../support/now.js";
import { type Random, randomOf } from "../support/random.js";

/* What the service sends, with one value of it damaged, against the same without the damage. */

type Json = Record<string, unknown>;

interface Book {
  readonly positions: readonly Json[];
  readonly markets: ReadonlyMap<number, readonly Json[]>;
}

/** Positions of two legs that earn a little, each leg in a market of its own. */
function randomBook(random: Random): Book {
  const positions: Json[] = [];
  const markets = new Map<number, readonly Json[]>();
  for (let n = 1; n <= 4; n++) {
    const price = 10 ** (random.below(6) - 2) * (1 + random.below(800) / 100);
    const quantity = Number((10_000 / price).toPrecision(3));
    const legs = (["long", "short"] as const).map((side, at) => {
      const id = 2 * n + at;
      const mark_price = Number((price * (0.995 + random.below(10) / 1000)).toPrecision(6));
      const rate = side === "short" ? () => `0.000${1 + random.below(5)}` : () => "0.00001";
      markets.set(id, settling(random.pick([4, 8]), { rate, mark: String(mark_price) }) as Json[]);
      return leg(side, id, { quantity, open_price: Number(price.toPrecision(6)), mark_price });
    });
    const unrealized = sumOf(legs.map((it) => pricePnlOf(it as never as Position["legs"][number])));
    const spread_pnl = { realized: 0, unrealized: unrealized?.toNumber() ?? 0 };
    const funding = 120 + random.below(50);
    const performance = results(funding, {
      ...{ spread_pnl, net_pnl: funding - 2 + spread_pnl.unrealized },
    });
    positions.push(position(n, `A${n}`, legs, { performance }));
  }
  return { positions, markets };
}

/** What a trader reads of each position, and what `carry check` says of it. */
function read({ positions, markets }: Book) {
  const events = markets as unknown as BookInputs["events"];
  return groupOf(positions, { events }).members.map((p) => ({
    figures: [size, unhedged, quantityHeld, run7d, netPnl].map((of) => numberOf(of(p))),
    isPassed: Object.keys(CAUSES).every((it) => verdictOf(p, it as Cause).is === "absent"),
  }));
}

const quantityHeld = ({ legs }: PositionOf) =>
  sum(
    legs.filter((it) => it.sign > 0),
    quantity,
  );
const numberOf = (q: Q) => q.value?.toNumber() ?? null;

type Change = (random: Random, damaged: Json) => void;
const times =
  (field: string, factor: number): Change =>
  (_, it) => {
    it[field] =
      typeof it[field] === "string"
        ? String(Number(it[field]) * factor)
        : Number(it[field]) * factor;
  };
const set =
  (field: string, value: unknown): Change =>
  (_, it) => {
    it[field] = value;
  };

const OF_LEG: Readonly<Record<string, Change>> = {
  "a mark of 1000 times": times("mark_price", 1000),
  "a mark of a thousandth": times("mark_price", 0.001),
  "a mark of zero": set("mark_price", 0),
  "a mark below zero": times("mark_price", -1),
  "an open price of 1000 times": times("open_price", 1000),
  "an open price of a thousandth": times("open_price", 0.001),
  "an open price of zero": set("open_price", 0),
  "an open price below zero": times("open_price", -1),
  "a leverage of 5000": set("leverage", 5000),
  "a leverage of 0.05": set("leverage", 0.05),
};
const OF_EVENT: Readonly<Record<string, Change>> = {
  "a rate above the cap": (random, it) => {
    it.funding_rate = random.pick(["0.05", "-0.2", "1791250000"]);
  },
  "an event's mark of 1000 times": times("mark_price", 1000),
  "an event's mark of a thousandth": times("mark_price", 0.001),
  "an event's mark of zero": set("mark_price", "0"),
  "an event's mark below zero": times("mark_price", -1),
  "an event in an hour": set("funding_time", iso(NOW + HOUR)),
  "an event of the year 9999": set("funding_time", "9999-12-31T00:00:00Z"),
  "an event of the year 2031": set("funding_time", iso(NOW + 5 * 365 * DAY)),
};

/** Returns a book with a change of one leg, event or performance of its first position. */
function damaged(book: Book, random: Random, name: string): Book {
  const { positions, markets } = structuredClone(book);
  const [first] = positions as [Json & { legs: Json[]; performance: Json }];
  const place = random.below(2);
  const own = first.legs[place] as Json;
  const events = markets.get(Number(own.market_id)) as Json[];
  const at = random.below(20);
  OF_LEG[name]?.(random, own);
  OF_EVENT[name]?.(random, events[at] as Json);
  if (name === "an event that is there twice") {
    events.splice(at, 0, { ...events[at], funding_rate: "0.009" });
  }
  if (name === "a net PnL off its parts") {
    first.performance.net_pnl = Number(first.performance.net_pnl) + 500 + random.below(1000);
  }
  return { positions, markets };
}

const NAMES = [
  ...Object.keys(OF_LEG),
  ...Object.keys(OF_EVENT),
  ...["an event that is there twice", "a net PnL off its parts"],
];

it.each(NAMES)(
  "%s changes no other position, and passes no check with a figure that is off",
  (name) => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = randomOf(seed);
      const book = randomBook(random);
      const sound = read(book);
      expect(
        sound.every(({ isPassed }) => isPassed),
        `sound book ${seed}`,
      ).toBe(true);
      const [own, ...others] = read(damaged(book, random, name));
      expect(others, `${name}, seed ${seed}`).toEqual(sound.slice(1));
      if (own?.isPassed === false) continue;
      const size = sound[0]?.figures[0] ?? 0;
      own?.figures.forEach((figure, at) => {
        const right = sound[0]?.figures[at];
        expect(figure, `${name}, seed ${seed}, figure ${at}`).not.toBeNull();
        const most = at === 2 ? Number(right) * 0.01 : size * 0.01; // a quantity, else USD
        expect(Math.abs(Number(figure) - Number(right))).toBeLessThanOrEqual(most);
      });
    }
  },
);
