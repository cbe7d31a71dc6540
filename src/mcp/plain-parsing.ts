import { config } from "zod/mini";

/**
 * Lets zod read values without code for each schema, which for the few messages of an agent would take
 * longer than reading them: a tenth of the time until the first answer. Only schemas that are made later
 * heed it, so it comes before the protocol is loaded. An `import()` of all of zod would bundle all of it.
 */
export function parsePlainly(): void {
  config({ jitless: true });
}
