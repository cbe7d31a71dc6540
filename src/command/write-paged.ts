import type { Context } from "./context.js";

/** Writes a text for people, in a pager when it is longer than the terminal. */
export async function writePaged({ io, messages }: Context, text: string): Promise<undefined> {
  const { pagedSink } = await import("../output/table/paged.js");
  await pagedSink(io, io.stdout, messages.warning).write(text);
}
