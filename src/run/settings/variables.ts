/** Environment variables that are not settings of a profile, with their descriptions. */
export const VARIABLES: Readonly<Record<string, string>> = {
  CARRY_API_KEY: "the API key",
  CARRY_API_KEY_FILE: "a file with the API key, which other users must not be able to read",
  CARRY_PROFILE: "the profile to use, as --profile",
  CARRY_CONFIG_DIR: "directory of the configuration",
  CARRY_CACHE_DIR: "directory of the cache of public data",
  CARRY_STATE_DIR: "directory of the ids for completion",
  CARRY_DATA_DIR: "directory of the archive, unless CARRY_ARCHIVE names another",
  CARRY_SANDBOX_SCENARIO:
    "situations in the data of --profile sandbox, as for carry sandbox --scenario",
  CARRY_SANDBOX_PORTFOLIOS: "number of its portfolios, as for carry sandbox --portfolios",
  CARRY_SANDBOX_AT:
    "time at which the sandbox begins, as for carry sandbox --at; also carry's own time with --profile sandbox and loopback base URLs",
  CARRY_SANDBOX_FREEZE: "1: that time stands",
  CARRY_ACCEPT_CLOCK:
    "1: accept the service's clock however far it is from this computer's, as for a test service",
  CARRY_DEBUG: "1 or true: report each request, and print a stack trace with an error",
  "CARRY_PAGER, PAGER": "the pager of long listings (default less); empty for none",
  NO_COLOR: "no colours",
  FORCE_COLOR: "colours even without a terminal",
  TZ: "the time zone of the setting time local, such as Europe/Berlin",
  "HTTP_PROXY, HTTPS_PROXY": "proxies; never used for a loopback address",
  NO_PROXY: "hosts that are requested without a proxy",
  NODE_EXTRA_CA_CERTS: "a file of certificates to trust in addition to those of Node",
};
