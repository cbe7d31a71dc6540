import { hasNegativeQuantity, heldLegs } from "../../analytics/position/held-legs.js";
import type { Handles } from "../../base/names/handle.js";
import { lastingHandle } from "../../base/names/handle.js";
import { marketName, type NamedMarket } from "../../base/names/market-name.js";
import { UsageError } from "../../base/usage-error.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { defineCommand } from "../../command/define.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, type Failure, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { POSITION_HELP, POSITION_ID, SHARE, type Share } from "../../command/kinds.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { marketsOf, recentFundingOf } from "../../portfolio/funding/recent-funding.js";
import { listedMarkets, marketsOfAssets } from "../../portfolio/markets/listed.js";
import { FILTER_OPTIONS } from "../../portfolio/positions/filters.js";
import { idFromStdin } from "../../portfolio/positions/ids-from-stdin.js";
import { openPositions } from "../../portfolio/positions/open-positions.js";
import { wholeNumber } from "../../settings/kinds.js";
import type { RotateInputs } from "./figures.js";
import { rotateAnswer, rotateRows, rotateView } from "./record.js";
import { candidatesOn, legsOf, type ShownRotation } from "./words.js";

export const positionsRotate = defineCommand({
  description:
    "Judge the other pairs of a position's asset by the funding they settled in the last 7 days, against the pair that is held, at the same quantity: what a day there would have brought more, the fees of the legs that are new, and after how many days the gain covers them (formulas: carry explain rotate). Markets are as listed by the service, whose listing is not documented. Entry basis, margin, slippage and moving collateral are left out. Past funding, not a forecast",
  args: { id: { kind: POSITION_ID, help: POSITION_HELP } },
  options: {
    fee: {
      kind: SHARE,
      value: "share",
      help: "fee of a fill, such as 5bps or 0.05%; never assumed: needed",
    },
    top: { kind: wholeNumber(1), value: "n", help: "only the best n (default: all)" },
    asset: FILTER_OPTIONS.asset,
    exchange: {
      ...FILTER_OPTIONS.exchange,
      help: "only pairs with a leg on this exchange; repeatable",
    },
    portfolio: { setting: "portfolio" },
  },
  views: () => [rotateView()],
  examples: [
    { line: "carry positions rotate bf25fbc4 --fee 5bps", what: "every other pair of its asset" },
    {
      line: "carry positions rotate bf25fbc4 --fee 0.02% --top 3 -o csv",
      what: "the three best, for a spreadsheet",
    },
    {
      line: "carry positions rotate bf25fbc4 --fee 5bps -o json --query 'rows[0].pays_back.value'",
      what: "after how many days the best covers its fees, for a script",
    },
  ],
  async run(context, { args, options: { fee, top, asset, exchange } }) {
    if (fee === undefined) {
      throw new UsageError(
        "positions rotate: no fee is given",
        "add --fee such as --fee 5bps; --fee 0bps is none",
      );
    }
    await (await printerOf(context)).check(rotateView()); // before anything is fetched
    const id = await idFromStdin(context, args.id);
    const client = await context.client(CONCURRENCY);
    const found = await openPositions(context, client, { names: [id], asset });
    const { positions, unchecked, handles, failure } = found;
    const [position] = positions;
    if (position === undefined) {
      if (failure === undefined) context.messages.note("EMPTY", found.empty);
      return exitCodeOf(failure);
    }
    refuseUnless(position);
    const listed = await listedMarkets(context, client);
    const chosen = await marketsOfAssets(context, listed, [position.asset], "the public listing");
    const markets = withHeld(position, chosen.markets, listed);
    const now = client.serviceNow();
    const { signal } = context.io;
    const ids = markets.map(({ id }) => id);
    const funding = await recentFundingOf(context, ids, now, {
      ...{ client, signal, named: marketsOf([position]) },
    });
    const { Big } = await import("big.js");
    const inputs = {
      ...{ historyOf: funding.historyOf, now, markets: ids },
      symbolOf: (id: number) => markets.find((market) => market.id === id)?.symbol,
      fee: new Big(fee.amount).div(fee.unit === "%" ? 100 : 10_000),
    };
    const isUnchecked = unchecked.has(position.position_id);
    const failures = [failure, chosen.failure, funding.failure];
    return show(context, {
      ...{ position, handles, markets, inputs, fee, top, exchanges: exchange },
      ...{ isUnchecked, failures },
    });
  },
});

interface Judged {
  readonly position: Position;
  readonly handles: Handles;
  readonly exchanges: readonly string[] | undefined;
  readonly markets: readonly NamedMarket[];
  readonly inputs: RotateInputs;
  readonly fee: Share;
  readonly top: number | undefined;
  readonly isUnchecked: boolean;
  readonly failures: readonly (Failure | undefined)[];
}

async function show(context: Context, { inputs, failures, ...judged }: Judged): Promise<ExitCode> {
  const { rotationOf } = await import("./figures.js");
  const { balanceOf } = await import("../../analytics/position/hedge.js");
  const { position, markets, exchanges, fee } = judged;
  const rotation = rotationOf(position, inputs);
  const candidates = candidatesOn({ markets, rotation }, exchanges);
  const shown = {
    ...{ ...judged, now: inputs.now },
    portfolio_id: await context.portfolio(),
    balance: balanceOf(position),
    rotation: { ...rotation, candidates },
    offered: rotation.candidates.length,
  };
  if (rotation.candidates.length === 0) await noteNone(context, shown);
  await printComputed(context, {
    json: () => rotateAnswer(shown).json(shown),
    rows: rotateRows(shown),
    view: rotateView(shown),
  });
  const [best] = candidates;
  if (best !== undefined) {
    const pair = legsOf(shown, best).map((leg) => marketName(leg));
    const fees = ["--fee", `${fee.amount}${fee.unit}`];
    const [long = String(best.long), short = String(best.short)] = pair;
    await printNext(context, [["funding", "backtest", long, short, ...fees]]);
  }
  return exitCodeOf(gravestOf(failures));
}

/** Warns of why no pair is offered, since a table without rows says nothing below it. */
async function noteNone({ messages }: Context, shown: ShownRotation): Promise<void> {
  const { heldLackText, notOfferedTexts } = await import("./totals.js");
  const lack = heldLackText(shown);
  if (lack !== undefined) {
    messages.warning("LEFT_OUT", `no pair is compared: what is held is unknown: ${lack}`);
    return;
  }
  for (const text of notOfferedTexts(shown)) {
    messages.warning("LEFT_OUT", `not offered: ${text}`);
  }
}

/** Adds held markets that are not listed for the asset. */
function withHeld(
  position: Position,
  chosen: readonly NamedMarket[],
  listed: readonly NamedMarket[],
): NamedMarket[] {
  const byId = new Map(chosen.map((market) => [market.id, market]));
  for (const { market_id: id, exchange, symbol } of heldLegs(position)) {
    if (id === null || byId.has(id)) continue;
    const own = { id, exchange, symbol, asset: position.asset };
    byId.set(id, listed.find((market) => market.id === id) ?? own);
  }
  return [...byId.values()];
}

/** @throws {UsageError} for a position that is not a hedge in known markets */
function refuseUnless(position: Position): void {
  const held = heldLegs(position);
  const name = `position ${lastingHandle(position)}`;
  const has = (side: "long" | "short") => held.some((leg) => leg.side === side);
  if (hasNegativeQuantity(position)) {
    throw new UsageError(
      `${name} has a negative quantity, so that what it holds is unknown`,
      "`carry positions get` shows its legs",
    );
  }
  if (!has("long") || !has("short")) {
    const lacks =
      held.length === 0
        ? position.status === "closed"
          ? "is closed: it holds nothing"
          : "holds nothing"
        : `holds nothing ${has("long") ? "short" : "long"}`;
    throw new UsageError(
      `${name} ${lacks}, so there is no pair to compare others with`,
      "`carry funding rank` compares pairs without a position",
    );
  }
  const nameless = held.filter(({ market_id: id }) => id === null);
  if (nameless.length === 0) return;
  const legs = nameless.map(({ side, exchange }) => `${side} ${exchange}`).join(", ");
  throw new UsageError(
    `${name} has legs without a market id: ${legs}; their funding is unknown`,
    "`carry funding rank` compares pairs without a position",
  );
}
