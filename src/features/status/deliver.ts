import { type Checked, deliver } from "../../alerts/deliver.js";
import type { Keeper } from "../../alerts/keeper.js";
import { whileTelling } from "../../alerts/open-keeper.js";
import { type AlertOptions, dampersOf } from "../../alerts/options.js";
import { statusFindings } from "../../alerts/status-findings.js";
import type { NewEvent } from "../../alerts/waiting.js";
import {
  allAttention,
  allNotJudged,
  type PortfolioStatus,
} from "../../analytics/portfolio/status.js";
import { type Concern, type Concerned, withReasons } from "../../analytics/position/reason.js";
import type { Context } from "../../command/context.js";
import { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import type { Collected } from "../../portfolio/positions/collect.js";

/** A check that delivers alerts. */
export interface StatusToDeliver extends Checked<Collected> {
  readonly options: AlertOptions & { readonly new?: boolean; readonly heartbeat?: number };
}

/** Fetches and prints the status, or what is new of it, and delivers the events. @returns the exit code */
export function deliverStatus(context: Context, wanted: StatusToDeliver): Promise<ExitCode> {
  const { options } = wanted;
  const isNew = options.new === true;
  const wish = {
    command: options.onAlert,
    receiver: { rules: "status", new: isNew },
    heartbeatMs: options.heartbeat,
  };
  const judge = (keeper: Keeper, fetched: Collected) => check(context, keeper, fetched, wanted);
  return deliver(context, wish, wanted, judge, isNew);
}

async function check(
  context: Context,
  keeper: Keeper,
  fetched: Collected,
  { options, show }: StatusToDeliver,
): Promise<ExitCode> {
  const { clock } = context.io;
  const isNew = options.new === true;
  const { status, failure, lost } = fetched;
  const findings = statusFindings(status, clock.now(), dampersOf(options), isNew);
  const events = keeper.take({ ...findings, isPart: lost.length > 0 });
  if (!isNew) return whileTelling(keeper, () => show(fetched));
  const { waiting } = keeper.state;
  const isPrinted = options.onAlert === undefined;
  const fresh = onlyNew(status, isPrinted ? waiting : events);
  const isEmpty = allAttention(fresh).length + allNotJudged(fresh).length === 0;
  return whileTelling(keeper, async () => {
    const nothing =
      failure === undefined && lost.length > 0 ? ExitCode.unknown : exitCodeOf(failure);
    const code = isEmpty ? nothing : await show({ ...fetched, status: fresh });
    if (isPrinted) keeper.acknowledge(waiting);
    return code;
  });
}

/** Returns a status with the reasons that became alerts. */
function onlyNew(status: PortfolioStatus, events: readonly NewEvent[]): PortfolioStatus {
  const some = <P extends Concerned>(concerns: readonly Concern<P>[]) =>
    withReasons(concerns, ({ code }, position) =>
      events.some(
        ({ event, position_id, rule }) =>
          event === "alert" && position_id === (position?.position_id ?? "") && rule === code,
      ),
    );
  const { attention, notJudged, book } = status;
  return {
    ...status,
    attention: some(attention),
    notJudged: some(notJudged),
    book: { ...book, concerns: some(book.concerns) },
    isOnlyNew: true,
  };
}
