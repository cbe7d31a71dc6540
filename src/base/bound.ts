/** What a figure is when its exact value is unknown: an unknown part can only make it larger, or smaller. */
export const BOUNDS = ["at_least", "at_most"] as const;
export type Bound = (typeof BOUNDS)[number];
