import { ALL_CODES, type ReasonCode } from "../base/reason-codes.js";

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

/** A reason to ignore: of all positions, or of those with this name or beginning of an id. */
export interface Ignored {
  readonly code: ReasonCode;
  readonly position: string | undefined;
}

/** Parses `paying`, `paying:92bc28c3` or `paying:SUI.92bc`, several separated by commas. */
export const parseIgnored: Parse<readonly Ignored[]> = (text) => {
  const all: Ignored[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const [, name, position] = /^([a-z_]+)(?::(.+))?$/.exec(part.trim()) ?? [];
    const code = ALL_CODES.find((it) => it === name);
    if (code === undefined) return undefined;
    all.push({ code, position });
  }
  return all;
};

/** Parses the same for a profile, which keeps no names: the position of a name can change. */
export const parseStoredIgnored: Parse<readonly Ignored[]> = (text) => {
  const all = parseIgnored(text);
  const isStored = ({ position = "0" }: Ignored) => /^[0-9a-f-]{1,36}$/.test(position);
  return all?.every(isStored) === true ? all : undefined;
};
