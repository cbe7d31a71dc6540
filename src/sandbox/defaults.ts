/** Defaults of a sandbox. */
export const DEFAULT_SEED = 1;
export const DEFAULT_POSITIONS = 24;
