/** Types of undici's internal modules that carry uses; undici only types its main module. */
declare module "undici/lib/dispatcher/agent.js" {
  import type { Agent } from "undici";

  const agent: typeof Agent;
  export default agent;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";

  function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
  export default request;
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";

  const connect: Dispatcher["connect"];
  export default connect;
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  import type { Dispatcher } from "undici";

  const dispatcher: typeof Dispatcher;
  export default dispatcher;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import type { ProxyAgent } from "undici";

  const proxyAgent: typeof ProxyAgent;
  export default proxyAgent;
}

declare module "undici/lib/core/connect.js" {
  import type { buildConnector } from "undici";

  const build: typeof buildConnector;
  export default build;
}

declare module "undici/lib/core/symbols.js" {
  const symbols: { readonly kParser: symbol };
  export default symbols;
}

declare module "undici/lib/dispatcher/client.js" {
  import type { Client } from "undici";

  const client: typeof Client;
  export default client;
}

declare module "undici/lib/dispatcher/pool.js" {
  import type { Pool } from "undici";

  const pool: typeof Pool;
  export default pool;
}
