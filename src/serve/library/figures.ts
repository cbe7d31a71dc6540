import { createHandles } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import type { ValueKind } from "../../base/value-kind.js";
import type { FundingEvent, Position, PositionDetail } from "../../client/resources/records.js";
import { POSITION_CATALOG } from "../../figures/catalog/catalog.js";
import { poolOfBook } from "../../figures/catalog/next.js";
import { credibleEvents, type HeldMark } from "../../figures/credible/credible-events.js";
import { crediblePosition } from "../../figures/credible/credible-position.js";
import { eventOf, type MarketEvent } from "../../figures/credible/settled-event.js";
import { type HistoryOf, RUN_HISTORY_MS } from "../../figures/engine/funding/run.js";
import { type WithWholeLegs, withWholeLegs } from "../../figures/engine/position/doubt.js";
import { heldMarks } from "../../figures/engine/position/legs.js";
import { type Limits as ExactLimits, limitsOf } from "../../figures/engine/position/limits.js";
import { DEFAULT_STRESS, Group, type Inputs, PositionOf } from "../../figures/subjects.js";
import { answerOf, dataFields } from "../../run/screen/figure-field.js";
import { BOOK_INPUTS, totalsFields } from "../../run/screen/inputs.js";
import { checkStress, STRESS } from "../../run/screen/position-filters.js";
import { LIMIT_SETTINGS } from "../../run/settings/limits.js";

/**
 * Every figure of a book: the object that `carry list -o json` prints for all `--columns`. Its shape is
 * `carry schema list-view`.
 */
export type BookFigures = Readonly<Record<"inputs" | "rows" | "totals", unknown>>;

const FIGURES = answerOf(
  "figures",
  BOOK_INPUTS,
  dataFields({ who: [], figures: POSITION_CATALOG }),
  totalsFields(new Set(["funding", "pool"])),
);

/**
 * Returns every figure of positions, and of all of them together: `inputs`, `rows` in the order of the
 * positions, and `totals`. It fetches nothing and reads no clock.
 * @param positions with their performance, as `client.positions.list` returns them
 * @returns figures with their unit and what they rest on; the value of an unknown one is null, and it says why
 * @throws {UsageError} if a limit or the stress is invalid, or nothing is held on the exchange of the stress
 */
export function computeBook(positions: readonly Position[], given: BookInputs): BookFigures {
  const { positions: whole, portfolio_id, ...known } = prepared(positions, given);
  const stress = typedValue("stress", STRESS, given.stress);
  const handles = createHandles(false, positions);
  const inputs: Inputs = {
    ...{ ...known, limits: limitsIn(given), stress: stress ?? DEFAULT_STRESS },
    nameOf: (position) => handles.of(position),
    ownerOf: () => ({ portfolio_id }),
    pool: () =>
      poolOfBook(
        inputs,
        whole.filter(({ status }) => status === "open"),
      ),
  };
  const rows = whole.map((it) => new PositionOf(inputs, it));
  const totals = new Group(inputs, "", rows);
  checkStress(stress, totals);
  const data = { inputs: { now: inputs.now, stress }, rows, totals };
  return FIGURES.json(data).value as BookFigures;
}

type Typed = string | number | undefined;

/** Reads a value as the command line does. @throws {UsageError} if it is invalid */
function typedValue<T>(
  name: string,
  { parse, allowed }: Pick<ValueKind<T>, "parse" | "allowed">,
  typed: Typed,
): T | undefined {
  if (typed === undefined) return undefined;
  const value = parse(String(typed));
  if (value === undefined) throw new UsageError(`${name}: "${typed}" is not ${allowed}`);
  return value;
}

/** How far back figures need the settled events of a market, milliseconds. */
export const HISTORY_MS: number = RUN_HISTORY_MS;

/** What the figures of a book are computed from besides its positions. */
export interface BookInputs {
  /**
   * Settled events by market id, as `client.funding.history({ marketId, start: now - HISTORY_MS })` returns
   * them. Without an entry for a market, what needs its events is unknown.
   */
  readonly events: ReadonlyMap<number, readonly FundingEvent[]>;
  /**
   * Positions in full by id, as `client.positions.get(id)` returns them. Needed where the list does not tell
   * whether a leg is closed; `legs_checked` is false where one is missing.
   */
  readonly details?: ReadonlyMap<string, PositionDetail> | undefined;
  /** Time of the service, milliseconds since the epoch: `client.serviceNow()` after the last answer. */
  readonly now: number;
  /** Limits beyond which a position needs attention, as typed for `carry status`. */
  readonly limits?: Limits | undefined;
  /** Printed as `portfolio_id`; default: the empty text. */
  readonly portfolioId?: string | undefined;
  /** What figures under stress assume, as typed for `--stress`: `10%` (default `20%`), `basis=1%`, `down=bybit`. */
  readonly stress?: string | undefined;
}

/** Limits as they are typed on the command line; each has the default of `carry status`. */
export interface Limits {
  /** Difference between long and short, percent of the larger side: `2`. */
  readonly imbalance?: string | number | undefined;
  /** Loss of funding and price PnL, USD, or a part of the notional: `12`, `0.5%`, `10bp`. */
  readonly loss?: string | number | undefined;
  /** Funding cost per day, likewise: `1bp`. */
  readonly paying?: string | number | undefined;
  /** Price move that uses up the initial margin of a leg: `3sd`, `10%`. */
  readonly margin?: string | number | undefined;
  /** Age from which a mark price or a performance is stale: `5m`. */
  readonly stale?: string | number | undefined;
  /** Age from which a stale performance needs attention: `1h`. */
  readonly stalePerformance?: string | number | undefined;
  /** Codes of reasons to skip, `<code>:<position>` for one position, joined by commas. */
  readonly ignore?: string | undefined;
}

/** Positions and inputs as the figures take them. */
interface Prepared extends WithWholeLegs {
  readonly historyOf: HistoryOf;
  readonly now: number;
  readonly isUnchecked: (positionId: string) => boolean;
  readonly portfolio_id: string;
}

/**
 * Returns positions with their legs in full where that is needed, and the events that figures take.
 * @internal exported for tests
 */
export function prepared(positions: readonly Position[], inputs: BookInputs): Prepared {
  const { details = new Map(), now, portfolioId = "" } = inputs;
  const full = new Map([...details].map(([id, detail]) => [id, crediblePosition(detail, now)]));
  const whole = withWholeLegs(
    positions.map((it) => crediblePosition(it, now)),
    full,
  );
  return {
    ...whole,
    ...{ historyOf: historyOf(inputs, heldMarks(whole.positions)), now, portfolio_id: portfolioId },
    isUnchecked: (id) => whole.unchecked.has(id),
  };
}

/** Returns the events of each market from {@link HISTORY_MS} ago on, the same array for each call. */
function historyOf({ events, now }: BookInputs, held: ReadonlyMap<number, HeldMark>): HistoryOf {
  const credible = new Map<number, readonly MarketEvent[] | undefined>();
  return (marketId) => {
    if (!credible.has(marketId)) {
      const recent = events
        .get(marketId)
        ?.map(eventOf)
        .filter(({ time }) => time >= now - HISTORY_MS);
      credible.set(
        marketId,
        recent && credibleEvents(recent, { now, held: held.get(marketId) }).events,
      );
    }
    return credible.get(marketId);
  };
}

/** A limit as the settings declare it. */
interface LimitRow<T> extends Pick<ValueKind<T>, "parse" | "allowed"> {
  readonly fallback?: string;
}

/**
 * @throws {UsageError} if one is invalid
 * @internal exported for tests
 */
export function limitsIn({ limits = {} }: BookInputs): ExactLimits {
  const read = <T>(name: keyof Limits, row: LimitRow<T>) =>
    typedValue(`limits.${name}`, row, limits[name] ?? row.fallback);
  return limitsOf({
    imbalance: read("imbalance", LIMIT_SETTINGS.imbalance),
    loss: read("loss", LIMIT_SETTINGS.loss),
    paying: read("paying", LIMIT_SETTINGS.paying),
    margin: read("margin", LIMIT_SETTINGS.margin),
    stale: read("stale", LIMIT_SETTINGS.stale),
    stalePerformance: read("stalePerformance", LIMIT_SETTINGS["stale-performance"]),
    ignore: read("ignore", LIMIT_SETTINGS.ignore),
  });
}
