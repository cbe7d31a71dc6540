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
      const whole = [secret, json, json.replaceAll("/", "\\/"), encodeURIComponent(secret)];
      for (const form of whole) forms.add(literal(form));
      if (secret.length >= 2 * END) {
        forms.add(`${literal(secret.slice(0, END))}[^\\s"'<>]*`); // and what is left behind it
        forms.add(literal(secret.slice(-END)));
      }
      pattern = new RegExp([...forms].join("|"), "g");
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
