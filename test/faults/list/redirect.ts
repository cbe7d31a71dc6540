import { answer, faultyServer } from "../../support/faulty-server.js";
import { position } from "../../support/records.js";
import type { FaultGroup, StagedFault } from "../fault.js";
import { answering, page, served } from "../staging.js";
import { servedWithTls } from "../tls.js";

const ELSEWHERE = "hint: set the base URL to the new address of the service";

function followed(status: number): StagedFault {
  return {
    id: `${status}-followed`,
    what: `${status} to the same origin: followed`,
    stage: served((socket, request) =>
      socket.write(
        request.startsWith("GET /moved")
          ? page([position(1)], null)
          : answer(status, "", { location: "/moved" }),
      ),
    ),
    requests: 2,
    stdout: "whole",
    sees: "",
    exit: 0,
  };
}

export const redirects: FaultGroup = {
  title: "Redirects",
  faults: [
    ...[301, 302, 307, 308].map(followed),
    {
      id: "redirect-elsewhere",
      what: "to another origin: not followed, the key stays here",
      async stage() {
        const other = await faultyServer((socket) => socket.write(page([position(1)], null)));
        const staged = await answering(answer(302, "", { location: `${other.url}/x` }))();
        return {
          ...staged,
          names: { ...staged.names, [other.url]: "<elsewhere>" },
          asked: {
            requests: () => (staged.asked?.requests() ?? 0) + 100 * other.requests.length,
            connections: () => (staged.asked?.connections() ?? 0) + 100 * other.connections(),
          },
        };
      },
      requests: 1,
      sees: `error: <service> redirects to another origin, <elsewhere>, which is not followed\n${ELSEWHERE}`,
      exit: 8,
    },
    {
      id: "redirect-loop",
      what: "in a loop",
      stage: answering(answer(307, "", { location: "/again" })),
      requests: 6,
      sees: `error: <service> redirects more than 5 times\n${ELSEWHERE}`,
      exit: 8,
    },
    {
      id: "redirect-nowhere",
      what: "without a `Location`",
      stage: answering(answer(302, "")),
      requests: 1,
      sees: `error: <service> redirects without a valid location\n${ELSEWHERE}`,
      exit: 8,
    },
    {
      id: "redirect-scheme",
      what: "to something that is not http",
      stage: answering(answer(302, "", { location: "file:///etc/passwd" })),
      requests: 1,
      sees: `error: <service> redirects to another origin, file:, which is not followed\n${ELSEWHERE}`,
      exit: 8,
    },
    {
      id: "redirect-downgrade",
      what: "from https to http: refused",
      stage: servedWithTls("good", (socket, request) => {
        const host = /^host: (.*)$/im.exec(request)?.[1];
        socket.write(answer(301, "", { location: `http://${host}/x` }));
      }),
      asProcess: true,
      needs: "openssl",
      requests: 1,
      sees: `error: <service> redirects from https to http, which is not followed\n${ELSEWHERE}`,
      exit: 8,
    },
  ],
};
