import { type CodedColumn, MISSING } from "./column.js";
import type { Texts } from "./texts.js";

/** Returns the pages of a column as one. Those with codes share the dictionary of the column. */
export function joinPages(pages: readonly CodedColumn[]): CodedColumn | undefined {
  const [first] = pages;
  if (first === undefined || pages.length === 1) return first;
  const rows = pages.reduce((sum, { places }) => sum + places.length, 0);
  const isCoded = pages.every(({ shared }) => shared === first.shared);
  const places = new Int32Array(rows);
  let row = 0;
  let before = 0; // values of earlier pages
  for (const { places: own, shared } of pages) {
    for (let at = 0; at < own.length; at++) {
      const place = own[at] ?? MISSING;
      places[row++] = place === MISSING || isCoded ? place : place + before;
    }
    before += shared.length;
  }
  return { shared: isCoded ? first.shared : joinShared(pages.map(({ shared }) => shared)), places };
}

function joinShared(parts: readonly CodedColumn["shared"][]): CodedColumn["shared"] {
  const texts = parts.filter((part) => !(part instanceof Float64Array)) as readonly Texts[];
  if (texts.length > 0) return joinTexts(texts);
  return Float64Array.from((parts as readonly Float64Array[]).flatMap((part) => Array.from(part)));
}

function joinTexts(parts: readonly Texts[]): Texts {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bounds = new Int32Array(2 * length);
  let at = 0;
  let before = 0; // bytes of earlier pages
  for (const part of parts) {
    for (const bound of part.bounds) bounds[at++] = bound + before;
    before += part.bytes.length;
  }
  return { length, bounds, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}
