/** Environment variables that are no settings of a profile, and what they do. */
export const VARIABLES: Readonly<Record<string, string>> = {
  CARRY_API_KEY: "the API key",
  CARRY_API_KEY_FILE: "a file that holds the API key and that others cannot read",
  CARRY_PROFILE: "the profile to use, as --profile",
  CARRY_CONFIG_DIR: "directory of the configuration",
  CARRY_CACHE_DIR: "directory of the cache of public data",
  CARRY_STATE_DIR: "directory of the ids for completion",
  CARRY_SANDBOX_SCENARIO:
    "situations in the data of --profile sandbox, as for carry sandbox --scenario",
  CARRY_DEBUG: "1 or true: report each request, and print a stack trace with an error",
  "CARRY_PAGER, PAGER": "the pager of long listings (default less); empty for none",
  NO_COLOR: "no colours",
  FORCE_COLOR: "colours even where there is no terminal",
  TZ: "the zone of --local, such as Europe/Berlin",
  "HTTP_PROXY, HTTPS_PROXY": "proxies; a loopback address is never requested through one",
  NO_PROXY: "hosts that are requested without a proxy",
  NODE_EXTRA_CA_CERTS: "a file of certificates to trust beside those of Node",
};
