import { describe, expect, it } from "vitest";
import { readS3Keys } from "../../src/archive/s3/keys.js";
import { isS3Location, parseS3Location } from "../../src/archive/s3/location.js";
import { UsageError } from "../../src/base/usage-error.js";

const hrefOf = (text: string, env = {}) => parseS3Location(text, env).bucketUrl.href;

const refusalOf = (text: string, env = {}): UsageError => {
  try {
    parseS3Location(text, env);
  } catch (error) {
    if (error instanceof UsageError) return error;
  }
  throw new Error(`${text} was accepted`);
};

describe("the URL of a bucket", () => {
  it("names bucket and prefix", () => {
    expect(parseS3Location("s3://desk/carry/main/", {})).toMatchObject({
      where: "s3://desk/carry/main",
      bucket: "desk",
      root: "carry/main/",
    });
    expect(parseS3Location("s3://desk", {})).toMatchObject({ where: "s3://desk", root: "" });
  });

  it("is distinguished from a directory by its scheme", () => {
    expect(["s3://b/x", "S3://b", "./s3", "s3", "/s3:/x"].map(isS3Location)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });

  it("leads to AWS in the region that is named", () => {
    expect(hrefOf("s3://desk/a?region=eu-central-1")).toBe(
      "https://desk.s3.eu-central-1.amazonaws.com/",
    );
    expect(hrefOf("s3://desk/a", { AWS_REGION: "eu-west-1", AWS_DEFAULT_REGION: "x" })).toBe(
      "https://desk.s3.eu-west-1.amazonaws.com/",
    );
    expect(hrefOf("s3://desk/a", { AWS_DEFAULT_REGION: "cn-north-1" })).toBe(
      "https://desk.s3.cn-north-1.amazonaws.com.cn/",
    );
    expect(hrefOf("s3://desk")).toBe("https://desk.s3.us-east-1.amazonaws.com/");
  });

  it("puts a name that no certificate of AWS holds for into the path", () => {
    expect(hrefOf("s3://my.desk")).toBe("https://s3.us-east-1.amazonaws.com/my.desk/");
  });

  it("leads to another endpoint, with the bucket in the path", () => {
    const env = { AWS_ENDPOINT_URL: "https://two.example", AWS_ENDPOINT_URL_S3: "" };
    expect(hrefOf("s3://desk/a", env)).toBe("https://two.example/desk/");
    expect(hrefOf("s3://desk/a", { ...env, AWS_ENDPOINT_URL_S3: "http://127.0.0.1:7480" })).toBe(
      "http://127.0.0.1:7480/desk/",
    );
    expect(hrefOf("s3://desk/a?endpoint=https://one.example/s3/", env)).toBe(
      "https://one.example/s3/desk/",
    );
  });

  it.each([
    ["s3://AKIA:hunter22@desk/a", {}],
    ["s3://hunter22@desk/a", {}],
    ["s3://desk/a?endpoint=https://me:hunter22@store.example", {}],
    ["s3://desk/a", { AWS_ENDPOINT_URL: "https://me:hunter22@store.example" }],
    ["s3://desk/a?secret_access_key=hunter22", {}],
  ])("with credentials in it is refused, and they are not repeated: %s", (text, env) => {
    const error = refusalOf(text, env);
    expect(`${error.message} ${error.hint}`).toContain("AWS_SECRET_ACCESS_KEY");
    expect(`${error.message} ${error.hint}`).not.toContain("hunter22");
  });

  it.each([
    "s3://",
    "s3:desk",
    "s3://desk/a//b",
    "s3://desk/../b",
    "s3://desk/a\nb",
    "s3://d sk/a",
    "s3://desk/a?region=eu/../x",
    "s3://desk/a?endpoint=store.example",
    "s3://desk/a?endpoint=ftp://store.example",
    "s3://desk/a#b",
  ])("that cannot be used is refused: %s", (text) => {
    expect(refusalOf(text).hint).toBeDefined();
  });

  it("sends keys over plain http to this machine only", () => {
    expect(refusalOf("s3://desk?endpoint=http://store.example").message).toContain("plain http");
    expect(hrefOf("s3://desk?endpoint=http://localhost:9000")).toBe("http://localhost:9000/desk/");
  });
});

describe("the keys of a bucket", () => {
  const env = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "secret/+=" };

  it("come from the environment", () => {
    expect(readS3Keys({ ...env, AWS_SESSION_TOKEN: "t" }, "s3://desk")).toEqual({
      accessKeyId: "AKIA",
      secretAccessKey: "secret/+=",
      sessionToken: "t",
    });
    expect(readS3Keys(env, "s3://desk").sessionToken).toBeUndefined();
  });

  it.each(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])("are missing without %s", (name) => {
    expect(() => readS3Keys({ ...env, [name]: "" }, "s3://desk")).toThrow(
      `s3://desk needs a key, and ${name} is not set`,
    );
  });

  it("are not taken with the end of a line, which is not repeated either", () => {
    const error = (() => {
      try {
        return readS3Keys({ ...env, AWS_SECRET_ACCESS_KEY: "hunter22\n" }, "s3://desk");
      } catch (thrown) {
        return thrown as Error;
      }
    })();
    expect(error).toMatchObject({ kind: "archive_refused" });
    expect(String(error)).toContain("AWS_SECRET_ACCESS_KEY contains characters");
    expect(String(error)).not.toContain("hunter22");
  });
});
