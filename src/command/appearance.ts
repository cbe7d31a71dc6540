import type { Look } from "../output/text/look.js";
import { isDumb } from "../terminal/dumb.js";
import type { Io, Sink } from "../terminal/io.js";
import type { CommonOptions } from "./common-options.js";

/** Reports whether output is coloured: by option, environment (no-color.org, force-color.org), terminal. */
export function wantsColor(io: Io, options: CommonOptions, sink: Sink): boolean {
  if (options.color === false || io.env.NO_COLOR) return false;
  const forced = io.env.FORCE_COLOR;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return sink.isTTY && !isDumb(io.env);
}

/** Minimum width of a layout, in columns. */
const NARROWEST = 20;

/** Returns the appearance of output on stdout. */
export function lookOf(io: Io, options: CommonOptions): Look {
  return {
    color: wantsColor(io, options, io.stdout),
    width: io.stdout.isTTY ? Math.max(io.stdout.columns || 80, NARROWEST) : undefined,
    height: io.stdout.isTTY ? io.stdout.rows : undefined,
    unicode: speaksUnicode(io.env),
    now: io.clock.now(),
    zone: "UTC",
  };
}

/** Reports whether the locale is UTF-8, in the precedence of POSIX (LC_ALL, LC_CTYPE, LANG). */
function speaksUnicode(env: Io["env"]): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === "" || /utf-?8/i.test(locale);
}
