import { mapValues } from "../../base/collections.js";
import {
  type Declaration,
  declarationOf,
  SUBJECTS,
  type Subject,
} from "../../figures/catalog/all.js";

export type { Declaration, Subject };

/** Every figure and fact that carry declares, by what it is of: its name, unit, help and formula. */
export const catalogue: Readonly<Record<Subject, readonly Declaration[]>> = mapValues(
  SUBJECTS,
  (all) => all.map((it) => declarationOf(it)),
);
