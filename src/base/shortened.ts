/** Returns a text as it is, or its first characters with `…`, for a message that quotes it. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
