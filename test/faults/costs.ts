import type { Cost } from "./cost.js";

/** Memory and time that each fault took, as they were measured last; by id. */
export type Costs = Readonly<Record<string, Cost>>;

export const COSTS_FILE = new URL("costs.json", import.meta.url);
