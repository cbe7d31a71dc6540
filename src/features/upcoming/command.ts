import { type ListedSettlement, listedSettlement } from "../../analytics/market/listed.js";
import { DEFAULT_STALE_MS } from "../../analytics/position/mark.js";
import { listedMarket } from "../../base/names/listed-market.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { marketsOf, recentFunding } from "../../portfolio/funding/recent-funding.js";
import { cachedListing } from "../../portfolio/markets/known-markets.js";
import { FILTER_OPTIONS, type Filters, withHeading } from "../../portfolio/positions/filters.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { type OpenPositions, openPositions } from "../../portfolio/positions/open-positions.js";
import { oneOf } from "../../settings/kinds.js";
import { joinHours } from "./joined.js";
import { upcomingView } from "./record.js";
import type { UpcomingRow } from "./row.js";
import { type ShownUpcoming, UPCOMING, upcomingTimesView } from "./times.js";

const ORDERS = ["leg", "time"] as const;
type Order = (typeof ORDERS)[number];

export const positionsUpcoming = defineCommand({
  description:
    "Show the settlements to come: when each market settles next by its last settlements, the funding that brings if the last rate repeats, and the least and the most at the rates of the last 3 days; with the total of the next 24 hours (formulas: carry explain upcoming). On a screen equal hourly settlements are one row. A settlement that is due and not published is named. Past funding, not a forecast",
  args: { id: OPEN_POSITIONS },
  options: {
    by: {
      kind: oneOf(ORDERS),
      value: "what",
      help: "one row per time of the next 24 hours, or per leg (default: time)",
    },
    ...FILTER_OPTIONS,
  },
  views: () => [upcomingView({ now: 0 }), upcomingTimesView({ now: 0 })],
  examples: {
    "carry positions upcoming": "the next 24 hours, time by time",
    "carry positions upcoming --by leg": "the next settlement of every leg",
    "carry positions upcoming --by leg --sort pays_24h":
      "the legs that cost most in the next 24 hours first",
    "carry positions upcoming -o json --query totals.pays_24h.value":
      "the funding of the next 24 hours at the last rates, for a script",
  },
  async run(context, { args, options }) {
    return show(context, await withIdsFromStdin(context, args.id ?? []), options);
  },
});

async function show(
  context: Context,
  names: readonly string[],
  { by = "time", asset, exchange }: Filters & { readonly by?: Order },
): Promise<ExitCode> {
  const staleMs = (await context.setting("stale")) ?? DEFAULT_STALE_MS;
  const printer = await printerOf(context); // checks before anything is fetched
  await (by === "leg"
    ? printer.check(upcomingView({ now: 0 }))
    : printer.check(upcomingTimesView({ now: 0 })));
  const client = await context.client(CONCURRENCY);
  const filters = { asset, exchange };
  const listed = await openPositions(context, client, { names, ...filters });
  const { positions, unchecked, failure: ofLegs } = listed;
  const now = client.serviceNow();
  const { signal } = context.io;
  const named = names.length === 0 ? [] : marketsOf(positions);
  const [funding, listedOf] = await Promise.all([
    recentFunding(context, positions, now, { client, signal, named }),
    listedSettlements(context, client, now),
  ]);
  const { upcomingOf } = await import("../../analytics/funding/upcoming.js");
  const { upcomingTotals } = await import("../../analytics/funding/upcoming-totals.js");
  const inputs = { historyOf: funding.historyOf, now, staleMs };
  const isUnchecked = (id: string) => unchecked.has(id);
  const totalsOf = (some: typeof positions) =>
    upcomingTotals(
      some.flatMap((position) => upcomingOf(position, inputs)),
      now,
      isUnchecked,
    );
  const found = totalsOf(positions);
  const { each, of: ownerOf } = await context.portfolios();
  const portfolios = each(listed, found, totalsOf);
  const rows = found.legs.map(
    (upcoming): UpcomingRow => ({
      ...ownerOf(upcoming.position.position_id),
      position: upcoming.position,
      legs: [upcoming.leg],
      upcoming,
      listed: listedOf(upcoming.leg.market_id),
      isUnchecked: isUnchecked(upcoming.position.position_id),
    }),
  );
  const times = found.times.map((it) => ({ ...it, ...ownerOf() }));
  await print(context, { found, rows, times, portfolios, by, now, staleMs, filters, listed });
  return exitCodeOf(gravestOf([ofLegs, funding.failure]));
}

interface Listed {
  readonly listed: OpenPositions;
}

async function print(
  context: Context,
  { by, listed, ...shown }: ShownUpcoming & Listed & { readonly by: Order },
): Promise<void> {
  const json = () => UPCOMING[by].json(shown);
  const { rows, times } = shown;
  const options = { ...shown, handles: listed.handles };
  if (by === "leg") {
    const view = withHeading(upcomingView(options), listed);
    await printComputed(context, { json, rows, view });
  } else {
    const { format } = await context.outputOptions();
    const view = withHeading(upcomingTimesView(options), listed);
    await printComputed(context, { json, rows: format.isLaidOut ? joinHours(times) : times, view });
  }
  if (rows.length > 0) await printNext(context, [["positions", "outlook"]]);
}

/** Returns what the public listing says of a market's next settlement; undefined if nothing. */
type ListedOf = (marketId: number | null) => ListedSettlement | undefined;

/**
 * Fetches the public market listing, unless a copy of less than a minute is cached. Its payload is
 * not documented: what is not understood, or cannot be fetched, is left out.
 * @param now time of the service, milliseconds since the epoch
 */
async function listedSettlements(context: Context, client: Client, now: number): Promise<ListedOf> {
  const { signal } = context.io;
  const markets = new Map<number, ListedSettlement>();
  try {
    const listing = await client.funding.markets({ signal }).withSource();
    const asOf = now - (await ageOfListing(context));
    for (const { value } of listing.kind === "list" ? listing.items : []) {
      const [{ id }, listed] = [listedMarket(value), listedSettlement(value, asOf)];
      if (id !== undefined && listed !== undefined) markets.set(id, listed);
    }
  } catch (error) {
    signal.throwIfAborted();
    const { message } = context.failureOf(error);
    context.messages.detail(`the public market listing is left out: ${message}`);
  }
  return (marketId) => (marketId === null ? undefined : markets.get(marketId));
}

/** Returns the age of the listing, milliseconds; 0 if it is not cached and therefore current. */
async function ageOfListing(context: Context): Promise<number> {
  const now = context.io.clock.now();
  const cached = await cachedListing(context).catch(() => undefined);
  return cached === undefined ? 0 : Math.max(0, now - cached.storedAt);
}
