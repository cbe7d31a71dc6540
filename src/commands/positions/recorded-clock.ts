import { MINUTE_MS } from "../../base/periods.js";
import type { Context } from "../../command/context.js";
import { counted } from "../../output/text/counted.js";
import { timeText } from "../../views/past-asides.js";

/** How far two clocks may differ. */
const AHEAD_MS = 2 * MINUTE_MS;

/** Returns the times of a range, both ends included. */
export function within(
  times: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  return times.filter((time) => time >= from && time <= to);
}

/**
 * Warns when snapshots have the times of a clock that went back, or that is ahead.
 * @param times of snapshots in order, milliseconds since the epoch
 * @param after those that are dated after another one, since a clock was behind
 */
export function warnOfClocks(
  { io, messages }: Context,
  times: readonly number[],
  after: ReadonlySet<number>,
): void {
  const [now, last = 0] = [io.clock.now(), times.at(-1)];
  const pressed = times.filter((time) => after.has(time));
  const [first] = pressed;
  if (first !== undefined) {
    const were = pressed.length === 1 ? "was" : "were";
    messages.warning(
      "CLOCK_BEHIND",
      `${counted(pressed.length, "snapshot")} from ${timeText(first)} on ${were} taken while a clock was behind: the time is not known, and what changed counts at that of the snapshot before`,
    );
  }
  if (last > now + AHEAD_MS) {
    messages.warning(
      "CLOCK_BEHIND",
      `the newest snapshot is of ${timeText(last)}, and it is ${timeText(now)}: one of the two clocks was wrong; later snapshots are dated after it until that time`,
    );
  }
}
