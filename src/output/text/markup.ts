import { visible } from "../../base/safe-text.js";

/** Text of XML or HTML that is complete and escaped. Only this file makes it. */
export interface Markup {
  readonly markup: string;
}

/** Content of an element: markup, text to escape, or nothing. */
export type Content = Markup | string | undefined | readonly Content[];

/** Attributes; undefined leaves one out, true writes it without a value of its own. */
export type Attributes = Readonly<Record<string, string | number | true | undefined>>;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes an element. Text and values of attributes are escaped; hidden characters become visible. */
export function element(name: string, attributes: Attributes, ...content: Content[]): Markup {
  const start = `<${name}${attributesOf(attributes)}`;
  const inner = textOf(content);
  return { markup: `${start}>${inner}</${name}>` };
}

/** Makes an element of HTML that has no content, such as `meta`. */
export function voidElement(name: string, attributes: Attributes): Markup {
  return { markup: `<${name}${attributesOf(attributes)}>` };
}

/** Makes a `style` element. @param rules not escaped, so without text of the service */
export function styleElement(rules: string): Markup {
  return { markup: `<style>${rules}</style>` };
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined) return "";
      return ` ${name}="${value === true ? name : escaped(String(value))}"`;
    })
    .join("");
}

function textOf(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return escaped(content);
  return "markup" in content ? content.markup : content.map(textOf).join("");
}

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
