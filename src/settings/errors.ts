import { StorageError } from "../storage/errors.js";

/** The configuration cannot be read or written. */
export class ConfigError extends StorageError {
  override name = "ConfigError";
}

/** The place of the configuration cannot even be looked at: nobody can tell whether it is there. */
export class UnreachableConfigError extends ConfigError {
  override name = "UnreachableConfigError";
}

/** A setting has a value that it cannot have. */
export class InvalidSettingError extends Error {
  override name = "InvalidSettingError";
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
export class InvalidKeyError extends Error {
  override name = "InvalidKeyError";
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
export class KeyUnavailableError extends Error {
  override name = "KeyUnavailableError";
  constructor(
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A profile is named that does not exist. */
export class UnknownProfileError extends Error {
  override name = "UnknownProfileError";
  constructor(
    readonly profile: string,
    readonly known: readonly string[],
  ) {
    super(`no profile is named "${profile}"`);
  }
}
