import { addParts, addWhole, hideParts, type Parts } from "./secret-parts.js";

/** Secrets known to the process, to be removed from its messages and files. */
export type Secrets = ReturnType<typeof createSecrets>;

/** Minimum number of characters of a secret. */
const SHORTEST = 6;

/** Matches what bash writes for a character in `$'…'`; patterns with that, too, would be too large for V8. */
const BASH = /\\(?:[0-7]{2}|x[\da-f]{2})/i;

export function createSecrets() {
  const patterns = new Map<string, RegExp>();
  const wholes: Parts = new Map();
  const parts: Parts = new Map();
  /** Returns the text with `****` for each secret, plain or escaped for JSON, a URL or a shell. */
  const redact = (text: string): string => {
    let result = text;
    for (const pattern of patterns.values()) result = result.replace(pattern, "****");
    return BASH.test(result) ? hideParts(result, wholes) : result;
  };
  return {
    /** Adds a secret. Ignores a text shorter than {@link SHORTEST}: hiding it would garble messages. */
    add(secret: string): void {
      if (secret.length < SHORTEST || patterns.has(secret)) return;
      patterns.set(secret, patternOf(secret));
      addWhole(secret, wholes);
      addParts(secret, parts);
    },
    redact,
    /**
     * Returns a text that quotes the service with `****` for each secret and for each run of 8 or more of
     * its characters, since the service may have cut it. Texts of carry itself may have such runs by chance.
     */
    redactQuote: (text: string): string => hideParts(redact(text), parts),
    /** Reports whether the text contains a secret in any of these forms. */
    isIn: (text: string) => redact(text) !== text,
  };
}

/** Returns a pattern that ignores case, since a URL puts a host name in lower case. */
function patternOf(secret: string): RegExp {
  let pattern = "";
  for (const character of secret) {
    if (/[\\/]/.test(character)) pattern += pattern.endsWith(SLASHES) ? "" : SLASHES;
    else
      pattern += (pattern === "" || pattern.endsWith(SLASHES) ? "" : ESCAPES) + formsOf(character);
  }
  return new RegExp(pattern, "gi");
}

/* A URL turns a backslash into a slash, and JSON may escape both. */
const SLASH = String.raw`(?:[\\/]|%(?:25)*(?:5c|2f)|u00(?:5c|2f))`;
const SLASHES = `${SLASH}+`;
/** Matches what escaping, once or several times, puts before a character. */
const ESCAPES = `${SLASH}*`;

/** Matches a character as itself, as `u0041` and as `%41`, and a quote as a shell escapes it. */
function formsOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  const literal = character.replace(/\W/g, "\\$&");
  const quote = character === "'" ? String.raw`'\\+''|` : "";
  return `(?:${quote}u00${hex}|%(?:25)*${hex}|${literal})`;
}
