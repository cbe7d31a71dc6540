/**
 * The modules that src/client/http/undici.ts imports, without what else undici's main module loads:
 * fetch, WebSocket, caches and mocks.
 */
const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");

// As undici/index.js does, which has five such methods.
Dispatcher.prototype.request = require("undici/lib/api/api-request.js");
Dispatcher.prototype.connect = require("undici/lib/api/api-connect.js");

module.exports = {
  undici: {
    Agent: require("undici/lib/dispatcher/agent.js"),
    Client: require("undici/lib/dispatcher/client.js"),
    Pool: require("undici/lib/dispatcher/pool.js"),
    buildConnector: require("undici/lib/core/connect.js"),
    /** Loaded when a proxy is used. */
    get ProxyAgent() {
      return require("undici/lib/dispatcher/proxy-agent.js");
    },
  },
};
