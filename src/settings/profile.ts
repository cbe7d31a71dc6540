import { SETTING_NAMES, type SettingName } from "./table.js";

/** Key of a profile. */
export type ProfileKey = SettingName | "api-key";

/** Every key of a profile, the API key first. */
export const PROFILE_KEYS: readonly ProfileKey[] = ["api-key", ...SETTING_NAMES];

/** A profile: every value as text, as it was set. */
export type Profile = { readonly [K in ProfileKey]?: string | undefined };
