import { fileURLToPath } from "node:url";
import { textOf } from "./page.js";

/** The page of a desk, and the directory of the files that it shows. */
export const PAGE = "docs/desk.md";
export const DESK = fileURLToPath(new URL("../desk/", import.meta.url));

/** Returns a file that the page shows, with another service than that of the page. */
export function deskScript(
  name: string,
  { url, portfolioId }: { readonly url: string; readonly portfolioId: string },
): string {
  return textOf(`test/desk/${name}`)
    .replaceAll("https://api.example.com", url)
    .replaceAll("7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10", portfolioId);
}
