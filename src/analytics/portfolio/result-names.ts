/** Figures of closed positions, by their JSON names. */
export const RESULTS = ["win_rate", "mean_days_held", "net_per_1000_a_day"] as const;
export type ResultName = (typeof RESULTS)[number];
