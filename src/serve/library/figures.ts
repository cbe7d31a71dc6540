import { createHandles } from "../../base/names/handle.js";
import type { Position } from "../../client/resources/records.js";
import { POSITION_CATALOG } from "../../figures/catalog/catalog.js";
import { poolOfBook } from "../../figures/catalog/next.js";
import { DEFAULT_STRESS, Group, type Inputs, PositionOf } from "../../figures/subjects.js";
import { answerOf, dataFields } from "../../run/screen/answer.js";
import { BOOK_INPUTS, totalsFields } from "../../run/screen/inputs.js";
import { checkStress, STRESS } from "../../run/screen/stress.js";
import { type BookInputs, limitsIn, prepared } from "./inputs.js";
import { typedValue } from "./typed.js";

/**
 * Every figure of a book: the object that `carry list -o json` prints for all `--columns`. Its shape is
 * `carry schema list-view`.
 */
export type BookFigures = Readonly<Record<"inputs" | "rows" | "totals", unknown>>;

const FIGURES = answerOf(
  "figures",
  BOOK_INPUTS,
  dataFields({ who: [], figures: POSITION_CATALOG }),
  totalsFields(new Set(["funding", "pool"])),
);

/**
 * Returns every figure of positions, and of all of them together: `inputs`, `rows` in the order of the
 * positions, and `totals`. It fetches nothing and reads no clock.
 * @param positions with their performance, as `client.positions.list` returns them
 * @returns figures with their unit and what they rest on; the value of an unknown one is null, and it says why
 * @throws {UsageError} if a limit or the stress is invalid, or nothing is held on the exchange of the stress
 */
export function computeBook(positions: readonly Position[], given: BookInputs): BookFigures {
  const { positions: whole, portfolio_id, ...known } = prepared(positions, given);
  const stress = typedValue("stress", STRESS, given.stress);
  const handles = createHandles(false, positions);
  const inputs: Inputs = {
    ...{ ...known, limits: limitsIn(given), stress: stress ?? DEFAULT_STRESS },
    nameOf: (position) => handles.of(position),
    ownerOf: () => ({ portfolio_id }),
    pool: () =>
      poolOfBook(
        inputs,
        whole.filter(({ status }) => status === "open"),
      ),
  };
  const rows = whole.map((it) => new PositionOf(inputs, it));
  const totals = new Group(inputs, "", rows);
  checkStress(stress, totals);
  const data = { inputs: { now: inputs.now, stress }, rows, totals };
  return FIGURES.json(data).value as BookFigures;
}
