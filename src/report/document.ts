import { createHash } from "node:crypto";
import { type Content, element, styleElement, voidElement } from "../output/markup/element.js";
import { PAGE_RULES } from "./style.js";

/**
 * Makes an HTML document that asks for nothing: its policy allows the one style element and no
 * script, picture, font, form or address.
 */
export function documentOf(title: string, body: Content): string {
  const hash = createHash("sha256").update(PAGE_RULES).digest("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const { markup } = element(
    "html",
    { lang: "en" },
    element(
      "head",
      {},
      voidElement("meta", { charset: "utf-8" }),
      voidElement("meta", { "http-equiv": "Content-Security-Policy", content: policy.join("; ") }),
      voidElement("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      voidElement("meta", { name: "referrer", content: "no-referrer" }),
      voidElement("meta", { name: "robots", content: "noindex, nofollow" }),
      element("title", {}, title),
      styleElement(PAGE_RULES),
    ),
    element("body", {}, body),
  );
  return `<!doctype html>\n${markup}\n`;
}
