import { allCauses } from "../../figures/catalog/causes.js";
import type { Ignored } from "../../figures/ignored.js";
import { Group, type Inputs, PositionOf } from "../../figures/subjects.js";
import type { LoadedBook } from "../../portfolio/load-book.js";

/** The shown part of a round, and the whole. */
export interface ShownData {
  /** What is shown: without hidden portfolios and acknowledged causes. */
  readonly book: Group;
  /** Everything that was loaded, acknowledged causes too. */
  readonly whole: LoadedBook;
  /** Number of causes in the round that are acknowledged. */
  readonly acknowledged: number;
}

/** Returns a round without hidden portfolios and acknowledged causes. */
export function shownData(
  whole: LoadedBook,
  hidden: readonly string[],
  acknowledged: readonly Ignored[],
): ShownData {
  const { all } = whole;
  const isShown = ({ record: { position_id: id } }: PositionOf) =>
    !hidden.includes(all.inputs.ownerOf(id).portfolio_id ?? "");
  const members = hidden.length === 0 ? all.members : all.members.filter(isShown);
  const isWhole = acknowledged.length + hidden.length === 0;
  return {
    ...{ whole, book: isWhole ? all : withOnly(all, members, acknowledged) },
    acknowledged: acknowledged.length === 0 ? 0 : countOf(all, acknowledged),
  };
}

function withOnly(
  { inputs: { limits, ...rest } }: Group,
  members: readonly PositionOf[],
  acknowledged: readonly Ignored[],
): Group {
  const ignore = [...limits.ignore, ...acknowledged];
  const inputs: Inputs = { ...rest, limits: { ...limits, ignore } };
  const touched = new Set(acknowledged.map(({ position }) => position));
  return new Group(
    inputs,
    "",
    members.map((p) => (touched.has(p.record.position_id) ? new PositionOf(inputs, p.record) : p)),
  );
}

function countOf({ members }: Group, acknowledged: readonly Ignored[]): number {
  const has = new Set(acknowledged.map(({ code, position }) => `${code} ${position}`));
  const isOne = (p: PositionOf) =>
    allCauses(p).filter(({ cause }) => has.has(`${cause} ${p.record.position_id}`)).length;
  return members.reduce((sum, p) => sum + isOne(p), 0);
}
