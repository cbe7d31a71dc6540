import type { OutputOptions, PrintOutcome } from "../output/formats/format.js";
import type { Sourced } from "../output/formats/pages.js";
import type { Printer } from "../output/formats/printer.js";
import type { Context } from "./context.js";

/** Creates the printer for this command's output options. @param changes options to be replaced */
export async function printerOf(
  context: Context,
  changes: Partial<OutputOptions> = {},
): Promise<Printer> {
  const options = { ...(await context.outputOptions()), ...changes };
  const { createPrinter } = await import("../output/formats/printer.js");
  return createPrinter(context.io, options, context.progress, context.messages.warning);
}

/** Returns plain data with its JSON text. */
export function asItem<T>(value: T): Sourced<T> {
  return { value, source: JSON.stringify(value) };
}

/** Writes the notes about printed data to stderr. */
export function printNotes(context: Context, { notes }: PrintOutcome): void {
  for (const { code, text } of notes) context.messages.note(code, text);
}
