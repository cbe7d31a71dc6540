import type { Client } from "../../client/client.js";
import type { Item } from "../../client/listing/pages.js";
import type { ListPositionsOptions, Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { MEANINGS } from "../../command/errors/kinds.js";
import { errorFields } from "../../command/errors/report.js";
import { counted } from "../../output/text/counted.js";
import type { Round, RoundFailure, Rounds } from "../../watch/round.js";
import { recorded } from "../archive/record.js";
import { warnOfDuplicates } from "./observe.js";
import type { RoundLimits } from "./round-limits.js";
import type { PositionRuns } from "./runs.js";

/** Requests of each round. */
export interface RoundRequest {
  readonly client: Client;
  readonly request: ListPositionsOptions;
  /** Current funding of the positions; undefined if it is not shown. */
  readonly runs: PositionRuns | undefined;
  /** Limits of the rounds after the first. */
  readonly limits: RoundLimits;
}

/** How one round is fetched. */
interface Asking {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly report: (soFar: string) => void;
  /** Whether funding that fails is left to the next round. */
  readonly untilFailure: boolean;
}

/** Creates the rounds of a watch. Each fetches all pages; earlier rounds are not kept. */
export function createRounds(context: Context, round: RoundRequest): Rounds {
  const { client, request, runs, limits } = round;
  let isWarned = false;
  const fetchRound = async (asking: Asking): Promise<Round> => {
    const items: Item<Position>[] = [];
    let duplicates = 0;
    const { signal } = asking;
    const listing = asking.client.positions.list({ ...request, signal }).withSource();
    for await (const page of recorded(context, client, request, listing.pages())) {
      for (const item of page.items) items.push(item);
      duplicates += page.duplicates;
      asking.report(counted(items.length, "position"));
    }
    const positions = items.map(({ value }) => value);
    await runs?.add(positions, asking);
    if (!isWarned) warnOfDuplicates(context.messages, duplicates, "shown");
    isWarned ||= duplicates > 0;
    context.reportDoubts();
    return { items, at: context.io.clock.now(), serviceTime: client.serviceNow() };
  };
  return {
    async fetchFirst(signal) {
      const report = (soFar: string) => context.progress.update(soFar);
      const first = await fetchRound({ client, signal, report, untilFailure: false });
      context.progress.stop();
      return first;
    },
    fetchNext: (signal, { begin, report }) =>
      fetchRound({
        client: client.withOptions({ ...limits, observe: begin }),
        signal,
        report,
        untilFailure: true,
      }),
    describeFailure: (error) => describeRoundFailure(context, error),
  };
}

/**
 * Describes why a round failed.
 * @returns undefined for the end of the watch, or a defect
 */
export function describeRoundFailure(
  { failureOf, io }: Context,
  error: unknown,
): RoundFailure | undefined {
  const failure = failureOf(error);
  const { kind, message, brief, hint, retryAfter } = failure;
  const { outlook } = MEANINGS[kind];
  if (outlook === "ending") return undefined;
  const lasting = outlook === "lasting";
  const text = lasting && hint !== undefined ? `${message}: ${hint}` : message;
  const code = io.secrets.redact(failure.code); // the service's own, which is printed on stdout
  return { message: text, brief, error: errorFields({ ...failure, code }), retryAfter, lasting };
}
