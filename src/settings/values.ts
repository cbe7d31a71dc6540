import { parseMoment } from "../base/time/moment.js";
import { CAUSES, type Cause } from "../figures/causes.js";
import type { Ignored } from "../figures/ignored.js";

/** Parses a value of a setting; undefined when it is invalid. */
export type Parse<T> = (text: string) => T | undefined;

/** Parses the place of a directory or a bucket. */
export const parsePlace: Parse<string> = (text) => (/^\P{Cc}+$/u.test(text) ? text : undefined);

/** Parses the prefix of paths below a base URL, such as `/v1`; a slash at its end is left out. */
export const parsePathPrefix: Parse<string> = (text) =>
  /^(\/(?!\.{1,2}(\/|$))[\w.~-]+){1,8}\/?$/.test(text) ? text.replace(/\/$/, "") : undefined;

/** Returns a URL with its credentials replaced. */
export function hideCredentials(url: string): string {
  return url.replace(/^([^:/?#]+:\/\/)?.*@/s, "$1****@");
}

/** Parses two names of query parameters, such as `from,to`: the start and the end of a range. */
export const parseRangeParams: Parse<readonly [start: string, end: string]> = (text) => {
  const match = /^([\w.-]{1,64}),([\w.-]{1,64})$/.exec(text);
  const [start, end] = [match?.[1], match?.[2]];
  return start === undefined || end === undefined || start === end ? undefined : [start, end];
};

/** Causes that can be left out. */
export const CODES = Object.keys(CAUSES) as readonly Cause[];

/**
 * Parses `losing`, `losing:92bc28c3` or `losing:SUI.92bc`, each optionally with a time at which it ends,
 * `losing:92bc@2026-06-01T16:00Z`; several separated by commas.
 */
export const parseIgnored: Parse<readonly Ignored[]> = (text) => {
  const all: Ignored[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const [, name, position, time] = /^([a-z_]+)(?::([^@]+))?(?:@(.+))?$/.exec(part.trim()) ?? [];
    const code = CODES.find((it) => it === name);
    // Relative words, such as `now`, are NaN.
    const until = time === undefined ? undefined : (parseMoment(time, Number.NaN) ?? Number.NaN);
    if (code === undefined || Number.isNaN(until)) return undefined;
    all.push({ code, position, ...(until !== undefined && { until }) });
  }
  return all;
};

/** Parses the same for a profile, which keeps no names: the position of a name can change. */
export const parseStoredIgnored: Parse<readonly Ignored[]> = (text) => {
  const all = parseIgnored(text);
  const isStored = ({ position = "0" }: Ignored) => /^[0-9a-f-]{1,36}$/.test(position);
  return all?.every(isStored) === true ? all : undefined;
};
