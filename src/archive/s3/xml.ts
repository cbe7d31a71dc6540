import { BOUNDS } from "../../base/bounds.js";

/** An element of XML. Attributes are not kept: S3 uses none that matter. */
export interface XmlElement {
  /** Name without the prefix of its namespace. */
  readonly name: string;
  /** Its text, without that of its children. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** An element whose end has not been read. */
interface OpenElement extends XmlElement {
  readonly rawName: string;
  text: string;
  readonly children: XmlElement[];
}

const { xmlLength, xmlElements, xmlAttributes, xmlNesting } = BOUNDS.bucket;

/* In this order: declaration, comment, CDATA, end tag, start tag, text. A DTD matches none of them. */
const ATTRIBUTE = String.raw`\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const TOKEN = new RegExp(
  String.raw`<\?[^>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w.:-]+)\s*>|<([\w.:-]+)(?:${ATTRIBUTE}){0,${xmlAttributes}}\s*(\/?)>|([^<]+)`,
  "y",
);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Parses an XML document of the kind that S3 sends, within {@link BOUNDS}: elements, text, the five named
 * entities and character references. Nothing is fetched or defined, and a document type is refused.
 * @returns the root element; undefined when the text is no such document
 */
export function parseXml(text: string): XmlElement | undefined {
  if (text.length > xmlLength) return undefined;
  let elements = 0;
  const root: OpenElement = { rawName: "", name: "", text: "", children: [] };
  const open: OpenElement[] = [root];
  const token = new RegExp(TOKEN);
  token.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null || !take(match, open)) return undefined;
    if (match[3] !== undefined && ++elements > xmlElements) return undefined;
  }
  const [element, ...others] = root.children;
  return open.length === 1 && others.length === 0 && root.text.trim() === "" ? element : undefined;
}

/** Adds a token to the open elements; false when it is not well-formed. */
function take(match: RegExpExecArray, open: OpenElement[]): boolean {
  const [, cdata, end, start, isEmpty, text] = match;
  const current = open.at(-1);
  if (current === undefined) return false;
  if (start !== undefined) {
    open.push({
      rawName: start,
      name: start.slice(start.indexOf(":") + 1),
      text: "",
      children: [],
    });
    return isEmpty === "/" ? close(start, open) : open.length <= xmlNesting;
  }
  if (end !== undefined) return close(end, open);
  if (cdata !== undefined) current.text += cdata;
  if (text === undefined) return true;
  const plain = withoutEntities(text);
  if (plain !== undefined) current.text += plain;
  return plain !== undefined;
}

function close(rawName: string, open: OpenElement[]): boolean {
  if (open.length < 2 || open.at(-1)?.rawName !== rawName) return false;
  const closed = open.pop();
  if (closed !== undefined) open.at(-1)?.children.push(closed);
  return true;
}

/** Decodes entities; undefined for one that XML does not define. */
function withoutEntities(text: string): string | undefined {
  let plain = "";
  let from = 0;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", from)) {
    const end = text.indexOf(";", at) + 1;
    const character =
      end > 0 && end - at <= LONGEST ? characterOf(text.slice(at + 1, end)) : undefined;
    if (character === undefined) return undefined;
    plain += text.slice(from, at) + character;
    from = end;
  }
  return from === 0 ? text : plain + text.slice(from);
}

/** Maximum characters of a reference, with `&` and `;`. */
const LONGEST = 18;

function characterOf(entity: string): string | undefined {
  if (!entity.endsWith(";")) return undefined;
  const name = entity.slice(0, -1);
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) {
    return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
  }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Returns the text of the first child with a name. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}
