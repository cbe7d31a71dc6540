import { fundingPast } from "../../book/funding/funding-past.js";
import { withIdsFromStdin } from "../../book/positions/ids-from-stdin.js";
import type { LegDetail } from "../../client/resources/position.js";
import type { SizeSource } from "../../figures/engine/funding/leg-size.js";
import { lifeOf, positionFunding } from "../../figures/engine/funding/position-funding.js";
import {
  type Cause,
  RECONCILED,
  type Reconciled,
  type ReconciledLine,
  reconcile,
  VERDICTS,
  type Verdict,
  verdictsOf,
} from "../../figures/engine/position/reconcile.js";
import {
  answer,
  each,
  type Fields,
  group,
  optional,
  own,
  plain,
  shown,
  viewOf,
  within,
} from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { textSection } from "../../output/table/page.js";
import type { Tone } from "../../output/text/look.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { printComputed, printerOf, printNext } from "../../run/print.js";
import { fetchDetails } from "./details.js";
import { LEG, legName, type PositionRow, SIZE, signedUsd, whoFields } from "./leg-funding.js";

/** A line with its position. */
interface CheckedRow extends ReconciledLine, PositionRow {}

const WHAT: Readonly<Record<Reconciled, string>> = {
  leg_funding: "funding",
  funding_pnl: "funding of the legs",
  fees_paid: "fees paid",
  net_pnl: "net PnL of its parts",
};

const CAUSES: Readonly<Record<Cause, string>> = {
  market_unknown: "no market id",
  size_unknown: "the size before it was closed is unknown",
  legs_alike: "the archive cannot distinguish legs that are alike",
  size_changed: "the size changed between two snapshots around an event",
  closing_unknown: "the time of closing is unknown",
  quantity_negative: "negative quantity",
  unreadable: "the status, a side or a quantity cannot be read",
  time_unknown: "the time of opening or closing is unknown",
  funding_unknown: "settled funding is not available",
  events_missing: "nobody has the events of a part of the time",
  event_unknown: "an event has no rate or mark price, or conflicting values",
  resized: "the size changed: the open position has realized price PnL",
  override_left_out: "the performance leaves out the funding override",
  close_fee_missing: "no closing fee of a closed leg",
  not_sent: "the service sends no figure",
};

const TONES: Partial<Record<Verdict, Tone>> = { unexplained: "warning", unknown: "absent" };

const EXPLAINS = "Most that what is not known can make of it, USD; absent without a limit.";
const OWN = "Sum of settled events, legs or parts, USD; null if unknown.";
const COUNTED = "Of leg_funding: number of events in the own sum.";
const OF = "Number of events since the opening, missing ones included.";

const ROW: Fields<CheckedRow> = [
  ...whoFields<CheckedRow>(),
  own("what", RECONCILED, "What is compared.", {
    header: "what",
    kind: "prose",
    priority: 0,
    narrowest: 18,
    value: ({ what, leg }) => (leg === undefined ? WHAT[what] : `${WHAT[what]} ${legName(leg)}`),
  }),
  ...within(({ leg }: CheckedRow) => leg as LegDetail, LEG).map((field) =>
    optional(field, ({ leg }) => leg !== undefined),
  ),
  own("service", "number|null", "Figure of the service, USD.", signedUsd("service", 1)),
  own("own", "number|null", OWN, signedUsd("own sum", 1)),
  shown({
    key: "events",
    header: "events",
    kind: "text",
    priority: 5,
    value: ({ events }) => events && `${events.counted} of ${events.of}`,
    blank: ({ what }) => what !== "leg_funding",
  }),
  own("difference", "number|null", "service minus own, USD.", signedUsd("difference", 0)),
  own("verdict", VERDICTS, "Result of the comparison.", {
    header: "verdict",
    priority: 0,
    tone: ({ verdict }) => TONES[verdict],
  }),
  own("cause", "text?", "Why they differ, or cannot be compared.", {
    header: "cause",
    kind: "prose",
    priority: 2,
    narrowest: 24,
    value: causeText,
    blank: ({ verdict }) => verdict === "equal",
  }),
  own("explains", "number?", EXPLAINS),
  plain("events_counted", "count?", COUNTED, ({ events }) => events?.counted),
  plain("events_of", "count?", OF, ({ events }) => events?.of),
  ...within(({ size }: CheckedRow) => size as SizeSource, SIZE).map((field) =>
    optional(field, ({ size }) => size !== undefined),
  ),
];

function causeText({ verdict, cause }: CheckedRow): string | undefined {
  if (verdict === "unexplained") return "no known cause";
  return cause && CAUSES[cause];
}

/** Returns the view of checked positions, a row for each line. */
export function checkView(rows: readonly CheckedRow[] = []): View<CheckedRow> {
  return viewOf(ROW, { head: () => [textSection(verdictOf(rows))], empty: "No positions." });
}

/** `0 unexplained of 11 lines: 6 equal, 5 explained, 0 unknown` */
function verdictOf(rows: readonly ReconciledLine[]): string {
  const { equal, explained, unexplained, unknown } = verdictsOf(rows);
  const lines = counted(rows.length, "line");
  return `${unexplained} unexplained of ${lines}: ${equal} equal, ${explained} explained, ${unknown} unknown`;
}

/**
 * Returns in a few words whether the service and carry agree: `service and carry agree (5 of 5)`; undefined
 * where nothing differs so far, and events are missing without which the rest cannot be told.
 */
export function checkText(lines: readonly ReconciledLine[]): string | undefined {
  const { equal, explained } = verdictsOf(lines);
  const known = lines.filter(({ events }) => events === undefined || events.counted === events.of);
  const differing = verdictsOf(known).unexplained;
  if (differing > 0) return `${differing} of ${lines.length} differ, unexplained: --check`;
  if (known.length < lines.length || equal + explained < lines.length) return undefined;
  const told = explained === 0 ? "" : `, ${explained} explained: --check`;
  return `service and carry agree (${equal} of ${lines.length}${told})`;
}

/** `get --check`. */
export const CHECKED = answer<readonly CheckedRow[]>("get-check", [
  group("inputs", "What is compared.", [
    plain("position_ids", "texts", "Identifiers of the positions (uuid).", (rows) => [
      ...new Set(rows.map(({ position }) => position.position_id)),
    ]),
    plain("tolerance", "number", "Greatest difference that counts as equal, USD.", () => 0.01),
  ]),
  each("rows", "One item per figure that is compared.", (rows) => rows, ROW),
  group(
    "totals",
    "Number of lines by result.",
    VERDICTS.map((verdict) =>
      plain(verdict, "count", "Number of lines.", (rows) => verdictsOf(rows)[verdict]),
    ),
  ),
]);

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
