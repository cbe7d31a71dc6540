import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { answer, type Behaviour, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, position } from "../support/records.js";

const KEY = "sk-live-7Qm2xV9pLr4tZb8w";
const CUT = KEY.slice(0, -3);
const LIST = ["positions", "list", "-o", "csv"];
const ERROR = JSON.stringify({ code: "UNAUTHORIZED", message: `the key ${CUT} is wrong` });
const PAGE = JSON.stringify({ data: [], next_cursor: null });

interface Quote {
  readonly where: string;
  readonly argv?: readonly string[];
  readonly behave: Behaviour;
}

const always =
  (bytes: Buffer): Behaviour =>
  (socket) =>
    socket.write(bytes);

const QUOTES: readonly Quote[] = [
  { where: "the message of an error", behave: always(answer(401, ERROR)) },
  { where: "the code of an error", behave: always(answer(400, `{"code":"${CUT}"}`)) },
  {
    where: "the body of a refusal",
    argv: ["api", "/v1/x"],
    behave: always(answer(401, ERROR)),
  },
  { where: "a version", behave: always(answer(200, PAGE, { "x-api-version": CUT })) },
  { where: "a type of content", behave: always(answer(200, "?", { "content-type": CUT })) },
  { where: "an encoding", behave: always(answer(200, "?", { "content-encoding": CUT })) },
  {
    where: "a field of the wrong type",
    behave: always(
      answer(200, JSON.stringify({ data: [position(1, { opened_at: CUT })], next_cursor: null })),
    ),
  },
  {
    where: "the origin of a redirect",
    behave: always(answer(302, "", { location: `https://${CUT}.example.com/` })),
  },
  {
    where: "the path of a redirect",
    argv: [...LIST, "-v"],
    behave: (socket, _request, count) =>
      socket.write(
        count === 1 ? answer(302, "", { location: `/${CUT}?a=${CUT}` }) : answer(200, ""),
      ),
  },
];

describe("a service that cuts the key", () => {
  it.each(QUOTES)("does not get it shown in $where", async ({ argv = LIST, behave }) => {
    const server = await faultyServer(behave);
    const { stdout, stderr } = await carry(argv, {
      env: {
        CARRY_RETRIES: "0",
        CARRY_BASE_URL: server.url,
        CARRY_API_KEY: KEY,
        CARRY_PORTFOLIO: PORTFOLIO,
      },
    });
    const all = (stdout + stderr).toLowerCase();
    expect(all).toMatch(/\*{4}|redirects to a url that contains the api key/);
    for (let start = 0; start + 8 <= KEY.length; start++) {
      expect(all).not.toContain(KEY.slice(start, start + 8).toLowerCase());
    }
  });

  it("gets its records printed as it sent them, and carry's own words stay", async () => {
    const key = "sk-position-00000000-4000";
    const sent = position(1, { asset: "sk-position" });
    const server = await faultyServer((socket) =>
      socket.write(answer(200, JSON.stringify({ data: [sent], next_cursor: null }))),
    );
    const { stdout, stderr } = await carry(["positions", "list", "-o", "json", "-v"], {
      env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: key, CARRY_PORTFOLIO: PORTFOLIO },
    });
    expect(JSON.parse(stdout)).toEqual([sent]);
    expect(stderr).not.toContain("****");
  });
});
