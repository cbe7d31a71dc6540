import type { PrintOutcome } from "../output/formats/format.js";
import type { Printer } from "../output/formats/printer.js";
import type { Sourced } from "../output/text/sourced.js";
import type { Context } from "./context.js";

/** The printer for what the user asked of the output. */
export async function printerOf(context: Context): Promise<Printer> {
  const options = await context.outputOptions();
  const { createPrinter } = await import("../output/formats/printer.js");
  return createPrinter(context.io, options, context.progress, context.messages.warning);
}

/** Plain data with the JSON that it is printed as. */
export function asItem<T>(value: T): Sourced<T> {
  return { value, source: JSON.stringify(value) };
}

/** Says on stderr what is to be said beside the data. */
export function tell(context: Context, { notes }: PrintOutcome): void {
  for (const note of notes) context.messages.note(note);
}
