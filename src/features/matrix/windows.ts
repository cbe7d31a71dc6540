/** Windows of a matrix. */
export const MATRIX_WINDOWS = ["1d", "7d", "30d"] as const;
export type MatrixWindow = (typeof MATRIX_WINDOWS)[number];
