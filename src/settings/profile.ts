import { SETTING_NAMES, type SettingName } from "./table.js";

/** A key of a profile. */
export type ProfileKey = SettingName | "api-key";

/** Every key of a profile, the API key first. */
export const PROFILE_KEYS: readonly ProfileKey[] = ["api-key", ...SETTING_NAMES];

/** A profile: every value as the text that was set. */
export type Profile = { readonly [K in ProfileKey]?: string | undefined };
