import { implausibleFields } from "../../../book/credible-position.js";
import type { Position } from "../../../client/resources/position.js";
import { isSide, isStatus } from "../../../client/resources/words.js";
import { unreadableFields } from "../../../client/validate/stand-in.js";

/**
 * Returns the paths of the unknown fields of a position, such as `legs.0.side`; mostly none: those that do
 * not match the interface or cannot be true, and a status or sides that it does not have.
 */
export function unknownFields(position: Position): readonly string[] {
  const fields = [...unreadableFields(position), ...implausibleFields(position)];
  const isKnown = isStatus(position.status) && position.legs.every(({ side }) => isSide(side));
  if (isKnown) return fields;
  const sides = position.legs.flatMap(({ side }, at) => (isSide(side) ? [] : [`legs.${at}.side`]));
  return [...new Set([...fields, ...(isStatus(position.status) ? [] : ["status"]), ...sides])];
}
