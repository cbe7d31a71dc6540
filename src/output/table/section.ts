import type { Look } from "../text/look.js";

/** A part of a page. */
export interface Section {
  readonly title?: string;
  render(look: Look): Promise<string>;
}
