import { createHandles } from "../base/names/handle.js";
import type { Position } from "../client/resources/records.js";
import { POSITION_CATALOG } from "../figures/catalog/catalog.js";
import { poolOfBook } from "../figures/next/pool-of-book.js";
import { DEFAULT_STRESS, Group, type Inputs, PositionOf } from "../figures/subjects.js";
import { answerOf, dataFields } from "../run/answer.js";
import { BOOK_INPUTS, totalsFields } from "../run/inputs.js";
import { checkStress, STRESS } from "../run/stress.js";
import { type Facts, limitsIn, prepared } from "./facts.js";
import type { Result } from "./result.js";
import { typedValue } from "./typed.js";

/** Options of {@link figuresOf}. */
export interface FiguresOptions {
  /** What figures under stress assume, as typed for `--stress`: `10%` (default `20%`), `basis=1%`, `down=bybit`. */
  readonly stress?: string | undefined;
}

const FIGURES = answerOf(
  "figures",
  BOOK_INPUTS,
  dataFields({ who: [], figures: POSITION_CATALOG }),
  totalsFields(new Set(["funding", "pool"])),
);

/**
 * Returns every figure of positions, and of all of them together, as `carry list -o json` prints those that
 * `--columns` names: `inputs`, `rows` in the order of the positions, and `totals`.
 * @param positions with their performance, as `client.positions.list` returns them
 * @returns figures with their unit and what they rest on; the value of an unknown one is null, and it says why
 * @throws {UsageError} if a limit or the stress is invalid, or nothing is held on the exchange of the stress
 */
export function figuresOf(
  positions: readonly Position[],
  facts: Facts,
  { stress: typed }: FiguresOptions = {},
): Result {
  const { positions: whole, portfolio_id, ...known } = prepared(positions, facts);
  const stress = typedValue("stress", STRESS, typed);
  const handles = createHandles(false, positions);
  const inputs: Inputs = {
    ...{ ...known, limits: limitsIn(facts), stress: stress ?? DEFAULT_STRESS },
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
  return FIGURES.json({ inputs: { now: inputs.now, stress }, rows, totals }).value;
}
