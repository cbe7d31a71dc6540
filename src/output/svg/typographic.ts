import type { FormatContext } from "../text/format.js";

/** How values are formatted in pictures. */
export const TYPOGRAPHIC: FormatContext = { unicode: true, zone: "UTC" };
