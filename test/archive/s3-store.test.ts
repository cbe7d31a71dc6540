import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { s3Server } from "./s3-server.js";
import { failureOf, storeAt } from "./s3-stores.js";

const bytes = (text: string) => Buffer.from(text);
const text = (read: Uint8Array | undefined) => read && Buffer.from(read).toString();

describe("an archive in a bucket", () => {
  it("holds what was created, below its prefix", async () => {
    const server = await s3Server();
    const store = storeAt(server.url, { prefix: "desk/main" });
    const name = "funding/month=2026-05/1-a b+c&ü.parquet";
    expect(await store.create(name, bytes("rows"))).toBe(true);
    expect(server.objects.get(`desk/main/${name}`)?.body.toString()).toBe("rows");
    expect(await store.list("")).toMatchObject([{ name, size: 4 }]);
    expect(text(await store.read(name))).toBe("rows");
  });

  it("is listed by prefix over all pages, sorted, without folders and carry's own objects", async () => {
    const server = await s3Server({ pageSize: 3 });
    const store = storeAt(server.url);
    const names = ["b/2", "a/3", "a/1", "a/2", "a/10", "ab/1", "a/4", "a/5"];
    for (const name of names) await store.create(name, bytes(name));
    server.objects.set("desk/a/", { body: bytes(""), modifiedAt: 0 });
    server.objects.set("other/a/1", { body: bytes(""), modifiedAt: 0 });
    const release = await store.lock("compact");
    expect((await store.list("a/")).map(({ name }) => name)).toEqual([
      ...["a/1", "a/10", "a/2", "a/3", "a/4", "a/5"],
    ]);
    expect(await store.list("")).toHaveLength(names.length);
    await release();
  });

  it("reads an empty object as nothing, and distinguishes it from none", async () => {
    const server = await s3Server();
    await storeAt(server.url).create("a", bytes(""));
    expect(text(await storeAt(server.url).read("a"))).toBe("");
    expect(await storeAt(server.url).read("b")).toBeUndefined();
  });

  it("reads a large object in parts that fit", async () => {
    const server = await s3Server();
    const store = storeAt(server.url);
    const large = randomBytes(20 * 1024 * 1024);
    await store.create("a", large);
    server.requests.length = 0;
    expect(Buffer.compare((await store.read("a")) ?? bytes(""), large)).toBe(0);
    expect(server.requests.map(({ headers }) => headers.range)).toEqual([
      ...["bytes=0-8388607", "bytes=8388608-16777215", "bytes=16777216-20971519"],
    ]);
  });

  it("does not mix two versions of an object that is replaced while it is read", async () => {
    const old = Buffer.alloc(9 * 1024 * 1024, "old");
    const fresh = Buffer.alloc(9 * 1024 * 1024, "new");
    const server = await s3Server({
      fault({ headers }, count) {
        if (count === 2 && headers.range !== undefined) {
          server.objects.set("desk/a", { body: fresh, modifiedAt: 0 });
        }
        return undefined;
      },
    });
    server.objects.set("desk/a", { body: old, modifiedAt: 0 });
    const read = await storeAt(server.url).read("a");
    expect(Buffer.compare(read ?? bytes(""), fresh)).toBe(0);
  });

  it("reads from a store that knows no ranges", async () => {
    const server = await s3Server({ ignoresRange: true });
    const store = storeAt(server.url);
    await store.create("a", bytes("0123456789"));
    expect(text(await store.read("a"))).toBe("0123456789");
  });

  it("changes nothing when the name exists", async () => {
    const server = await s3Server();
    const store = storeAt(server.url);
    expect(await store.create("a", bytes("first"))).toBe(true);
    expect(await store.create("a", bytes("second"))).toBe(false);
    expect(text(await store.read("a"))).toBe("first");
  });

  it.each([{ ignoresIfNoneMatch: false }, { ignoresIfNoneMatch: true }])(
    "has one creator of a name among twenty (%o)",
    async (options) => {
      const server = await s3Server(options);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const store = storeAt(server.url);
          return (await store.create("a", bytes(`${index}`))) ? index : undefined;
        }),
      );
      const winners = outcomes.filter((outcome) => outcome !== undefined);
      expect(winners).toHaveLength(1);
      expect(text(await storeAt(server.url).read("a"))).toBe(`${winners[0]}`);
    },
  );

  it("changes nothing of an existing name in a store that ignores If-None-Match", async () => {
    const server = await s3Server({ ignoresIfNoneMatch: true });
    const store = storeAt(server.url);
    expect(await store.create("a", bytes("first"))).toBe(true);
    expect(await store.create("a", bytes("second"))).toBe(false);
    expect(text(await store.read("a"))).toBe("first");
    expect([...server.objects.keys()]).toEqual(["desk/a"]);
  });

  it("finds out once whether the store honours If-None-Match, and leaves nothing of it behind", async () => {
    const server = await s3Server();
    const store = storeAt(server.url);
    await store.create("a", bytes("1"));
    await store.create("b", bytes("2"));
    const probes = server.requests.filter(({ key }) => key.includes("probe"));
    expect(probes.map(({ method }) => method)).toEqual(["PUT", "PUT", "DELETE"]);
    expect([...server.objects.keys()]).toEqual(["desk/a", "desk/b"]);
  });

  it("takes a write whose answer was lost for its own, and not for somebody else's", async () => {
    const server = await s3Server({
      fault: ({ method, key }) =>
        method === "PUT" && key === "desk/a" && !server.objects.has(key)
          ? "lose-answer"
          : undefined,
    });
    const store = storeAt(server.url);
    expect(await store.create("a", bytes("rows"))).toBe(true);
    expect(await store.create("a", bytes("rows"))).toBe(false);
  });

  it("tries again when the store reports a conflict with another write", async () => {
    let conflicts = 0;
    const server = await s3Server({
      fault: ({ method, key }) =>
        method === "PUT" && key === "desk/a" && conflicts++ < 2
          ? { status: 409, code: "ConditionalRequestConflict" }
          : undefined,
    });
    expect(await storeAt(server.url).create("a", bytes("rows"))).toBe(true);
    expect(conflicts).toBe(3);
  });

  it("replaces an object, and removes objects that are there and that are not", async () => {
    const server = await s3Server();
    const store = storeAt(server.url);
    await store.create("a", bytes("1"));
    await store.replace("a", bytes("2"));
    expect(text(await store.read("a"))).toBe("2");
    await store.create("b", bytes("1"));
    await store.remove(["a", "b", "c"]);
    expect(await store.list("")).toEqual([]);
    await store.remove([]);
  });
});

describe("a bucket", () => {
  it("that fails for a moment is tried again", async () => {
    const server = await s3Server({
      fault: (_request, count) => (count % 3 === 0 ? undefined : { status: 503, code: "SlowDown" }),
    });
    const store = storeAt(server.url);
    expect(await store.create("a", bytes("rows"))).toBe(true);
    expect(text(await store.read("a"))).toBe("rows");
  });

  it.each([
    [503, "SlowDown", "archive_unreachable"],
    [500, "InternalError", "archive_unreachable"],
    [429, "TooManyRequests", "archive_unreachable"],
    [403, "AccessDenied", "archive_refused"],
    [403, "QuotaExceeded", "archive"],
    [400, "ExpiredToken", "archive_refused"],
    [404, "NoSuchBucket", "archive_missing"],
    [400, "InvalidArgument", "archive"],
    [404, undefined, "archive_unreachable"],
    [301, undefined, "archive_unreachable"],
  ] as const)("that answers %i %s fails as %s, and nothing changes", async (status, code, kind) => {
    let isDown = false;
    const server = await s3Server({
      fault: () => (isDown ? { status, ...(code !== undefined && { code }) } : undefined),
    });
    const store = storeAt(server.url);
    await store.create("a", bytes("rows"));
    isDown = true;
    for (const attempt of [
      () => store.list(""),
      () => store.read("a"),
      () => store.create("b", bytes("rows")),
      () => store.replace("a", bytes("others")),
      () => store.remove(["a"]),
      () => store.lock("compact"),
    ]) {
      const error = await failureOf(attempt());
      expect(error).toMatchObject({
        kind,
        hint: kind === "archive" ? undefined : expect.anything(),
      });
      expect(error.message).toContain(
        kind === "archive_missing" ? "desk-archive" : "s3://desk-archive/desk",
      );
    }
    isDown = false;
    expect(text(await store.read("a"))).toBe("rows");
    expect(await store.list("")).toHaveLength(1);
  });

  it.each([
    [{ AWS_ACCESS_KEY_ID: "AKIAOTHER" }, "AWS_ACCESS_KEY_ID"],
    [{ AWS_SECRET_ACCESS_KEY: "a-wrong-secret" }, "AWS_SECRET_ACCESS_KEY"],
  ])("with a wrong key names its variable", async (env, name) => {
    const server = await s3Server();
    const error = await failureOf(storeAt(server.url, { env }).list(""));
    expect(error).toMatchObject({ kind: "archive_refused" });
    expect(error.message).toContain(`does not accept ${name}`);
    expect(error.message).not.toContain("a-wrong-secret");
  });

  it("in another region is named with it", async () => {
    const server = await s3Server({
      fault: () => ({
        status: 301,
        code: "PermanentRedirect",
        headers: { "x-amz-bucket-region": "eu-central-1" },
      }),
    });
    const error = await failureOf(storeAt(server.url).list(""));
    expect(error).toMatchObject({
      kind: "archive_missing",
      message: "the bucket desk-archive is in another region, eu-central-1",
      hint: expect.stringContaining("s3://desk-archive/desk?region=eu-central-1"),
    });
  });

  it("whose clock is far from this machine's is signed for by its clock", async () => {
    const ahead = 3_600_000;
    const server = await s3Server({ now: () => Date.now() + ahead });
    const store = storeAt(server.url);
    expect(await store.create("a", bytes("rows"))).toBe(true);
    const skewed = server.requests.length;
    expect(text(await store.read("a"))).toBe("rows");
    expect(server.requests).toHaveLength(skewed + 1);
  });

  it("that is not there is out of reach", async () => {
    const error = await failureOf(storeAt("http://127.0.0.1:1").list(""));
    expect(error).toMatchObject({
      kind: "archive_unreachable",
      hint: "check the endpoint (AWS_ENDPOINT_URL_S3), and that the store is running",
    });
  });

  it.each([
    ["HTML", "<html>sign in</html>"],
    ["another document", "<Error><Code>x</Code></Error>"],
    [
      "an object of another prefix",
      "<ListBucketResult><Contents><Key>other/a</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents></ListBucketResult>",
    ],
    [
      "a size that is none",
      "<ListBucketResult><Contents><Key>desk/a</Key><Size>x</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents></ListBucketResult>",
    ],
    [
      "a next page without a token",
      "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
    ],
    [
      "the same page for ever",
      "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>",
    ],
  ])("whose listing is %s does not answer as S3", async (_what, body) => {
    const server = await s3Server({ fault: () => ({ status: 200, body }) });
    expect(await failureOf(storeAt(server.url).list(""))).toMatchObject({
      kind: "archive_unexpected",
      hint: expect.stringContaining("endpoint"),
    });
  });
});
