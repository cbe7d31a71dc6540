import { UsageError } from "../base/usage-error.js";
import type { TypedSettings } from "../settings/sources.js";
import { type SettingName, settingRow } from "../settings/table.js";
import type { OptionData } from "./option.js";

/** A typed option with its value. */
export interface Given {
  readonly data: OptionData;
  readonly value: unknown;
}

/** Returns the settings given as options, as text. @throws {UsageError} for `--json --csv` and the like */
export function typedSettings(given: readonly Given[]): TypedSettings {
  const typed: Partial<Record<SettingName, string>> = {};
  for (const { data, value } of given) {
    if (!("setting" in data)) continue;
    if (value === false && settingRow(data.setting).parse("off") !== false) continue;
    const text = data.to ?? (typeof value === "boolean" ? (value ? "on" : "off") : String(value));
    const before = typed[data.setting];
    if (before !== undefined && before !== text) {
      throw new UsageError(`--${data.setting}: ${before} and ${text} exclude each other`);
    }
    typed[data.setting] = text;
  }
  return typed;
}
