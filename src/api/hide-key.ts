import type { HttpAnswer } from "../http/transport.js";

/**
 * A refusal without the key that it was for: some services repeat what they refuse, and what they
 * say of it is shown. What is no refusal is data, and is left as it is.
 * @param authorization the header that the request was sent with
 */
export function hideKey(answer: HttpAnswer, authorization: string | undefined): HttpAnswer {
  const key = authorization?.replace(/^Bearer /, "");
  if (key === undefined || (answer.status >= 200 && answer.status < 300)) return answer;
  const text = answer.body.toString("utf8");
  const hidden = text.replaceAll(key, "****").replaceAll(key.replaceAll("/", "\\/"), "****"); // as some write a slash in JSON
  return hidden === text ? answer : { ...answer, body: Buffer.from(hidden) };
}
