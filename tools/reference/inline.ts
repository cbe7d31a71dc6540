import type { PhrasingContent } from "mdast";

/** Matches text in backticks, or an option. */
const CODE = /`([^`]+)`|(?<![\w-])(--[a-z][\w-]*|-o (?:table|json|ndjson|csv)\b|-[a-zA-Z]\b)/g;

/** Splits text into plain parts and code. */
export function inline(text: string): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let end = 0;
  for (const match of text.matchAll(CODE)) {
    if (match.index > end) parts.push({ type: "text", value: text.slice(end, match.index) });
    parts.push({ type: "inlineCode", value: match[1] ?? match[2] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ type: "text", value: text.slice(end) });
  return parts;
}
