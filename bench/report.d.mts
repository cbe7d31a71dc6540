/** What the tests need of the types of report.mjs. */
interface Figure {
  readonly figure: string;
  readonly than: string;
  readonly ratio?: number | undefined;
  readonly noise?: number | undefined;
  readonly goal?: number | undefined;
  readonly cpuRatio?: number;
  readonly ms?: number;
  readonly cpu?: number;
}
type Last = ReadonlyMap<string, Figure>;
export function asTable(figures: readonly Figure[], last?: Last): string;
export function resultsOf(figures: readonly Figure[]): Last;
export function findings(figures: readonly Figure[], last?: Last): string[];
