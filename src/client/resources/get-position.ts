import * as z from "zod/mini";
import type { Connection } from "../connection.js";
import type { Item } from "../listing/pages.js";
import { readJson, validate } from "../validate/answer.js";
import { memberSource } from "../validate/json-source.js";
import { type PositionDetail, positionDetail } from "./position.js";

const envelope = z.looseObject({ data: positionDetail });

/**
 * One position in full.
 * @throws {ServiceError} 404 when there is none of that id
 */
export async function getPosition(
  connection: Connection,
  positionId: string,
  signal?: AbortSignal,
): Promise<Item<PositionDetail>> {
  const path = `/v1/positions/${encodeURIComponent(positionId)}`;
  const answer = readJson(await connection.getWithKey(path, {}, signal), connection.now());
  const { data } = validate(envelope, answer.value, `position ${positionId}`, connection.redact);
  return { value: data, source: memberSource(answer.text, "data") ?? "null" };
}
