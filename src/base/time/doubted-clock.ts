import { ProgramError } from "../program-error.js";

/** A time of the service beside the time of this computer when it arrived. */
export interface DoubtedTime {
  /** Milliseconds since the epoch. */
  readonly service: number;
  readonly local: number;
}

/** Nothing is written, since the service's time is doubted. */
export class DoubtedClockError extends ProgramError {
  override name = "DoubtedClockError";
  readonly kind = "clock_doubted";
  constructor(doubted: DoubtedTime) {
    super(`${doubtText(doubted)}: nothing is stored while they are more than an hour apart`);
  }
}

/** Names both clocks, as the beginning of a sentence. */
export function doubtText({ service, local }: DoubtedTime): string {
  return `the service's clock says ${textOf(service)} and this computer's ${textOf(local)}`;
}

function textOf(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+/, "");
}

/** @throws {DoubtedClockError} while the service's time is doubted */
export function assertBelieved(client: { doubtedTime(): DoubtedTime | undefined }): void {
  const doubted = client.doubtedTime();
  if (doubted !== undefined) throw new DoubtedClockError(doubted);
}
