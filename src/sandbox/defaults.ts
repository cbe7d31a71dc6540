/** What a sandbox is made of unless it is said otherwise. */
export const DEFAULT_SEED = 1;
export const DEFAULT_POSITIONS = 24;
