import type { Parts } from "../../analytics/portfolio/parts.js";
import { UsageError } from "../../base/usage-error.js";
import { defineCommand } from "../../command/define.js";
import { exitCodeOf } from "../../command/errors/failure.js";
import { FILE, SINCE, UNTIL } from "../../command/kinds.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { printerOf } from "../../command/print.js";
import { printComputed } from "../../command/print-computed.js";
import { printNext } from "../../command/print-next.js";
import { parseTime } from "../../command/times.js";
import { FILTER_OPTIONS, withHeading } from "../../portfolio/positions/filters.js";
import { chosenIn, some } from "../../portfolio/recorded/chosen.js";
import { noteAsides } from "../../portfolio/recorded/note-asides.js";
import { namesOfKept } from "../../views/past/past-asides.js";
import type { WantedTimes } from "./moments.js";
import { CHANGES, changedRows, changesView } from "./record.js";

const OPTIONS = {
  ...FILTER_OPTIONS,
  since: {
    kind: SINCE,
    value: "time",
    help: "compare with the archive's snapshot of this time: yesterday, 36h, 7d, 2026-01-31, ... (default: the last look)",
  },
  until: {
    kind: UNTIL,
    value: "time",
    help: "end with the archive's snapshot of this time (default: now)",
  },
  against: {
    kind: FILE,
    value: "file",
    help: "compare with a listing that `positions list --performance -o json` printed, instead of the archive",
    excludes: ["since", "until"],
  },
} as const satisfies OptionsData;

type Options = OptionsOf<typeof OPTIONS>;

export const positionsChanges = defineCommand({
  description:
    "Show what changed since the last look: positions that were opened, closed and resized, mark prices lost and found, and the change of the net PnL with its parts. The last look is the newest snapshot in the archive that is at least a minute old; with `record on` every listing with performance is one (formulas: carry explain <name>)",
  options: OPTIONS,
  views: () => [changesView()],
  examples: {
    "carry positions changes": "since the last look",
    "carry positions changes --since yesterday --until today":
      "the whole of yesterday, from the archive alone",
    "carry positions changes --against yesterday.json":
      "since a listing that was saved, without an archive",
    "carry positions changes --since 7d -o json --query 'rows[?events].[asset, events[].code]'":
      "what happened in a week, for a program",
  },
  async run(context, { options }) {
    await (await printerOf(context)).check(changesView());
    const times = timesOf(options, await context.now());
    const { since, until, against, asset, exchange } = options;
    const { momentsSinceFile, momentsSinceSnapshot } = await import("./moments.js");
    const { before, after, name, positions, lost, failure } =
      against === undefined
        ? await momentsSinceSnapshot(context, times)
        : await momentsSinceFile(context, against);
    const { changesBetween } = await import("./figures.js");
    const filters = { asset, exchange };
    const chosen = await chosenIn([before, after], filters);
    const found = changesBetween(chosen.of(before), chosen.of(after));
    const open = positions?.filter(({ status }) => status === "open");
    const nameOf = namesOfKept(
      [...before.standings, ...after.standings],
      open && new Set(open.map(({ position_id }) => position_id)),
    );
    const { of: ownerOf, without } = await context.portfolios();
    const rows = changedRows(found, ownerOf, nameOf);
    const portfolios = without(lost).map((owner) => {
      const isOwn = (id: string) => chosen.has(id) && ownerOf(id) === owner;
      return { ...owner, totals: changesBetween(some(before, isOwn), some(after, isOwn)) };
    });
    const inputs = { since, until, against, filters };
    const shown = { ...found, inputs, since: name, rows, nameOf, portfolios };
    const view = withHeading(changesView(shown), chosen);
    const json = () => CHANGES.json(shown);
    await printComputed(context, { json, rows, view, isReport: true });
    const largest = rows.reduce<(typeof rows)[number] | undefined>(largerOf, undefined);
    if (largest !== undefined) await printNext(context, [["get", largest.handle]]);
    await noteAsides(context, found.asides, nameOf);
    return exitCodeOf(failure);
  },
});

/** Returns the position whose net PnL changed by more. */
function largerOf<R extends { readonly parts: Parts | null }>(one: R | undefined, other: R): R {
  const [a, b] = [one, other].map((it) => it?.parts?.net_pnl.abs());
  return one === undefined || (b !== undefined && a?.gte(b) !== true) ? other : one;
}

/** @throws {UsageError} */
function timesOf({ since, until }: Options, now: number): WantedTimes {
  const from = since === undefined ? undefined : parseTime("--since", since, now);
  const to = until === undefined ? undefined : parseTime("--until", until, now);
  if (to !== undefined && from === undefined) {
    throw new UsageError("--until: from when on is missing", "add --since <time>");
  }
  if (from !== undefined && from >= (to ?? now)) {
    throw new UsageError(
      `--since: "${since}" is not before ${until === undefined ? "now" : `--until "${until}"`}`,
    );
  }
  return { since: from, until: to };
}
