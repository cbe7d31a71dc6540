import { visible } from "../output/text/safe-text.js";
import type { Alerted } from "./alerts.js";

/** Maximum number of characters of a notification. */
const MOST_CHARACTERS = 120;

/** Returns an alert in one line without control characters. */
export function titleOf({ item, rule, summary }: Alerted): string {
  const { asset, position_id } = item.value;
  const text = visible(`${asset} ${position_id.slice(0, 8)}: ${summary === "" ? rule : summary}`);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}
