import { ProgramError } from "../base/program-error.js";
import { StorageError } from "../storage/errors.js";

/** The configuration cannot be read or written. */
export class ConfigError extends StorageError {
  override name = "ConfigError";
  override readonly kind = "configuration";
}

/** The place of the configuration cannot even be looked at: nobody can tell whether it is there. */
export class UnreachableConfigError extends ConfigError {
  override name = "UnreachableConfigError";
}

/** A setting has a value that it cannot have. */
export class InvalidSettingError extends ProgramError {
  override name = "InvalidSettingError";
  readonly kind = "invalid_setting";
  constructor(
    /** Where it was set: an option, an environment variable or a profile's key. */
    readonly where: string,
    /** As it may be told: the secret that it may hold is not in it. */
    readonly value: string,
    /** What it can be, as the end of a sentence. */
    readonly allowed: string,
  ) {
    super(`${where}: "${value}" is not ${allowed}`);
  }
}

/** A text that was given as the API key cannot be one. It is never part of the message. */
export class InvalidKeyError extends ProgramError {
  override name = "InvalidKeyError";
  readonly kind = "invalid_key";
  constructor(
    /** Where it was given. */
    where: string,
    /** Why, as the end of "the key …". */
    fault: string,
  ) {
    super(`${where}: the key ${fault}`);
  }
}

/** There is a key, and it may not be used: it is for another place, or could not be had. */
export class KeyUnavailableError extends ProgramError {
  override name = "KeyUnavailableError";
  readonly kind = "key_unavailable";
}

/** A profile is named that does not exist. */
export class UnknownProfileError extends ProgramError {
  override name = "UnknownProfileError";
  readonly kind = "unknown_profile";
  constructor(
    readonly profile: string,
    readonly known: readonly string[],
  ) {
    const names = [...known, "sandbox"].join(", ");
    super(
      `no profile is named "${profile}"`,
      `the profiles are ${names}; \`carry auth login --profile ${profile}\` makes a new one`,
    );
  }
}
