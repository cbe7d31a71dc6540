import type { Cost } from "./cost.js";

/** Memory and time of each fault in the last measurement, by id. */
export type Costs = Readonly<Record<string, Cost>>;

export const COSTS_FILE = new URL("costs.json", import.meta.url);
