import type { Watch } from "../watch.js";
import { initialState } from "./cockpit-state.js";
import type { CockpitOptions, Parts } from "./parts.js";

const PIPE_WIDTH = 120;

/** Prints the first frame: all rows, without the line of keys. */
export async function printOnce(
  { io: { clock, stdout }, alerts }: Watch,
  { look }: CockpitOptions,
  { frames, rounds }: Parts,
): Promise<void> {
  const { width = PIPE_WIDTH } = look;
  const height = Number.POSITIVE_INFINITY;
  const size = { look, width, height, now: clock.elapsed(), time: clock.now() };
  const { lines } = await frames.draw(initialState(), rounds, size);
  await stdout.write(
    lines
      .slice(0, -1)
      .map((line) => `${line.trimEnd()}\n`)
      .join(""),
  );
  alerts.shown();
}
