/** The modules of undici that src/client/http imports, each loaded when it is read. */
module.exports = {
  get "undici/lib/api/api-connect.js"() {
    return require("undici/lib/api/api-connect.js");
  },
  get "undici/lib/api/api-request.js"() {
    return require("undici/lib/api/api-request.js");
  },
  get "undici/lib/core/connect.js"() {
    return require("undici/lib/core/connect.js");
  },
  get "undici/lib/core/symbols.js"() {
    return require("undici/lib/core/symbols.js");
  },
  get "undici/lib/dispatcher/agent.js"() {
    return require("undici/lib/dispatcher/agent.js");
  },
  get "undici/lib/dispatcher/client.js"() {
    return require("undici/lib/dispatcher/client.js");
  },
  get "undici/lib/dispatcher/dispatcher.js"() {
    return require("undici/lib/dispatcher/dispatcher.js");
  },
  get "undici/lib/dispatcher/pool.js"() {
    return require("undici/lib/dispatcher/pool.js");
  },
  get "undici/lib/dispatcher/proxy-agent.js"() {
    return require("undici/lib/dispatcher/proxy-agent.js");
  },
};
