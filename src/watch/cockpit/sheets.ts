import { renderPage } from "../../output/table/page.js";
import type { Look } from "../../output/text/look.js";
import type { Round } from "../round.js";
import type { WatchState } from "../state.js";
import type { Brush } from "./brush.js";
import type { CockpitState, Sheet } from "./cockpit-state.js";
import type { ShownData } from "./data.js";
import type { FrameSources } from "./frame-sources.js";
import { helpLines } from "./help.js";
import { logLines } from "./log-lines.js";
import { type Acknowledgement, acknowledgements, portfolioChoices, sortChoices } from "./menus.js";
import { doubtLines } from "./page.js";
import type { ArrangedTable } from "./table.js";

/** Returns the entries of the list of acknowledgements; none without it. */
export function choicesOf(
  sheet: Sheet | undefined,
  { whole }: ShownData,
  { acknowledged }: FrameSources,
  look: Look,
): readonly Acknowledgement[] {
  if (sheet?.of !== "acknowledge") return [];
  const { members, inputs } = whole.all;
  const p = members.find(({ record }) => record.position_id === sheet.id);
  const { now } = inputs;
  return p === undefined ? [] : acknowledgements(p, acknowledged.list(now), now, look);
}

/** What a sheet is drawn from. */
export interface SheetParts {
  readonly table: ArrangedTable;
  readonly data: ShownData;
  readonly choices: readonly Acknowledgement[];
  readonly rounds: WatchState;
  readonly look: Look;
  readonly brush: Brush;
  readonly sources: FrameSources;
  readonly log: { readonly now: number; readonly zone: string | undefined };
}

/** Returns the lines of a sheet; undefined without one. */
export async function sheetLines(
  state: CockpitState,
  { table, data, choices, rounds, look, brush, sources, log }: SheetParts,
): Promise<readonly string[] | undefined> {
  const { sheet } = state;
  const said = (text: string) => brush.paragraph({ text });
  const plain = (texts: readonly string[]) => texts.map((text) => brush.line([{ text }]));
  if (sheet === undefined) return undefined;
  switch (sheet.of) {
    case "help":
      return helpLines(table, await doubtLines(table, data.book, look), brush);
    case "events": {
      const all = logLines(rounds.log, { most: rounds.log.length, ...log }, brush);
      return all.length === 0 ? said("Nothing has happened since the watch began.") : all;
    }
    case "sort":
      return plain(sortChoices(table, state));
    case "portfolios":
      return plain(portfolioChoices(sources.portfolios.list, state));
    case "acknowledge":
      return choices.length === 0
        ? said("No reason to acknowledge.")
        : plain(choices.map(({ text }) => text));
    default:
      return (
        (await positionLines(sheet, data, rounds.round, look, sources)) ??
        said("The position is not listed any more.")
      );
  }
}

async function positionLines(
  { id }: Extract<Sheet, { readonly of: "position" }>,
  { whole }: ShownData,
  round: Round,
  look: Look,
  { detailOf }: FrameSources,
): Promise<readonly string[] | undefined> {
  const p = whole.all.members.find(({ record }) => record.position_id === id);
  if (p === undefined) return undefined;
  const { positionSections } = await import("./opened.js");
  const sections = positionSections(p, detailOf(id, round));
  return (await renderPage(sections, look)).replace(/\n+$/, "").split("\n");
}
