import * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import type { Connection } from "../connection.js";
import { type Call, callOf, type Item, type Listing, listingOf } from "../listing/items.js";
import { listLimited, type Source } from "../listing/pages.js";
import { fetchOne, fetchPage } from "../listing/read-records.js";
import { UNREADABLE_TEXT } from "../validate/misfit.js";
import { described } from "./fields.js";
import {
  legDetail,
  legListed,
  performance,
  positionDetail,
  positionSummary,
} from "./position-schema.js";
import type { Performance, Position, PositionDetail } from "./records.js";
import {
  addressOf,
  assertCount,
  defineEndpoint,
  type Resource,
  type SignalOptions,
  signalOf,
} from "./resource.js";
import { isStatus, SIDES, STATUSES } from "./terms.js";

/** A position with its performance. */
export interface PositionWithPerformance extends Position {
  performance: Performance;
}

/** Whether to request the performance; see {@link ListPositionsOptions.performance}. */
export type PerformanceChoice = boolean | "if-sent";

/** Type of a listed position, by whether its performance is requested. */
export type ListedPosition<P extends PerformanceChoice> = [P] extends [true]
  ? PositionWithPerformance
  : Position;

/** Options of a listing of positions. */
export interface ListPositionsOptions<P extends PerformanceChoice = PerformanceChoice>
  extends SignalOptions {
  /** Identifier (uuid) of the portfolio. */
  readonly portfolioId: string;
  /** Statuses to list; all when omitted. */
  readonly statuses?: readonly ("open" | "closed")[] | undefined;
  /**
   * Whether to request the performance of each position. With `true`, a position without it does not
   * match the interface; with `"if-sent"`, it may be absent. Limits the page size to 100.
   */
  readonly performance?: P | undefined;
  /** Maximum number of positions, a whole number of 1 or more; unlimited when omitted. */
  readonly limit?: number | undefined;
  /**
   * Maximum number of positions in a request, a whole number of 1 or more; when omitted the largest
   * possible, which is 500, or 100 with performance.
   */
  readonly pageSize?: number | undefined;
  /** Cursor to continue from, as returned with a page or an error. */
  readonly cursor?: string | undefined;
  /** Selects positions; `limit` counts the selected ones. */
  readonly where?: ((position: ListedPosition<P>) => boolean) | undefined;
}

/** Calls for positions. All need a key. */
export interface Positions {
  /**
   * Lists the positions of a portfolio from all pages, each position once. An iteration throws a
   * {@link ListingError} with the cursor of the page that failed.
   * @throws {RefusedRequestError} at once, for an invalid limit or page size
   */
  list<P extends PerformanceChoice = false>(
    options: ListPositionsOptions<P>,
  ): Listing<ListedPosition<P>>;
  /**
   * Returns one position with complete legs.
   * @throws {ServiceError} of kind `not_found` if no position has that id
   * @throws {CarryError} if the service cannot be reached, fails, or sends an unexpected answer
   */
  get(positionId: string, options?: SignalOptions): Call<PositionDetail, Item<PositionDetail>>;
}

/** Maximum page sizes. Source: interface, Limits. */
const MAX_PAGE_SIZE = 500;
const MAX_PAGE_SIZE_WITH_PERFORMANCE = 100;

const list = defineEndpoint({
  about: "The positions of a portfolio, in pages",
  path: "/v1/portfolios/{portfolio_id}/positions",
  needsKey: true,
  query: {
    statuses: described(z.array(z.enum(STATUSES)), "Only positions of these statuses."),
    include: described(z.literal("performance"), "Asks for the performance of each position."),
    limit: described(
      z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE)),
      "Maximum number of positions, 100 with performance.",
    ),
    cursor: described(z.string(), "The next_cursor of an answer before."),
  },
  data: z.array(positionSummary),
  errors: [400, 401, 403, 404, 429],
  paged: true,
  freshUntil: undefined,
});

const get = defineEndpoint({
  about: "One position with complete legs",
  path: "/v1/positions/{position_id}",
  needsKey: true,
  query: {},
  data: positionDetail,
  errors: [400, 401, 403, 404],
  paged: false,
  freshUntil: undefined,
});

export const positions = {
  records: {
    LegDetail: {
      about: "A leg in full, as the single-position endpoint sends it.",
      schema: legDetail,
      json: undefined,
    },
    Leg: {
      about: "A long or short holding on an exchange market, as the positions list sends it.",
      schema: legListed,
      json: undefined,
    },
    Performance: {
      about: "Performance of a position. Amounts are in USD.",
      schema: performance,
      json: undefined,
    },
    Position: {
      about: "A hedged holding in one asset, as the positions list sends it.",
      schema: positionSummary,
      json: { name: "position", printedBy: "carry positions list" },
    },
    PositionDetail: {
      about: "A position in full, as the single-position endpoint sends it.",
      schema: positionDetail,
      json: { name: "position-detail", printedBy: "carry positions get", isOneOrMany: true },
    },
  },
  endpoints: { list, get },
  callsOver: (connection) => ({
    // The schema of a page guarantees the performance where the type has it.
    list: <P extends PerformanceChoice>(options: ListPositionsOptions<P>) =>
      listPositions(connection, options as ListPositionsOptions) as Listing<ListedPosition<P>>,
    get: (positionId, options = {}) =>
      callOf(getPosition(connection, positionId, options), ({ value }) => value),
  }),
} as const satisfies Resource<Positions>;

const withPerformance = z.extend(positionSummary, { performance });

function listPositions(connection: Connection, options: ListPositionsOptions): Listing<Position> {
  const { portfolioId, statuses, performance: wanted = false, limit, cursor, where } = options;
  assertCount("limit", limit);
  assertCount("pageSize", options.pageSize);
  const max = wanted === false ? MAX_PAGE_SIZE : MAX_PAGE_SIZE_WITH_PERFORMANCE;
  const include = wanted === false ? undefined : "performance";
  const reading = {
    schema: wanted === true ? withPerformance : positionSummary,
    where: `the positions of portfolio ${portfolioId}`,
    nameOf,
  };
  const source: Source<Position> = {
    idOf: ({ position_id: id }) => (id === UNREADABLE_TEXT ? undefined : id),
    fetchPage: async (after, size, signal) => {
      const query = { statuses, include, limit: size, cursor: after };
      const address = addressOf(list, { portfolio_id: portfolioId }, query);
      const page = await fetchPage<Position>(connection, address, reading, signal);
      for (const { value } of page.items) tellUnknownWords(connection, value);
      return { ...page, items: page.items.map((it) => believed(connection, it)) };
    },
    isAskedFor: ({ status }) => !isStatus(status) || (statuses?.includes(status) ?? true),
  };
  const limits = {
    limit,
    pageSize: Math.min(options.pageSize ?? max, max),
    cursor,
    where,
    signal: signalOf(connection, options.signal),
  };
  return listingOf(() => listLimited(source, limits));
}

async function getPosition(
  connection: Connection,
  positionId: string,
  { signal }: SignalOptions,
): Promise<Item<PositionDetail>> {
  const address = addressOf(get, { position_id: positionId });
  const ends = signalOf(connection, signal);
  const where = `position ${positionId}`;
  const item = await fetchOne<PositionDetail>(connection, address, positionDetail, where, ends);
  tellUnknownWords(connection, item.value);
  return believed(connection, item);
}

/** Returns a position as the connection believes it, with its text as sent. */
function believed<P extends Position>({ believe }: Connection, item: Item<P>): Item<P> {
  const value = believe?.(item.value) ?? item.value;
  if (value === item.value) return item;
  return {
    value,
    get source() {
      return item.source;
    },
    get keepsDigits() {
      return item.keepsDigits;
    },
  };
}

function nameOf({ position_id: id }: Position): string | undefined {
  return id === UNREADABLE_TEXT ? undefined : `position ${id}`;
}

/** Reports to `onDoubt` a status and sides that the interface does not have. */
function tellUnknownWords(
  { onDoubt, redact }: Connection,
  position: Position | PositionDetail,
): void {
  if (onDoubt === undefined) return;
  const record = `position ${position.position_id}`;
  const tell = (field: string, value: string, words: readonly string[]) => {
    if (words.includes(value) || value === UNREADABLE_TEXT) return;
    const shown = shortened(redact(value), BOUNDS.quoted.value);
    onDoubt({ kind: "unknown_value", record, field, value: shown });
  };
  tell("status", position.status, STATUSES);
  for (const [place, { side }] of position.legs.entries()) tell(`legs.${place}.side`, side, SIDES);
}

export type { Leg, LegDetail, Performance, Position, PositionDetail } from "./records.js";
