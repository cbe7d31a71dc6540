import { parseExactly } from "../../base/json-digits.js";
import { type TimeForm, withTimesAs } from "../../base/time/time-form.js";
import type { Sourced } from "../text/sourced.js";
import { sourced } from "./exact-json.js";
import { type OutputOptions, showsColumns } from "./format.js";
import type { Pages } from "./pages.js";

/** Returns output options whose format writes the times of items in the form of `--time`. */
export function withTimes(options: OutputOptions): OutputOptions {
  const { format, look } = options;
  const { time } = look;
  if (time === undefined || showsColumns(options)) return options;
  const { write, writeOne } = format;
  return {
    ...options,
    format: {
      ...format,
      write: (pages, ...rest) => write(timedPages(pages, time), ...rest),
      ...(writeOne && { writeOne: (item, ...rest) => writeOne(timedItem(item, time), ...rest) }),
    },
  };
}

async function* timedPages<T>(pages: Pages<T>, time: TimeForm): Pages<T> {
  for await (const page of pages) yield page.map((item) => timedItem(item, time));
}

function timedItem<T>({ source }: Sourced<T>, time: TimeForm): Sourced<T> {
  return sourced(withTimesAs(time, parseExactly(source)) as object) as Sourced<T>;
}

/** Returns lines of JSON with their times in a form. */
export function timedLines(lines: string, time: TimeForm | undefined): string {
  if (time === undefined) return lines;
  return lines.replace(/[^\n]+/g, (source) => timedItem({ value: undefined, source }, time).source);
}
