import { pairOf } from "../../analytics/portfolio/groups.js";
import { recordOf } from "../../base/map-values.js";
import type { Context } from "../../command/context.js";
import { asItem } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { counted } from "../../output/text/counted.js";
import { type NameOfKept, namesOfKept } from "../../views/past/past-asides.js";
import { NO_OWNER } from "../../views/row-fields.js";
import { LEDGER_COMPONENTS } from "./components.js";
import type { LedgerData } from "./entries.js";
import type { UntoldPart } from "./figures.js";
import { type LedgerInputs, ledgerAnswer, ledgerView } from "./record.js";
import type { LedgerStyle } from "./styles.js";
import type { LedgerRow } from "./texts.js";

interface Shape {
  readonly as: LedgerStyle | undefined;
  readonly inputs: LedgerInputs;
}

/** Prints a ledger for a program, or its amounts in the format of `--output`. */
export async function printLedger(
  context: Context,
  { entries, standings, untold, notes = [] }: LedgerData,
  { as, inputs }: Shape,
): Promise<void> {
  const open = new Set(
    standings.flatMap(({ status, positionId }) => (status === "open" ? [positionId] : [])),
  );
  const owner = inputs.by_leg ? NO_OWNER() : (await context.portfolios()).of();
  const rows = entries.map((entry): LedgerRow => {
    const status = open.has(entry.positionId) ? "open" : "closed";
    return { ...owner, ...entry, status, exchanges: pairOf(entry.legs) };
  });
  for (const { code, text } of notes) context.messages.note(code, text);
  noteUntold(context, untold, namesOfKept(standings));
  if (as !== undefined) {
    if (rows.length === 0) context.messages.note("EMPTY", "nothing is posted");
    context.progress.stop();
    await writePostings(context, as, rows);
    return;
  }
  const counts = recordOf(LEDGER_COMPONENTS, (component) => {
    const missing = untold.filter((part) => part.component === component).length;
    return { counted: standings.length - missing, of: standings.length };
  });
  const json = () => ledgerAnswer(inputs.by_leg).json({ rows, counts, inputs });
  await printComputed(context, { json, rows, view: ledgerView(inputs.by_leg) });
}

/** Entries that are written together. */
const PAGE = 1000;

async function writePostings(
  { io: { stdout } }: Context,
  as: LedgerStyle,
  rows: readonly LedgerRow[],
): Promise<void> {
  if (as === "csv") {
    const { postingsView } = await import("./csv.js");
    const { writeCsv } = await import("../../output/formats/csv.js");
    const { onePage } = await import("../../output/formats/pages.js");
    const table = { ...postingsView(), header: true };
    return writeCsv(onePage(rows.map(asItem)), table, stdout);
  }
  const { createJournal } = await import("./journals.js");
  const { begin, write } = createJournal(as);
  await stdout.write(begin);
  for (let at = 0; at < rows.length; at += PAGE) {
    const texts = rows.slice(at, at + PAGE).map(write);
    await stdout.write(texts.join(""));
  }
}

/** Notes components that the service has not sent. */
function noteUntold(
  { messages }: Context,
  untold: readonly UntoldPart[],
  nameOf: NameOfKept,
): void {
  const [first] = untold;
  if (first === undefined) return;
  const more = untold.length === 1 ? "" : `, and ${counted(untold.length - 1, "more figure")}`;
  messages.note(
    "LEFT_OUT",
    `not sent by the service, and posted once it is: ${first.component} of ${nameOf(first.standing)}${more}`,
  );
}
