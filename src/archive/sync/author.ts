import { hostname, userInfo } from "node:os";
import { orElse } from "../../base/or-else.js";
import { VERSION } from "../../base/version.js";

/** Author of rows, by column; null where it is not recorded. */
export type Author = Readonly<
  Record<"writer_host" | "writer_user" | "writer_version", string | null>
>;

export const NOBODY: Author = { writer_host: null, writer_user: null, writer_version: null };

/** Returns this process as an author. */
export function thisAuthor(): Author {
  const user = orElse(() => userInfo().username, null); // a container may have none
  return { writer_host: hostname(), writer_user: user, writer_version: VERSION };
}
