import { heldLegs } from "../../analytics/position/held-legs.js";
import { lastingHandle } from "../../base/names/handle.js";
import { marketName, type NamedMarket } from "../../base/names/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf, type Failure, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { POSITIVE } from "../../command/kinds.js";
import type { OptionsData } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { type NextLine, printNext } from "../../command/print-next.js";
import { feeOn, shareOf } from "../../command/share.js";
import { marketsOf, recentFundingOf } from "../../portfolio/funding/recent-funding.js";
import { listedMarkets, marketsOfAssets } from "../../portfolio/markets/listed.js";
import { FILTER_OPTIONS, withHeading } from "../../portfolio/positions/filters.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { type OpenPositions, openPositions } from "../../portfolio/positions/open-positions.js";
import { SHARE, wholeNumber } from "../../settings/kinds.js";
import { marketFinder } from "../../views/market/market-fields.js";
import type { Judged } from "./book.js";
import { bookAnswer, bookRows, bookView } from "./book-record.js";
import type { Candidate } from "./figures.js";
import { rotateAnswer, rotateRows, rotateView } from "./record.js";
import { whyNoHedge, whyNoPair } from "./unjudged.js";
import {
  exchangesWithoutFee,
  legsOf,
  pairsOn,
  type RotateTerms,
  type ShownRotation,
} from "./words.js";

const OPTIONS = {
  fee: {
    kind: SHARE,
    value: "share",
    help: "fee of a fill on every exchange, such as 5bps or 0.05%",
  },
  fees: { setting: "fees", excludes: ["fee"] },
  top: { kind: wholeNumber(1), value: "n", help: "only the best n rows (default: all)" },
  minGain: {
    kind: POSITIVE,
    value: "usd",
    help: "least gain of a move, USD a day (default: above 0)",
  },
  asset: FILTER_OPTIONS.asset,
  exchange: {
    ...FILTER_OPTIONS.exchange,
    help: "only pairs with a leg on this exchange; repeatable",
  },
  portfolio: { setting: "portfolio" },
} as const satisfies OptionsData;

export const positionsRotate = defineCommand({
  description:
    "Judge the other pairs of a position's asset by the funding they settled in the last 7 days, against the pair that is held, at the same quantity: what a day there would have brought more, the fees of the legs that are new, and after how many days the gain covers them. Of one position every pair; of several, or without one of every open position, the best pair of each, with the sum of all moves (formulas: carry explain rotate). Without a fee the cost is unknown. Markets are as listed by the service, whose listing is not documented. Entry basis, margin, slippage and moving collateral are left out. Past funding, not a forecast",
  args: { id: OPEN_POSITIONS },
  options: OPTIONS,
  views: () => [rotateView(), bookView()],
  examples: {
    "carry positions rotate": "every open position against its best alternative",
    "carry positions rotate --fees bybit=5.5bps,default=5bps --min-gain 1 --exchange okx":
      "the moves to okx that gain 1 USD a day or more, with their fees",
    "carry positions rotate bf25fbc4 --fee 5bps": "every other pair of its asset",
    "carry positions rotate -o json --query totals.gain.value":
      "what all moves would gain a day, for a script",
  },
  async run(context, { args, options }) {
    const names = await withIdsFromStdin(context, args.id ?? []);
    const { fee, asset, top, minGain, exchange: exchanges } = options;
    const fees = fee === undefined ? await context.setting("fees") : new Map([["default", fee]]);
    const isOne = names.length === 1;
    const printer = await printerOf(context); // checks before anything is fetched
    await (isOne ? printer.check(rotateView()) : printer.check(bookView()));
    const client = await context.client(CONCURRENCY);
    const found = await openPositions(context, client, { names, asset });
    const [position] = found.positions;
    if (position === undefined && (isOne || found.failure !== undefined)) {
      if (found.failure === undefined) context.messages.note("EMPTY", found.empty);
      return exitCodeOf(found.failure);
    }
    if (position !== undefined && isOne) refuseUnless(position);
    const { judged, terms, failures } = await judge(context, found, names, {
      ...{ fees, top, minGain, exchanges },
    });
    await noteFees(context, judged, terms);
    if (!isOne) await showBook(context, { judged, terms, names, asset, found });
    else if (judged[0]?.rotation !== undefined) {
      const { balanceOf } = await import("../../analytics/position/hedge.js");
      const { rotation, ...it } = judged[0];
      await show(context, { ...terms, ...it, rotation, balance: balanceOf(it.position) });
    }
    return exitCodeOf(gravestOf(failures));
  },
});

interface Judgement {
  readonly judged: readonly Judged[];
  readonly terms: RotateTerms;
  readonly failures: readonly (Failure | undefined)[];
}

/** Fetches the settled funding of the markets of all assets once, and judges the pairs of each position. */
async function judge(
  context: Context,
  { positions, unchecked, handles, failure }: OpenPositions,
  names: readonly string[],
  wish: Pick<RotateTerms, "fees" | "top" | "minGain" | "exchanges">,
): Promise<Judgement> {
  const { fees, top, minGain, exchanges } = wish;
  const isOne = names.length === 1;
  const client = await context.client(CONCURRENCY);
  const hedges = positions.filter((it) => whyNoHedge(it) === undefined);
  const listed = hedges.length === 0 ? [] : await listedMarkets(context, client);
  const own = isOne ? hedges.map(({ asset }) => asset) : []; // of a book, what is not listed is in its row
  const chosen = await marketsOfAssets(context, listed, own, "the public listing");
  const marketsFor = marketsByAsset(chosen.markets, listed);
  const markets = [...new Map(hedges.flatMap(marketsFor).map((it) => [it.id, it])).values()];
  const now = client.serviceNow();
  const { signal } = context.io;
  const ids = markets.map(({ id }) => id);
  const funding = await recentFundingOf(context, ids, now, {
    ...{ client, signal, named: names.length === 0 ? [] : marketsOf(hedges) },
  });
  const { rotationOf } = await import("./figures.js");
  const { Big } = await import("big.js");
  const find = marketFinder(markets);
  const isOn = pairsOn(find, exchanges);
  const feeOf = (id: number) => {
    const fee = feeOn(fees, find(id).exchange);
    return fee && shareOf(fee);
  };
  const { of: ownerOf } = await context.portfolios();
  const judged = positions.map((position): Judged => {
    const isUnchecked = unchecked.has(position.position_id);
    const base = { ...ownerOf(position.position_id), position, isUnchecked };
    const unknown = whyNoHedge(position);
    if (unknown !== undefined) return { ...base, rotation: undefined, unknown };
    const candidates = marketsFor(position);
    const rotation = rotationOf(position, {
      ...{ historyOf: funding.historyOf, now, markets: candidates.map(({ id }) => id) },
      ...{ symbolOf: (id) => find(id).symbol, feeOf, most: isOne ? top : 1 },
      isWanted: (it) =>
        isOn(it) && !(isOne && minGain !== undefined && it.gain.value?.lt(new Big(minGain))),
    });
    const isListed = candidates.some(({ isListed }) => isListed);
    return { ...base, rotation, unknown: whyNoPair(rotation, isListed) };
  });
  return {
    judged,
    terms: { ...wish, handles, markets, now },
    failures: [failure, chosen.failure, funding.failure],
  };
}

type Listed = NamedMarket & { readonly isListed: boolean };

/** Returns what finds the markets of a position's asset, and those it holds that are not listed for it. */
function marketsByAsset(chosen: readonly NamedMarket[], listed: readonly NamedMarket[]) {
  const byId = new Map(listed.map((market) => [market.id, market]));
  const byAsset = new Map<string, Listed[]>();
  for (const market of chosen) {
    const key = market.asset?.toLowerCase() ?? "";
    const own = byAsset.get(key) ?? [];
    own.push({ ...market, isListed: true });
    byAsset.set(key, own);
  }
  return (position: Position): Listed[] => {
    const { asset } = position;
    const markets = new Map(byAsset.get(asset.toLowerCase())?.map((it) => [it.id, it]));
    for (const { market_id: id, exchange, symbol } of heldLegs(position)) {
      if (id === null || markets.has(id)) continue;
      markets.set(id, { ...(byId.get(id) ?? { id, exchange, symbol, asset }), isListed: false });
    }
    return [...markets.values()];
  };
}

/** Names the exchanges whose fee would be needed. */
async function noteFees(
  { messages }: Context,
  judged: readonly Judged[],
  { markets, fees }: RotateTerms,
): Promise<void> {
  const candidates = judged.flatMap(({ rotation }) => rotation?.candidates ?? []);
  const lacking = exchangesWithoutFee(marketFinder(markets), candidates, fees);
  if (lacking.length === 0) return;
  messages.note(
    "FEES_UNKNOWN",
    `no fee is known on ${lacking.join(", ")}: what a move there costs is unknown; \`carry profile set fees default=5bps\` sets one, --fee is for one look`,
  );
}

async function show(context: Context, shown: ShownRotation): Promise<void> {
  const [best] = shown.rotation.candidates;
  if (best === undefined) await noteNone(context, shown);
  await printComputed(context, {
    json: () => rotateAnswer(shown).json(shown),
    rows: rotateRows(shown),
    view: rotateView(shown),
  });
  if (best !== undefined) await printNext(context, [backtestOf(shown, best)]);
}

/** Names the backtest of a pair, at its fees. */
function backtestOf({ markets, fees }: ShownRotation, best: Candidate): NextLine {
  const find = marketFinder(markets);
  const [long, short] = legsOf(find, best);
  const [name, other] = [best.long, best.short].map((id) => marketName(find(id)) ?? String(id));
  const [own, its] = [long, short].map((leg) => {
    const { amount, unit } = feeOn(fees, leg?.exchange) ?? { amount: "5", unit: "bps" };
    return `${amount}${unit}`;
  });
  const typed = own === its ? ["--fee", own] : ["--fee-long", own, "--fee-short", its];
  return ["funding", "backtest", name, other, ...typed].map(String);
}

interface ShownMoves extends Pick<Judgement, "judged" | "terms"> {
  readonly names: readonly string[];
  readonly asset: readonly string[] | undefined;
  readonly found: OpenPositions;
}

async function showBook(context: Context, { judged, terms, names, asset, found }: ShownMoves) {
  const { bookOf } = await import("./book.js");
  const { Big } = await import("big.js");
  const least = new Big(terms.minGain ?? 0);
  const book = bookOf(judged, least);
  const portfolios = (await context.portfolios()).without(found.lost).map((owner) => {
    const own = judged.filter(({ portfolio_id: id }) => id === owner.portfolio_id);
    return { ...owner, totals: bookOf(own, least) };
  });
  const shown = { ...terms, book, portfolios, ids: names, asset };
  await printComputed(context, {
    json: () => bookAnswer(shown).json(shown),
    rows: bookRows(shown),
    view: withHeading(bookView(shown), found),
  });
  const [first] = book.moves;
  if (first?.state !== "move") return;
  const { fees } = terms;
  const only = fees?.size === 1 ? fees.get("default") : undefined;
  const typed = only === undefined ? [] : ["--fee", `${only.amount}${only.unit}`];
  await printNext(context, [["positions", "rotate", found.handles.of(first.position), ...typed]]);
}

/** Warns of why no pair is offered, since a table without rows says nothing below it. */
async function noteNone({ messages }: Context, shown: ShownRotation): Promise<void> {
  const { heldLackText, notOfferedTexts } = await import("./totals.js");
  const lack = heldLackText(shown);
  if (lack !== undefined) {
    messages.warning("LEFT_OUT", `no pair is compared: what is held is unknown: ${lack}`);
    return;
  }
  if (shown.rotation.offered > 0) return;
  for (const text of notOfferedTexts(shown.rotation)) {
    messages.warning("LEFT_OUT", `not offered: ${text}`);
  }
}

/** @throws {UsageError} for a position that is not a hedge in known markets */
function refuseUnless(position: Position): void {
  const why = whyNoHedge(position);
  if (why === undefined) return;
  throw new UsageError(
    `position ${lastingHandle(position)} ${why.text}, so there is no pair to compare others with`,
    "`carry positions get` shows its legs; `carry funding rank` compares pairs without a position",
  );
}
