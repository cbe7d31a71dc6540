/** What the tests need of the types of measure.mjs. */
interface Run {
  readonly ms: number;
  readonly cpu?: number;
  readonly peak?: number;
}
interface Summary {
  readonly ms: number;
  readonly cpu: number | undefined;
  readonly peak: number;
  readonly times: readonly number[];
}
interface Command {
  readonly argv: readonly string[];
}
type Named = readonly [string, Command | undefined];
export function summary(runs: readonly Run[]): Summary;
export function compared(
  own: Summary,
  peer: Summary,
): { ratio: number; cpuRatio: number | undefined; noise: number | undefined };
export function inTurns(named: readonly Named[], rounds: number): Promise<Map<string, Summary>>;
