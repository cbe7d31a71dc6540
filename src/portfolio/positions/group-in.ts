import { once } from "../../base/once.js";
import { poolOfBook } from "../../figures/next/pool-of-book.js";
import { DEFAULT_STRESS, Group, type Inputs, PositionOf } from "../../figures/subjects.js";
import { ownerIn } from "../load-book.js";
import type { Collected } from "./collect.js";

/** Returns what was collected of a book as a subject of figures. */
export function groupIn(collected: Collected): Group {
  const inputs = inputsIn(collected);
  return new Group(
    inputs,
    "",
    collected.positions.map((it) => new PositionOf(inputs, it)),
  );
}

/** Returns what the figures of a collected book are computed from. */
export function inputsIn({ positions, criteria, historyOf, handles, ownerOf }: Collected): Inputs {
  const { now, limits, isUnchecked } = criteria;
  const inputs: Inputs = {
    ...{ now, limits, historyOf, isUnchecked, stress: DEFAULT_STRESS },
    nameOf: handles.of,
    ownerOf: (id) => ownerIn(ownerOf(id)),
    pool: once(() => poolOfBook(inputs, positions)),
  };
  return inputs;
}
