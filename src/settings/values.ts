import { readDuration, UNIT_MS } from "../base/duration.js";
import { DAY_MS } from "../base/periods.js";

/** Parses a value of a setting; undefined when it is invalid. */
export type Parse<T> = (text: string) => T | undefined;

/** Parses `30s`, `500ms`, `2m`, `1h`, or plain seconds into milliseconds, from 1 to a day. */
export const parseDuration: Parse<number> = (text) => {
  const read = readDuration(text, ["ms", "s", "m", "h"]);
  if (read === undefined) return undefined;
  const ms = Math.round(read.amount * UNIT_MS[read.unit ?? "s"]);
  return ms >= 1 && ms <= DAY_MS ? ms : undefined;
};

export const parseWholeNumber =
  (min: number, max: number): Parse<number> =>
  (text) => {
    if (!/^\d{1,15}$/.test(text)) return undefined;
    const number = Number(text);
    return number >= min && number <= max ? number : undefined;
  };

export const parseOneOf =
  <T extends string>(values: readonly T[]): Parse<T> =>
  (text) =>
    values.find((value) => value === text);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const parseUuid: Parse<string> = (text) =>
  UUID.test(text) ? text.toLowerCase() : undefined;

export const parseSwitch: Parse<boolean> = (text) =>
  text === "on" || text === "true" ? true : text === "off" || text === "false" ? false : undefined;

/** Parses a base URL; the client refuses other invalid parts with the reason. */
export const parseUrl: Parse<string> = (text) =>
  /^https?:\/\/\P{Cc}+$/iu.test(text) && URL.canParse(text) ? text : undefined;

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
