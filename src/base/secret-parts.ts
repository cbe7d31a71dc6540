/** Minimum number of consecutive characters of a secret that make a part of it. */
const SHORTEST = 8;

/** Minimum number of them that are no slashes, which any escaping may add and take away. */
const FEWEST = 6;

/** A character, plain or as JSON, a URL or a shell escapes it, once or several times. */
const CHARACTER =
  /'\\+''|\\+(?:u00([\da-f]{2})|x([\da-f]{2})|0?([0-7]{2,3}))|%(?:25)*([\da-f]{2})|[\\/]+|[\s\S]/gi;

/** A text in lower case without escapes and slashes, with the place of each character. */
interface Plain {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Parts of secrets, without slashes, by their length. */
export type Parts = Map<number, Set<string>>;

/** Adds a whole secret as the only part of it. */
export function addWhole(secret: string, parts: Parts): void {
  for (const form of formsOf(secret)) add(form, parts);
}

/** Adds all parts of a secret. */
export function addParts(secret: string, parts: Parts): void {
  for (let start = 0; start + SHORTEST <= secret.length; start++) {
    for (const form of shortestFrom(secret, start)) add(form, parts);
  }
}

function add(form: string, parts: Parts): void {
  if (form.length < FEWEST) return;
  const sameLength = parts.get(form.length) ?? new Set();
  parts.set(form.length, sameLength.add(form));
}

/** Returns a text as it is, and with what looks like an escape in it resolved. */
function formsOf(text: string): readonly string[] {
  return [text.toLowerCase().replace(/[\\/]/g, ""), plainOf(text).text];
}

/** Returns the forms of the shortest part from a place. */
function shortestFrom(secret: string, start: number): readonly string[] {
  for (let end = start + SHORTEST; end <= secret.length; end++) {
    const forms = formsOf(secret.slice(start, end));
    if (forms.every(({ length }) => length >= FEWEST)) return forms;
  }
  return [];
}

/** Returns a text with `****` for each run of characters that consists of parts. */
export function hideParts(text: string, parts: Parts): string {
  if (parts.size === 0) return text;
  const plain = plainOf(text);
  let result = "";
  let shown = 0;
  for (const [start, end] of runsIn(plain.text, parts)) {
    result += `${text.slice(shown, plain.starts[start])}****`;
    shown = plain.ends[end - 1] ?? text.length;
  }
  return result + text.slice(shown);
}

/** Returns where parts are, those that overlap or meet as one. */
function runsIn(text: string, parts: Parts): readonly (readonly [start: number, end: number])[] {
  const runs: [number, number][] = [];
  for (let start = 0; start < text.length; start++) {
    for (const [length, sameLength] of parts) {
      if (!sameLength.has(text.slice(start, start + length))) continue;
      const last = runs.at(-1);
      if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], start + length);
      else runs.push([start, start + length]);
    }
  }
  return runs;
}

function plainOf(text: string): Plain {
  let plain = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(CHARACTER)) {
    const character = characterOf(match);
    if (/[\\/]/.test(character)) continue;
    plain += character;
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { text: plain, starts, ends };
}

function characterOf([written, json, shell, octal, url]: RegExpExecArray): string {
  const hex = json ?? shell ?? url;
  const code = hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex, 16);
  const character = Number.isNaN(code) ? written.charAt(0) : String.fromCharCode(code);
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
}
