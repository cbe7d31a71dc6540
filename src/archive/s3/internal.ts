/** What the names of carry's own objects begin with: locks and probes, which no listing shows. */
export const INTERNAL = ".carry/";
