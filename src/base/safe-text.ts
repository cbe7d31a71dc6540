import { BOUNDS } from "./bounds.js";

/*
 * Characters that must not be sent to a terminal: controls, formatting characters (bidirectional
 * overrides, zero-width ones, tags), line and paragraph separators, lone surrogates and other
 * invisible ones. The variation selectors FE0E and FE0F are harmless: they only choose how the
 * character before them is drawn.
 */
const POWERFUL = String.raw`(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]`;
/* A joiner between two emoji, which draws them as one ("family"), is harmless. */
const EMOJI_JOINER = String.raw`(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})`;

/* Marks beyond those that a character of any script has; drawn, they cover the lines around them. */
const PILED = String.raw`(?<=\p{M}{${BOUNDS.shown.marks}})\p{M}`;

const SUSPECT = new RegExp(`${POWERFUL}|${PILED}`, "u");
const UNSAFE = new RegExp(`(?!${EMOJI_JOINER})${POWERFUL}|${PILED}`, "gu");
const UNSAFE_IN_JSON = new RegExp(
  String.raw`\r\n?|(?!${EMOJI_JOINER}|[\t\n])${POWERFUL}|${PILED}`,
  "gu",
);

const BEYOND_ASCII = /\P{ASCII}/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Replaces every character that could control a terminal or mislead its reader by a visible escape
 * such as `\x1b`, `\u202e` or `\u{e0041}`, and likewise marks beyond the 8th on a character.
 */
export function visible(text: string): string {
  return SUSPECT.test(text) ? text.replace(UNSAFE, escapeForReader) : text;
}

/** Returns the separator between two pieces of a line. */
export function dotOf({ unicode }: { readonly unicode: boolean }): string {
  return unicode ? " · " : " | ";
}

/**
 * Makes text safe for a terminal, as {@link visible} does; without Unicode, dashes, `·`, `…`, `±` and the
 * signs `●` and `○` become ASCII, and other characters beyond it escapes such as `\u{1f680}`.
 */
export function readable(text: string, { unicode }: { readonly unicode: boolean }): string {
  const safe = visible(text);
  return unicode
    ? safe
    : safe
        .replace(/[\u2010-\u2015]/g, "-")
        .replaceAll(dotOf({ unicode: true }), dotOf({ unicode }))
        .replaceAll("\u2026", "...")
        .replaceAll("\u25cf", "*")
        .replaceAll("\u25cb", "o")
        .replaceAll("\u00b1", "+/-")
        .replace(BEYOND_ASCII, escapeForReader);
}

/**
 * Makes JSON text safe for a terminal, with the same characters as `\uXXXX`, so that its value stays
 * the same. White space between tokens is kept, except that a carriage return becomes a line feed.
 */
export function safeJsonForTerminal(json: string): string {
  return SUSPECT.test(json) ? json.replace(UNSAFE_IN_JSON, escapeForJson) : json;
}

function escapeForReader(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  return (
    SHORT[character] ?? (code > 0xff ? `\\u${hex.padStart(4, "0")}` : `\\x${hex.padStart(2, "0")}`)
  );
}

function escapeForJson(match: string): string {
  if (match.startsWith("\r")) return "\n";
  let escaped = "";
  for (let at = 0; at < match.length; at++) {
    escaped += `\\u${match.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}

/** Returns a text as it is, or its first characters with `…`, for a message that quotes it. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
