import { counted, firstOf } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { type Failure, gravestOf, MEANINGS } from "../../run/errors/kinds.js";
import { inParallel } from "../../run/fetch-each.js";
import { type NamedPortfolio, portfolioName } from "../../run/settings/portfolios.js";

/** Results of the portfolios. */
export interface InEach<T> {
  /** The results in the order of the portfolios, without failures. */
  readonly found: readonly T[];
  /** The portfolios that failed. */
  readonly lost: readonly NamedPortfolio[];
  /** Gravest failure that was reported as an error. */
  readonly failure: Failure | undefined;
}

/**
 * Whether every portfolio has to be listed, so that what is remembered is not taken as over: true; in a watch
 * `that may come`, which leaves out a portfolio with a lasting failure.
 */
export type CountsWithout = boolean | "that may come" | undefined;

interface EachOptions {
  readonly needsAll?: CountsWithout;
}

/**
 * Does the same in each portfolio of the settings, four at a time. A failure is a warning if all portfolios
 * of the profile were requested, else an error; the others go on.
 * @param what is fetched: `positions`
 * @throws the gravest error if all fail or all are needed, a refused key, and with `that may come` any error
 *   that is not lasting
 */
export async function inEachPortfolio<T>(
  context: Context,
  what: string,
  work: (portfolio: NamedPortfolio) => Promise<T>,
  { needsAll = false }: EachOptions = {},
): Promise<InEach<T>> {
  const { list, isAll } = await context.portfolios();
  const results = await inParallel(list, work);
  context.io.signal.throwIfAborted();
  const found = results.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  const failed = results.flatMap((it, at) => {
    const portfolio = list[at];
    if (it.status === "fulfilled" || portfolio === undefined) return [];
    return [{ portfolio, error: it.reason as unknown, failure: context.failureOf(it.reason) }];
  });
  const gravest = gravestOf(failed.map(({ failure }) => failure));
  const fatal =
    failed.find(({ failure }) => failure.kind === "unauthorized") ??
    (needsAll === true || found.length === 0
      ? failed.find(({ failure }) => failure === gravest)
      : needsAll === "that may come"
        ? failed.find(({ failure }) => MEANINGS[failure.kind].outlook !== "lasting")
        : undefined);
  if (failed.length > 0 && list.length > 1 && (isAll || fatal !== undefined)) {
    const reasons = failed.map(({ portfolio, failure }) => {
      return `${portfolioName(portfolio)} (${failure.brief ?? failure.message})`;
    });
    const of = `${what} of ${failed.length} of ${counted(list.length, "portfolio")}`;
    context.messages.warning("PART_FAILED", `${of} could not be fetched: ${firstOf(reasons)}`);
  }
  if (fatal !== undefined) throw fatal.error;
  const lost = failed.map(({ portfolio }) => portfolio);
  if (isAll || failed.length === 0) return { found, lost, failure: undefined };
  for (const { portfolio, error } of failed) {
    const name = portfolioName(portfolio);
    await context.reportFailure(error, { id: name, name: `portfolio ${name}` });
  }
  return { found, lost, failure: gravest };
}
