import { ProgramError } from "../../base/program-error.js";
import { StorageError } from "../../base/storage/errors.js";

/** The configuration cannot be read or written. */
export class ConfigError extends StorageError {
  override name = "ConfigError";
  override readonly kind = "configuration";
}

/** A setting has an invalid value. */
export class InvalidSettingError extends ProgramError {
  override name = "InvalidSettingError";
  readonly kind = "invalid_setting";
  constructor(
    /** Where it was set: an option, an environment variable or a profile's key. */
    readonly where: string,
    /** The value without any secret, for messages. */
    readonly value: string,
    /** Description of valid values, as the end of a sentence. */
    readonly allowed: string,
  ) {
    super(`${where}: "${value}" is not ${allowed}`);
  }
}

/** A text given as the API key is not a valid key. The message never contains it. */
export class InvalidKeyError extends ProgramError {
  override name = "InvalidKeyError";
  readonly kind = "invalid_key";
  constructor(
    /** Where it was given. */
    where: string,
    /** Reason, as the end of "the key …". */
    fault: string,
  ) {
    super(`${where}: the key ${fault}`);
  }
}

/** A key is configured but cannot be used: it is for another service, or could not be read. */
export class KeyUnavailableError extends ProgramError {
  override name = "KeyUnavailableError";
  readonly kind = "key_unavailable";
}

/** The named profile does not exist. */
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
      `the profiles are ${names}; \`carry auth login --profile ${profile}\` creates a new one`,
    );
  }
}
