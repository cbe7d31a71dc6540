/** The secrets that a process has learnt, so that none of them leaves in a message or a file. */
export interface Secrets {
  /** A text shorter than {@link SHORTEST} is no secret, and hiding it would spoil messages. */
  add(secret: string): void;
  /** The text with `****` for each secret, also where it is escaped as in JSON, a URL or a shell. */
  redact(text: string): string;
  /** Whether a secret is in the text, in any of those forms. */
  isIn(text: string): boolean;
}

const SHORTEST = 6;

export function createSecrets(): Secrets {
  const patterns = new Map<string, RegExp>();
  return {
    add(secret) {
      if (secret.length >= SHORTEST)
        patterns.set(secret, patterns.get(secret) ?? patternOf(secret));
    },
    redact(text) {
      let result = text;
      for (const pattern of patterns.values()) result = result.replace(pattern, "****");
      return result;
    },
    isIn(text) {
      return [...patterns.values()].some((pattern) => text.search(pattern) >= 0);
    },
  };
}

/** Letters match in either case: the name of a host is written in small ones. */
function patternOf(secret: string): RegExp {
  let pattern = "";
  for (const character of secret) {
    if (/[\\/]/.test(character)) pattern += pattern.endsWith(SLASHES) ? "" : SLASHES;
    else
      pattern += (pattern === "" || pattern.endsWith(SLASHES) ? "" : ESCAPES) + formsOf(character);
  }
  return new RegExp(pattern, "gi");
}

/* A URL turns one slash into the other, and JSON may escape both. */
const SLASH = String.raw`(?:[\\/]|%(?:25)*(?:5c|2f)|u00(?:5c|2f))`;
const SLASHES = `${SLASH}+`;
/** What may stand before a character that is escaped, once or several times. */
const ESCAPES = `${SLASH}*`;

/** One character as itself, as `u0041`, as `%41`, and the quote as a shell has it within quotes. */
function formsOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  const literal = character.replace(/\W/g, "\\$&");
  const quote = character === "'" ? String.raw`'\\+''|` : "";
  return `(?:${quote}u00${hex}|%(?:25)*${hex}|${literal})`;
}
