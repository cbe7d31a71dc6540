import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";

// A proxy agent asks its client for a tunnel with what undici's front door gives to every dispatcher.
Dispatcher.prototype.connect = connect;

export { ProxyAgent };
