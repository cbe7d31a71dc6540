import * as z from "zod/mini";
import { mapValues } from "../base/map-values.js";
import { SETTINGS } from "./table.js";

const text = z.optional(z.string());

/** A profile: every value as text, as it was set. */
const profile = z.looseObject({ "api-key": text, ...mapValues(SETTINGS, () => text) });

/** The configuration file. A higher version comes from a later version of carry. */
export const configFile = z.looseObject({
  version: z.literal(1),
  current: z.optional(z.string()),
  profiles: z.record(z.string(), profile),
});

export type ConfigFile = z.infer<typeof configFile>;
