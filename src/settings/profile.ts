import * as z from "zod/mini";

/** A profile: every value as the text that was set. */
const profile = z.looseObject({
  "base-url": z.optional(z.string()),
  "public-base-url": z.optional(z.string()),
  "api-key": z.optional(z.string()),
  "api-key-command": z.optional(z.string()),
  portfolio: z.optional(z.string()),
  output: z.optional(z.string()),
  performance: z.optional(z.string()),
  timeout: z.optional(z.string()),
  retries: z.optional(z.string()),
  "range-params": z.optional(z.string()),
  imbalance: z.optional(z.string()),
  loss: z.optional(z.string()),
  paying: z.optional(z.string()),
  stale: z.optional(z.string()),
  "stale-performance": z.optional(z.string()),
  margin: z.optional(z.string()),
  ignore: z.optional(z.string()),
  "completion-ids": z.optional(z.string()),
});

/** The configuration file. A file with a higher version belongs to a later carry. */
export const configFile = z.looseObject({
  version: z.literal(1),
  current: z.optional(z.string()),
  profiles: z.record(z.string(), profile),
});

/** The keys of a profile that can be set. */
export interface Profile {
  readonly "base-url"?: string | undefined;
  readonly "public-base-url"?: string | undefined;
  readonly "api-key"?: string | undefined;
  readonly "api-key-command"?: string | undefined;
  readonly portfolio?: string | undefined;
  readonly output?: string | undefined;
  readonly performance?: string | undefined;
  readonly timeout?: string | undefined;
  readonly retries?: string | undefined;
  readonly "range-params"?: string | undefined;
  readonly imbalance?: string | undefined;
  readonly loss?: string | undefined;
  readonly paying?: string | undefined;
  readonly stale?: string | undefined;
  readonly "stale-performance"?: string | undefined;
  readonly margin?: string | undefined;
  readonly ignore?: string | undefined;
  readonly "completion-ids"?: string | undefined;
}

export type ConfigFile = z.infer<typeof configFile>;
