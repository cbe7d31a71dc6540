/**
 * Splits a command line into words without a shell: words are separated by spaces or tabs, `'…'` and
 * `"…"` keep them, and a backslash outside of `'…'` escapes a quote, a space or a backslash, nothing else
 * (so `C:\tools\pass.exe` is kept). Nothing is expanded.
 * @returns undefined when there is no word, a quote is not closed, or there are control characters
 */
export function splitCommandLine(text: string): readonly string[] | undefined {
  if (/[^\P{Cc}\t]/u.test(text)) return undefined;
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === "\\" && quote !== "'" && next !== "" && "\\\"' ".includes(next)) {
      word = (word ?? "") + next;
      at++;
    } else if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== "") return undefined;
  if (word !== undefined) words.push(word);
  return words[0] === undefined || words[0] === "" ? undefined : words;
}
