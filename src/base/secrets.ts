/** Secrets known to the process, to be removed from its messages and files. */
export type Secrets = ReturnType<typeof createSecrets>;

/** Minimum number of characters of a secret: hiding a shorter text would garble messages. */
const SHORTEST = 6;

/** Number of characters at either end of a secret that are hidden by themselves; a service may cut it. */
const END = 8;

export function createSecrets() {
  const forms = new Set<string>();
  let pattern: RegExp | undefined;
  const redact = (text: string): string =>
    pattern === undefined ? text : text.replaceAll(pattern, "****");
  return {
    /** Adds a secret, as itself and as JSON and URLs write it, and of a long one each end. */
    add(secret: string): void {
      if (secret.length < SHORTEST) return;
      const json = JSON.stringify(secret).slice(1, -1);
      const ofUrl = new URLSearchParams({ secret }).toString().slice("secret=".length);
      const whole = [secret, json, json.replaceAll("/", "\\/"), encodeURIComponent(secret), ofUrl];
      for (const form of whole) {
        forms.add(literal(form));
        forms.add(literal(form.replaceAll("'", "'\\''"))); // in a command to type
      }
      if (secret.length >= 2 * END) {
        forms.add(`${literal(secret.slice(0, END))}[^\\s"'<>]*`); // and what is left behind it
        forms.add(literal(secret.slice(-END)));
      }
      pattern = new RegExp([...forms].join("|"), "gi"); // hosts and names of encodings are in lower case
    },
    /** Returns the text with `****` for each secret. */
    redact,
    /** Reports whether the text contains a secret in any of these forms. */
    isIn: (text: string) => redact(text) !== text,
  };
}

function literal(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

/** Maximum length of a key: longer than any real one, and short enough for a header. */
const MAX_LENGTH = 4096;

/**
 * Describes why a text is not a valid API key, as the end of "the key …"; undefined when it is. A key
 * is sent in a header, where a line break would begin another one.
 */
export function keyFault(text: string): string | undefined {
  if (text === "") return "is empty";
  if (/[\r\n]/.test(text)) return "contains a line break";
  if (/[ \t]/.test(text)) return "contains a space or tab";
  const at = text.search(/[^\x21-\x7e]/);
  if (at >= 0) {
    const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `contains an invalid character (U+${code} at position ${at + 1})`;
  }
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  return undefined;
}
