import { once } from "../base/functions.js";
import { createHandles } from "../base/names/handle.js";
import type { Client } from "../client/client.js";
import type { Position } from "../client/resources/position.js";
import { pooledMarkets, poolOfBook } from "../figures/catalog/next.js";
import type { HistoryOf } from "../figures/engine/funding/run.js";
import { heldMarks } from "../figures/engine/position/legs.js";
import { type Limits, limitsOf } from "../figures/engine/position/limits.js";
import type { Need } from "../figures/figure.js";
import {
  DEFAULT_STRESS,
  Group,
  type Inputs,
  PositionOf,
  type Stress,
} from "../figures/subjects.js";
import type { Context } from "../run/context.js";
import { type Failure, gravestOf } from "../run/errors/kinds.js";
import { CONCURRENCY } from "../run/fetch-each.js";
import {
  type FundingRequest,
  marketsOf,
  pastWeeks,
  recentFundingOf,
} from "./funding/recent-funding.js";
import {
  checkLegs,
  type OpenPositions,
  type OpenPositionsOptions,
  openPositions,
} from "./positions/open-positions.js";

/** Reads the limits from the profile, else their defaults. @throws {ConfigError} */
export async function readLimits({ setting }: Context): Promise<Limits> {
  return limitsOf({
    imbalance: await setting("imbalance"),
    loss: await setting("loss"),
    paying: await setting("paying"),
    margin: await setting("margin"),
    stale: await setting("stale"),
    stalePerformance: await setting("stale-performance"),
    ignore: await setting("ignore"),
  });
}

/** What is loaded. */
export interface BookRequest
  extends Pick<
      OpenPositionsOptions,
      "names" | "asset" | "exchange" | "statuses" | "isAside" | "needsAll"
    >,
    Pick<FundingRequest, "last" | "untilFailure"> {
  /** Requests; default: those of the command. */
  readonly client?: Client | undefined;
  /** What the figures to be shown need beside the positions. */
  readonly needs: ReadonlySet<Need>;
  /** Default: {@link DEFAULT_STRESS}. */
  readonly stress?: Stress | undefined;
  /** Whether the record is of all weeks that an archive covers, not of last week alone. */
  readonly hasWeeks?: true | undefined;
  /** Receives the positions before their settled funding is asked for; what needs it is unknown. */
  readonly onListed?: ((part: LoadedBook) => void) | undefined;
}

/** A book: positions of the chosen portfolios, with what their figures need. */
export interface LoadedBook extends Pick<OpenPositions, "heading" | "empty" | "lost" | "handles"> {
  readonly all: Group;
  readonly client: Client;
  /** Failure of a part that was reported as an error. */
  readonly failure: Failure | undefined;
  /** Returns a group of some of its positions. */
  readonly groupOf: (some: readonly Position[]) => Group;
  readonly positions: readonly Position[];
  /** Markets whose funding could not be fetched. */
  readonly unfetched: readonly number[];
  /** Number of parts that could not be fetched; figures that depend on them are unknown. */
  readonly missing: number;
}

/**
 * Loads a book: lists the positions through the credible door, checks legs where the listing leaves doubt,
 * and fetches the settled funding of the held markets if a figure needs it. Nothing else fetches for figures.
 * @throws the errors of listing positions; a failure of another part is reported
 */
export async function loadBook(context: Context, request: BookRequest): Promise<LoadedBook> {
  const { needs, names = [], stress, hasWeeks, last, untilFailure, onListed, ...filters } = request;
  const limits = await readLimits(context); // reports invalid limits first
  const portfolios = await context.portfolios(); // reports a missing one before anything is fetched
  const client = request.client ?? (await context.client(CONCURRENCY));
  const ignored = limits.ignore.flatMap(({ position }) => position ?? []);
  const listed = await openPositions(context, client, {
    names,
    ignored,
    ...filters,
  });
  const { positions, unchecked, heading, empty, lost } = listed;
  const handles = createHandles(false, listed.listed);
  const known = {
    limits,
    isUnchecked: (id: string) => unchecked.has(id),
    nameOf: handles.of,
    ownerOf: portfolios.of,
  };
  const loaded = (book: Awaited<ReturnType<typeof bookOf>>): LoadedBook => ({
    ...book,
    client,
    positions,
    heading,
    empty,
    lost,
    handles: listed.handles,
    missing: listed.missing + book.unfetched.length + lost.length,
    failure: gravestOf([listed.failure, book.failure]),
  });
  onListed?.(loaded(withoutFunding(positions, { ...known, now: client.serviceNow(), stress })));
  const book = await bookOf(context, client, positions, {
    ...known,
    listed: listed.listed,
    checked: positions,
    needs,
    stress,
    hasWeeks,
    isNamed: names.length > 0,
    isAside: request.isAside,
    last,
    untilFailure,
  });
  return loaded(book);
}

/** Returns the book of positions of whose markets no settled funding is known yet, which is no cause of its own. */
function withoutFunding(
  positions: readonly Position[],
  {
    stress = DEFAULT_STRESS,
    limits,
    ...known
  }: Omit<Inputs, "historyOf" | "pool" | "stress"> & Pick<BookRequest, "stress">,
) {
  const inputs: Inputs = {
    ...known,
    limits: {
      ...limits,
      ignore: [...limits.ignore, { code: "events_missing", position: undefined }],
    },
    stress,
    historyOf: () => undefined,
    pool: once(() => poolOfBook(inputs, [])),
  };
  const groupOf = groupsOf(inputs);
  return { all: groupOf(positions), groupOf, failure: undefined, unfetched: [] };
}

/** Returns a function that makes a group of positions. */
function groupsOf(inputs: Inputs) {
  return (some: readonly Position[]) =>
    new Group(
      inputs,
      "",
      some.map((it) => new PositionOf(inputs, it)),
    );
}

/** What the figures of positions that were fetched need to know besides. */
interface BookParts
  extends Pick<Inputs, "limits" | "isUnchecked" | "nameOf" | "ownerOf">,
    Pick<BookRequest, "needs" | "stress" | "hasWeeks" | "isAside" | "last" | "untilFailure"> {
  /** The positions of the portfolios; the markets of the open ones make the pool. */
  readonly listed: readonly Position[];
  /** Those of them of which the legs are checked. */
  readonly checked: readonly Position[];
  /** Whether a market that cannot be fetched is an error, since its position was named. */
  readonly isNamed: boolean;
}

/** Returns the book of positions that were fetched; fetches the settled funding of their markets if needed. */
export async function bookOf(
  context: Context,
  client: Client,
  positions: readonly Position[],
  parts: BookParts,
): Promise<Pick<LoadedBook, "all" | "groupOf" | "failure" | "unfetched">> {
  const { needs, stress = DEFAULT_STRESS, hasWeeks, isNamed, isAside, last, untilFailure } = parts;
  const { limits, isUnchecked, nameOf, ownerOf } = parts;
  const now = client.serviceNow();
  const looksAhead = needs.has("pool") && positions.some(({ status }) => status === "open");
  const open = looksAhead ? await openOnes(context, client, parts) : [];
  const known = { limits, isUnchecked, nameOf, ownerOf, now, stress };
  const before: Inputs = { ...known, historyOf: NOT_LOADED, pool: NO_POOL };
  const own = marketsOf(positions);
  const markets = [...new Set([...own, ...pooledMarkets(before, open)])];
  const named = isNamed ? own : [];
  const { signal } = context.io;
  const request = { client, signal, isAside, last, untilFailure, named };
  const funding = needs.has("funding")
    ? await recentFundingOf(context, markets, now, request, heldMarks([...open, ...positions]))
    : undefined;
  const past = hasWeeks && looksAhead ? await pastWeeks(context, marketsOf(open), now) : undefined;
  const inputs: Inputs = {
    ...before,
    historyOf: funding?.historyOf ?? NOT_LOADED,
    pool: needs.has("pool") ? once(() => poolOfBook(inputs, open, past)) : NO_POOL,
  };
  const groupOf = groupsOf(inputs);
  const unfetched = (funding?.asked ?? []).filter((id) => inputs.historyOf(id) === undefined);
  return { all: groupOf(positions), groupOf, failure: funding?.failure, unfetched };
}

/** Returns the open positions of the portfolios with their legs checked, so that the pool is one whatever is shown. */
async function openOnes(
  context: Context,
  client: Client,
  { listed, checked }: Pick<BookParts, "listed" | "checked">,
): Promise<Position[]> {
  const ids = new Set(checked.map(({ position_id }) => position_id));
  const isOpen = ({ status }: Position) => status === "open";
  const others = listed.filter((it) => isOpen(it) && !ids.has(it.position_id));
  const handles = createHandles(true, listed);
  const rest = await checkLegs(context, client, others, handles, { isAside: true });
  return [...checked.filter(isOpen), ...rest.positions];
}

const NOT_LOADED: HistoryOf = () => {
  throw new Error("a figure reads settled funding, and does not say that it needs it");
};

const NO_POOL = () => {
  throw new Error("a figure looks at the pool of held markets, and does not say that it needs it");
};
