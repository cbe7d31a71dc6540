import { HOUR_MS, midnightOf } from "../base/time/periods.js";
import type { Book } from "./book.js";
import { assetPlace, pick } from "./catalog.js";
import { type Market, markUnits, rateUnits } from "./market.js";
import { legClosedAt, oddityOf, priceAtPart } from "./oddities.js";
import { between, hash, Salt, unit } from "./random.js";
import { pairOf, type ScenarioName, scenarioOf } from "./scenarios.js";
import { closedAt, openedAt, shapeOf } from "./timeline.js";

/** What a leg holds. */
interface Share {
  readonly side: "long" | "short";
  readonly market: Market;
  /** Actual quantity while the leg is or was held, in the asset's smallest quantity step. */
  readonly held: number;
}

/** A leg of a position; prices are whole numbers of the market's smallest price step. */
export interface HeldLeg extends Share {
  readonly marketKnown: boolean;
  readonly leverage: number;
  /** Quantity sent. */
  readonly quantity: number;
  readonly openPrice: number;
  readonly closePrice: number | null;
  /** Closing time of the leg, ms since epoch. */
  readonly closedAt: number | null;
  readonly mark: { readonly price: number; readonly at: number } | null;
}

/** A position with its legs; times are ms since epoch. */
export interface Holding {
  readonly index: number;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly legs: readonly HeldLeg[];
}

// Special positions, by their index in the round of 24, unless a scenario uses the index.
const threeLegs = new Set([0, 9, 13]);
const staleMark = new Set([2]);
const missingMark = new Set([7]);
const unbalanced = new Set([12, 20]);
const unknownMarket = new Set([3, 17]);

// Some positions were opened for the current rate, most for the long-run rate.
function outlook(index: number, market: Market, opened: number): number {
  return shapeOf(index) % 3 === 0
    ? rateUnits(market, opened) / market.intervalHours
    : market.meanRate;
}

// The two markets of a scenario, the long one first.
function neededMarkets(book: Book, name: ScenarioName | undefined): Market[] {
  const pair = pairOf(name);
  if (pair === undefined) return [];
  const listed = book.markets.filter(({ asset }) => asset.symbol === pair.asset);
  return [pair.long, pair.short].flatMap(
    (exchange) => listed.find((market) => market.exchange === exchange) ?? [],
  );
}

// Three markets of one asset, by increasing funding.
function candidates(book: Book, index: number, opened: number): readonly [Market, Market, Market] {
  const [long, short] = neededMarkets(book, scenarioOf(book.scenarios, index));
  if (long !== undefined && short !== undefined) return [long, long, short];
  const listed = pick(book.byAsset, assetPlace(book.seed, index));
  const start = hash(book.seed, index, Salt.market) % listed.length;
  const [low, middle, high] = [0, 1, 2]
    .map((step) => pick(listed, start + step))
    .map((market) => ({ market, rate: outlook(index, market, opened) }))
    .sort((a, b) => a.rate - b.rate);
  if (low === undefined || middle === undefined || high === undefined) {
    throw new RangeError("an asset needs three markets");
  }
  return [low.market, middle.market, high.market];
}

// A fill differs from the mark by up to two basis points.
function fill(book: Book, index: number, market: Market, time: number, draw: number): number {
  const slip = between(-0.0002, 0.0002, book.seed, index, Salt.slippage + draw);
  return Math.max(1, Math.round(markUnits(market, time) * (1 + slip)));
}

// Age of the mark of a leg, beyond some seconds; null for a leg without one.
function markDelay(book: Book, index: number, share: Share, leg: number, seconds: number) {
  const name = scenarioOf(book.scenarios, index);
  if (name !== undefined) {
    const { markAge } = oddityOf(name);
    return markAge === undefined ? 0 : markAge(share.side);
  }
  const shape = shapeOf(index);
  if (missingMark.has(shape) && leg === 1) return null;
  return staleMark.has(shape) && leg === 0 ? ((seconds % 5) + 3) * HOUR_MS : 0;
}

function markOf(
  book: Book,
  index: number,
  share: Share,
  leg: number,
  asOf: number,
): HeldLeg["mark"] {
  const { market } = share;
  const seconds = 1 + (hash(book.seed, index, Salt.markAge + leg) % 40);
  const delay = markDelay(book, index, share, leg, seconds);
  if (delay === null) return null;
  const at = Math.floor(asOf / 1_000) * 1_000 - seconds * 1_000 - delay;
  return { price: markUnits(market, at), at };
}

// Long where funding is low, short where it is high; some split the short over two exchanges.
function sharesOf(book: Book, index: number, opened: number): Share[] {
  const [low, middle, high] = candidates(book, index, opened);
  const scale = 10 ** low.asset.quantityDecimals;
  // Squared, so that small positions are more common than large ones.
  const notional = 3_000 + 62_000 * unit(book.seed, index, Salt.notional) ** 2;
  const held = Math.max(4, Math.round((notional / low.asset.price) * scale));
  // A position with a scenario has no other peculiarity.
  const shape = scenarioOf(book.scenarios, index) === undefined ? shapeOf(index) : -1;
  const excess = between(0.03, 0.09, book.seed, index, Salt.imbalance);
  const long = unbalanced.has(shape) ? Math.round(held * (1 + excess)) : held;
  const first = { side: "long", market: low, held: long } as const;
  if (!threeLegs.has(shape)) return [first, { side: "short", market: high, held }];
  const part = Math.round(held * between(0.35, 0.65, book.seed, index, Salt.split));
  return [
    first,
    { side: "short", market: high, held: held - part },
    { side: "short", market: middle, held: part },
  ];
}

/** Calculates a position from its index at `asOf` (ms since epoch). */
export function holdingAt(book: Book, index: number, asOf: number): Holding {
  const name = scenarioOf(book.scenarios, index);
  const odd = oddityOf(name);
  const opened = odd.opened?.(book.start) ?? openedAt(book.timeline, index);
  const closed = closedAt(book.timeline, index, asOf);
  const draw = hash(book.seed, index, Salt.leverage);
  const legs = sharesOf(book, index, opened).map((share, leg): HeldLeg => {
    const { side, market, held } = share;
    const openPrice =
      odd.openedAtPart === undefined
        ? fill(book, index, market, opened, 2 * leg)
        : priceAtPart(market, book.start, odd.openedAtPart);
    const isClosed = odd.closed?.includes(side) === true;
    const ended = closed ?? (isClosed ? legClosedAt(book.start, opened) : null);
    const mark = closed === null ? markOf(book, index, share, leg, asOf) : null;
    const quantity = held / 10 ** market.asset.quantityDecimals;
    const isNameless = name === undefined && unknownMarket.has(shapeOf(index)) && leg === 1;
    return {
      side,
      market,
      held,
      openPrice,
      mark,
      marketKnown: !isNameless && odd.nameless !== side,
      quantity: closed === null ? (odd.sent?.(quantity, side) ?? quantity) : 0,
      leverage:
        odd.leverage ?? leverageOf({ side, market, openPrice, mark, asOf: closed ?? asOf }, draw),
      closePrice: ended === null ? null : fill(book, index, market, ended, 2 * leg + 1),
      closedAt: ended,
    };
  });
  return { index, openedAt: opened, closedAt: closed, legs };
}

const drawn = [1, 2, 2, 3, 3, 5, 5, 10];
/** Lower leverages for legs with larger losses, so that their margin is not used up. */
const ladder = [10, 5, 3, 2, 1, 0.5, 0.25, 0.1];

/** The properties of a leg that determine its leverage; prices are in the market's smallest steps. */
interface Margined {
  readonly side: "long" | "short";
  readonly market: Market;
  readonly openPrice: number;
  readonly mark: { readonly price: number } | null;
  /** ms since epoch. */
  readonly asOf: number;
}

/**
 * Returns the leverage of a leg: as drawn, or lower if the price has moved against it. At midnight six
 * tenths of the initial margin are left, at the current mark at least half.
 * @param draw number that selects the original leverage
 */
function leverageOf({ side, market, openPrice, mark, asOf }: Margined, draw: number): number {
  const most = drawn[draw % drawn.length] ?? 1;
  const direction = side === "long" ? 1 : -1;
  const lossAt = (price: number) => direction * (1 - price / openPrice);
  const midnight = lossAt(markUnits(market, midnightOf(asOf)));
  const now = mark === null ? midnight : lossAt(mark.price);
  const holds = (leverage: number) => leverage * midnight <= 0.4 && leverage * now <= 0.5;
  return ladder.find((leverage) => leverage <= most && holds(leverage)) ?? 0.1;
}
