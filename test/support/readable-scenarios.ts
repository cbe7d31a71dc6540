import { SCENARIO_NAMES } from "../../src/sandbox/scenarios.js";

/**
 * The scenarios whose records carry reads. A status that the interface does not name ends a listing
 * until records are read tolerantly.
 */
export const READABLE_SCENARIOS = SCENARIO_NAMES.filter((name) => name !== "unknown-status");
