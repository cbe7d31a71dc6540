import type { Judged } from "../../analytics/rotation/book.js";
import type { Candidate } from "../../analytics/rotation/figures.js";
import { lastingHandle } from "../../base/names/handle.js";
import { marketName } from "../../base/names/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { POSITIVE } from "../../command/kinds.js";
import type { OptionsData } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { type NextLine, printNext } from "../../command/print-next.js";
import { REFRESH_OPTION } from "../../command/refresh.js";
import { feeOn } from "../../command/share.js";
import { FILTER_OPTIONS, withHeading } from "../../portfolio/positions/filters.js";
import { OPEN_POSITIONS, withIdsFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { type OpenPositions, openPositions } from "../../portfolio/positions/open-positions.js";
import { type Judgement, judge } from "../../portfolio/rotation/judge.js";
import { legsOf, type RotateTerms } from "../../portfolio/rotation/terms.js";
import { whyNoHedge } from "../../portfolio/rotation/unjudged.js";
import { SHARE, wholeNumber } from "../../settings/kinds.js";
import { SANDBOX_PROFILE } from "../../settings/profile-name.js";
import { marketFinder } from "../../views/market/market-fields.js";
import { bookAnswer, bookRows, bookView } from "./book-record.js";
import { rotateAnswer, rotateRows, rotateView } from "./record.js";
import { exchangesWithoutFee, type ShownRotation } from "./words.js";

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
  refresh: REFRESH_OPTION,
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
    const { fee, asset, top, minGain, exchange: exchanges } = options;
    const fees = fee === undefined ? await context.setting("fees") : new Map([["default", fee]]);
    const names = await withIdsFromStdin(context, args.id ?? []);
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
    const { judged, terms, failures } = await judge(
      context,
      { ...found, isUnchecked: (id) => found.unchecked.has(id) },
      names,
      {
        ...{ fees, top, minGain, exchanges },
      },
    );
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

/** Names the exchanges whose fee would be needed. */
async function noteFees(
  context: Context,
  judged: readonly Judged[],
  { markets, fees }: RotateTerms,
): Promise<void> {
  const candidates = judged.flatMap(({ rotation }) => rotation?.candidates ?? []);
  const lacking = exchangesWithoutFee(marketFinder(markets), candidates, fees);
  if (lacking.length === 0) return;
  const isOwn = (await context.sources()).profileName !== SANDBOX_PROFILE; // which cannot be changed
  const forGood = isOwn ? "; `carry profile set fees default=5bps` sets one for every look" : "";
  context.messages.note(
    "FEES_UNKNOWN",
    `no fee is known on ${lacking.join(", ")}: what a move there costs is unknown; add --fee such as --fee 5bps${forGood}`,
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
  if (best !== undefined) await printNext(context, [compareOf(shown, best)]);
}

/** Returns the command that compares the markets of a pair, at its fee if both have the same. */
function compareOf({ markets, fees }: ShownRotation, best: Candidate): NextLine {
  const find = marketFinder(markets);
  const names = [best.long, best.short].map((id) => marketName(find(id)) ?? String(id));
  const [own, its] = legsOf(find, best).map((leg) => {
    const fee = feeOn(fees, leg?.exchange);
    return fee && `${fee.amount}${fee.unit}`;
  });
  const typed = own !== undefined && own === its ? ["--fee", own] : [];
  return ["funding", "compare", ...names, ...typed];
}

interface ShownMoves extends Pick<Judgement, "judged" | "terms"> {
  readonly names: readonly string[];
  readonly asset: readonly string[] | undefined;
  readonly found: OpenPositions;
}

async function showBook(context: Context, { judged, terms, names, asset, found }: ShownMoves) {
  const { bookOf } = await import("../../analytics/rotation/book.js");
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

/** Warns why no pair is offered, since a table without rows has no notes. */
async function noteNone({ messages }: Context, shown: ShownRotation): Promise<void> {
  const { heldLackText, notOfferedTexts } = await import("../../portfolio/rotation/lacks.js");
  const lack = heldLackText(shown.rotation);
  if (lack !== undefined) {
    messages.warning(
      "LEFT_OUT",
      `no pair is compared: the funding of the held legs is unknown: ${lack}`,
    );
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
