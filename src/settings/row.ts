import type { ValueKind } from "../base/value-kind.js";

/** A setting: its description, the places where it can be set, and its values. */
export interface SettingRow<T> extends ValueKind<T> {
  /** Description for help, without the values. */
  readonly help: string;
  /** Name of the value, such as `url` in `--base-url <url>`; empty for a flag, absent if not an option. */
  readonly value?: string;
  /** Environment variable. */
  readonly env?: string;
  /** Default. */
  readonly fallback?: string;
  /** The option may be repeated, its values joined with commas. */
  readonly many?: true;
  /** Returns a value without its secrets, for messages; absent for a value without secrets. */
  readonly hideSecret?: (text: string) => string;
}

/** Returns the definition of a setting with its type. */
export const row = <const R extends SettingRow<unknown>>(definition: R): R => definition;
