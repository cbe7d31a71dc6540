import { config } from "zod/mini";

/**
 * Lets zod read values without generating code for each schema. For the few messages of an agent that
 * would take longer than reading them, a tenth of the time until the first answer. Has an
 * effect on schemas that are made later, so it comes before the protocol is loaded.
 */
export function parsePlainly(): void {
  config({ jitless: true });
}
