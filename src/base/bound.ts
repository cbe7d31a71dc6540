/** Whether the true value is at least or at most a figure of which a part is unknown. */
export const BOUNDS = ["at_least", "at_most"] as const;
export type Bound = (typeof BOUNDS)[number];
