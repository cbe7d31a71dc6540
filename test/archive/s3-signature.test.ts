import { describe, expect, it } from "vitest";
import { escapeKey, queryOf, signedHeaders } from "../../src/archive/s3/sign.js";
import { ACCESS_KEY, SECRET_KEY } from "./s3-server.js";
import { authorizationOf, expectedSignature } from "./s3-signature.js";

/*
 * The examples of the documentation of Amazon S3, "Signature Calculations for the Authorization
 * Header: Transferring Payload in a Single Chunk".
 */
const HOST = "examplebucket.s3.amazonaws.com";
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const NOW = Date.parse("2013-05-24T00:00:00Z");
const EXAMPLES = [
  {
    name: "of an object",
    method: "GET",
    target: "/test.txt",
    headers: { range: "bytes=0-9" },
    sha256: EMPTY,
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    name: "of a write",
    method: "PUT",
    target: "/test$file.text",
    headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    body: "Welcome to Amazon S3.",
    sha256: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    name: "of a bucket's property",
    method: "GET",
    target: "/?lifecycle",
    headers: {},
    sha256: EMPTY,
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    name: "of a listing",
    method: "GET",
    target: "/?max-keys=2&prefix=J",
    headers: {},
    sha256: EMPTY,
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
] as const;

const keys = { accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, sessionToken: undefined };

describe("the check of signatures in these tests", () => {
  it.each(EXAMPLES)("knows AWS's own example $name", ({ method, target, headers, ...it }) => {
    const all: Record<string, string> = {
      ...headers,
      host: HOST,
      "x-amz-content-sha256": it.sha256,
      "x-amz-date": "20130524T000000Z",
    };
    const signed = Object.keys(all).sort().join(";");
    all.authorization = `AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signed},Signature=${"0".repeat(64)}`;
    expect(expectedSignature({ method, target, headers: all }, SECRET_KEY)).toBe(it.signature);
  });
});

describe("a signed request", () => {
  // The first example signs its range, which a proxy may change: carry does not.
  it.each(EXAMPLES.slice(1))("has the signature of AWS's example $name", (example) => {
    const { method, target, headers, signature } = example;
    const body = "body" in example ? Buffer.from(example.body) : undefined;
    const url = new URL(`https://${HOST}${target}`);
    const request = { method, url, headers, body };
    const signed = signedHeaders(request, { keys, region: "us-east-1", now: NOW });
    expect(signed["x-amz-content-sha256"]).toBe(example.sha256);
    expect(authorizationOf({ method, target, headers: signed })).toMatchObject({
      accessKeyId: ACCESS_KEY,
      date: "20130524",
      region: "us-east-1",
      signature,
    });
  });

  it("signs the token of temporary keys as well", () => {
    const url = new URL(`https://${HOST}/a`);
    const signed = signedHeaders(
      { method: "GET", url, headers: {}, body: undefined },
      { keys: { ...keys, sessionToken: "temporary" }, region: "eu-central-1", now: NOW },
    );
    expect(signed["x-amz-security-token"]).toBe("temporary");
    const received = { method: "GET", target: "/a", headers: { ...signed, host: HOST } };
    expect(authorizationOf(received).signedHeaders).toContain("x-amz-security-token");
    expect(authorizationOf(received).signature).toBe(expectedSignature(received, SECRET_KEY));
  });

  it.each(["plain", "a b+c", "ü/ß", "it's (1)!*", "per%cent", "x=y&z", "日本"])(
    "holds for the key %s as it stands in the URL",
    (key) => {
      const url = new URL(`https://${HOST}/${escapeKey(key)}?${queryOf({ prefix: key })}`);
      const target = url.pathname + url.search;
      const signed = signedHeaders(
        { method: "GET", url, headers: {}, body: undefined },
        { keys, region: "us-east-1", now: NOW },
      );
      const received = { method: "GET", target, headers: { ...signed, host: HOST } };
      expect(authorizationOf(received).signature).toBe(expectedSignature(received, SECRET_KEY));
    },
  );
});
