import type { PrintOutcome } from "../output/formats/format.js";
import type { Printer } from "../output/formats/printer.js";
import type { Sourced } from "../output/text/sourced.js";
import type { Sink } from "../terminal/io.js";
import type { Context } from "./context.js";

/** Creates the printer for this command's output options, except what `instead` replaces. */
export async function printerOf(
  context: Context,
  instead: { readonly stdout?: Sink; readonly header?: boolean } = {},
): Promise<Printer> {
  const typed = await context.outputOptions();
  const options = { ...typed, header: instead.header ?? typed.header };
  const io = { ...context.io, stdout: instead.stdout ?? context.io.stdout };
  const { createPrinter } = await import("../output/formats/printer.js");
  return createPrinter(io, options, context.progress, context.messages.warning);
}

/** Returns plain data with its JSON text. */
export function asItem<T>(value: T): Sourced<T> {
  return { value, source: JSON.stringify(value) };
}

/** Writes the notes about printed data to stderr. */
export function printNotes(context: Context, { notes }: PrintOutcome): void {
  for (const { code, text } of notes) context.messages.note(code, text);
}
