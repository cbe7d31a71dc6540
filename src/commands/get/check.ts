import { fundingPast } from "../../book/funding/funding-past.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import { lifeOf, positionFunding } from "../../figures/engine/funding/position-funding.js";
import { reconcile, verdictsOf } from "../../figures/engine/position/reconcile.js";
import type { Context } from "../../run/context.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { printComputed, printerOf, printNext } from "../../run/print.js";
import { CHECKED, type CheckedRow, checkView } from "./check-screen.js";
import { fetchDetails } from "./details.js";

/**
 * Prints the service's funding, fees and net PnL of positions against carry's own sums from settled events
 * and legs, line by line. Events count at the sizes that an archive has recorded, else at the current quantity.
 * @returns exit code 10 where a difference is unexplained
 */
export async function printCheck(context: Context, typed: readonly string[]): Promise<ExitCode> {
  await (await printerOf(context)).check(checkView());
  const names = await withIdsFromStdin(context, typed);
  const details = await fetchDetails(context, names, { performance: true });
  const { items, handles, client } = details;
  if (items.length === 0) return exitCodeOf(details.failure);
  const now = client.serviceNow();
  const wanted = items.map(({ value: position }) => {
    return { position, portfolioId: position.portfolio_id, ...lifeOf(position, now) };
  });
  const past = await fundingPast(context, client, wanted);
  const rows = wanted.flatMap((its): CheckedRow[] => {
    const { position } = its;
    const funding = positionFunding(position, past.inputsOf(its));
    const handle = handles.of(position);
    return reconcile(position, funding).map((line) => ({ ...line, position, handle }));
  });
  await printComputed(context, { json: () => CHECKED.json(rows), rows, view: checkView(rows) });
  const [first] = [...rows.filter(({ verdict }) => verdict === "unexplained"), ...rows];
  if (first !== undefined) await printNext(context, [["get", first.handle]]);
  const gravest = gravestOf([details.failure, past.failure]);
  if (gravest !== undefined) return exitCodeOf(gravest);
  return verdictsOf(rows).unexplained > 0 ? ExitCode.attention : ExitCode.done;
}
