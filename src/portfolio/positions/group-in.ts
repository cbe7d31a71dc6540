import { once } from "../../base/once.js";
import { poolOfBook } from "../../figures/next/pool-of-book.js";
import { DEFAULT_STRESS, type Inputs } from "../../figures/subjects.js";
import { ownerIn } from "../load-book.js";
import type { Collected } from "./collect.js";

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
