import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env, sandbox } = sandboxForFile();

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly security?: unknown; readonly responses: object } }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const described = async (more: object = {}): Promise<Document> =>
  JSON.parse((await carry(["schema", "openapi"], more)).stdout);

/** Requests of the sandbox, by the path in the document. */
const REQUESTS = {
  "/v1/portfolios/{portfolio_id}/positions": (portfolio: string) =>
    `/v1/portfolios/${portfolio}/positions?include=performance&statuses=open,closed`,
  "/v1/positions/{position_id}": (_: string, position: string) => `/v1/positions/${position}`,
  "/v1/funding/history/{market_id}": () => "/v1/funding/history/1?resolution=event",
  "/v1/assets": () => "/v1/assets?asset_classes=crypto",
  "/api/v1/public/funding/markets": () => "/api/v1/public/funding/markets",
  "/api/v1/public/funding/arbitrage": () => "/api/v1/public/funding/arbitrage",
} as const;

const get = (path: string) =>
  fetch(sandbox().url + path, { headers: { authorization: `Bearer ${sandbox().apiKey}` } });

describe("carry schema openapi", () => {
  it("is valid OpenAPI 3.1 by an independent validator", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...(await described()) });
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe("3.1");
  });

  it("names the service of the settings", async () => {
    const { servers } = await described({ env: env() });
    expect(servers).toEqual([{ url: sandbox().url }]);
    expect((await described()).servers).toEqual([{ url: "https://service.example" }]);
  });

  it("has no credentials of the base URL", async () => {
    const { servers } = await described({
      env: { CARRY_BASE_URL: "https://u:secretpw@h.example" },
    });
    expect(servers).toEqual([{ url: "https://****@h.example" }]);
  });

  it("asks for the key where the service does, and nowhere else", async () => {
    const { paths } = await described();
    const guarded = Object.entries(paths).filter(([, { get }]) => get.security !== undefined);
    expect(guarded.map(([path]) => path)).toEqual([
      "/v1/portfolios/{portfolio_id}/positions",
      "/v1/positions/{position_id}",
    ]);
  });

  it("describes every path of the sandbox, and what each answers", async () => {
    const document = await described();
    expect(new Set(Object.keys(document.paths))).toEqual(new Set(Object.keys(REQUESTS)));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "service");
    const listed = await (
      await get(REQUESTS["/v1/portfolios/{portfolio_id}/positions"](sandbox().portfolioId))
    ).json();
    const [{ position_id: id }] = (listed as { data: [{ position_id: string }] }).data;
    for (const [path, request] of Object.entries(REQUESTS)) {
      const answer = await get(request(sandbox().portfolioId, id));
      const pointer = `#/paths/${path.replaceAll("/", "~1")}/get/responses/200/content/application~1json/schema`;
      const validate = ajv.compile({ $ref: `service${encodeURI(pointer)}` });
      expect([path, validate(await answer.json()), validate.errors]).toEqual([path, true, null]);
    }
  });

  it("describes an answer with a wrong field as wrong", async () => {
    const document = await described();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "service");
    const validate = ajv.compile({ $ref: "service#/components/schemas/Position" });
    expect(validate({ position_id: 7 })).toBe(false);
  });

  it("is served by the sandbox, with its own address", async () => {
    const served = await (await get("/openapi.json")).json();
    expect(served).toEqual(await described({ env: env() }));
  });
});
