import type { Look } from "../text/look.js";

/** A part of a page about one thing. */
export interface Section {
  readonly title?: string;
  render(look: Look): Promise<string>;
}
