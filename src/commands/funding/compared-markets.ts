import type { Context } from "../../command/context.js";
import type { ArchiveWish } from "../archive/archive-wish.js";

/** Returns undefined when the archive was not named and is not there. */
export async function existingArchive(
  context: Context,
  wish: ArchiveWish | undefined,
): Promise<ArchiveWish | undefined> {
  if (wish === undefined || wish.isNamed) return wish;
  const { hasArchive } = await import("../archive/archived-funding.js");
  return (await hasArchive(context)) ? wish : undefined;
}

/** Warns of a spread between two assets, which is not a hedge. */
export function noteAssets(
  { messages }: Context,
  sides: readonly { readonly id: number; readonly asset?: string | undefined }[],
): void {
  const known = sides.filter(({ asset }) => asset !== undefined);
  if (new Set(known.map(({ asset }) => asset)).size < 2) return;
  const names = known.map(({ id, asset }) => `market ${id} is of ${asset}`).join(" and ");
  messages.warning("DIFFERENT_ASSETS", `${names}, as listed: a position in both is not a hedge`);
}
