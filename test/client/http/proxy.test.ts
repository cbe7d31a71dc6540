import { describe, expect, it } from "vitest";
import { ProxySettingError } from "../../../src/client/errors.js";
import { proxyAuthorization, proxyFor } from "../../../src/client/http/routes.js";

const HTTPS = { HTTPS_PROXY: "http://proxy.test:3128" };
const proxyOf = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

describe("the proxy of a URL", () => {
  it.each([
    ["https://a.test/", HTTPS, "http://proxy.test:3128/"],
    ["http://a.test/", HTTPS, undefined],
    ["https://a.test/", { HTTP_PROXY: "http://proxy.test" }, undefined],
    ["http://a.test/", { HTTP_PROXY: "proxy.test:3128" }, "http://proxy.test:3128/"],
    ["https://a.test/", { ...HTTPS, https_proxy: "http://small.test" }, "http://small.test/"],
    ["https://a.test/", { ...HTTPS, https_proxy: "" }, undefined],
    ["https://a.test/", { HTTPS_PROXY: "https://proxy.test" }, "https://proxy.test/"],
  ])("%s with %j is %s", (url, env, proxy) => {
    expect(proxyOf(url, env as Record<string, string>)).toBe(proxy);
  });

  it.each(["http://127.0.0.1:8080/", "http://localhost/", "http://[::1]:1/", "http://127.9.9.9/"])(
    "%s has none: it is this machine",
    (url) => {
      expect(proxyOf(url, { HTTP_PROXY: "http://proxy.test" })).toBeUndefined();
    },
  );

  it.each(["*", "a.test", "b.test, a.test", ".test", "*.test", "a.test:443", "TEST", "b  a.test"])(
    "is none for https://a.test with NO_PROXY=%s",
    (NO_PROXY) => {
      expect(proxyOf("https://a.test/", { ...HTTPS, NO_PROXY })).toBeUndefined();
    },
  );

  it.each(["", "b.test", "a.test:444", "est", "x.a.test", ","])(
    "stays for https://a.test with NO_PROXY=%s",
    (NO_PROXY) => {
      expect(proxyOf("https://a.test/", { ...HTTPS, NO_PROXY })).toBeDefined();
    },
  );

  it.each([
    ["https://10.1.2.3/", "10.0.0.0/8", false],
    ["https://11.1.2.3/", "10.0.0.0/8", true],
    ["https://192.168.7.9/", "10.0.0.0/8, 192.168.0.0/16", false],
    ["https://[fd00::1]/", "fd00::/8", false],
    ["https://[fe80::1]/", "fd00::/8", true],
    ["https://10.1.2.3/", "0.0.0.0/0", false],
    ["https://10.1.2.3/", "::/0", true],
    ["https://10.1.2.3/", "10.0.0.0/33", true],
    ["https://10.1.2.3/", "10.0.0.0/", true],
    ["https://a.test/", "10.0.0.0/8", true],
    ["https://a.test./", "a.test", false],
    ["https://a.test/", "a.test.", false],
    ["https://a.b.test./", ".b.test.", false],
  ])("of %s with NO_PROXY=%s: asked through one: %s", (url, NO_PROXY, isAsked) => {
    expect(proxyOf(url, { ...HTTPS, NO_PROXY }) !== undefined).toBe(isAsked);
  });

  it("can be an address that is exempt, IPv6 in either form", () => {
    for (const NO_PROXY of ["fd00::1", "[fd00::1]", "[fd00::1]:443"]) {
      expect(proxyOf("https://[fd00::1]/", { ...HTTPS, NO_PROXY })).toBeUndefined();
    }
  });

  it.each([
    ["http://proxy.test", undefined],
    ["http://user:pass%20word@proxy.test", "user:pass word"],
    ["http://user@proxy.test", "user:"],
    ["http://user:100%@proxy.test", "user:100%"],
  ])("%s is sent the credentials %s", (url, credentials) => {
    const sent = proxyAuthorization(new URL(url))?.replace(/^Basic /, "");
    expect(sent && Buffer.from(sent, "base64").toString()).toBe(credentials);
  });

  it.each(["socks5://proxy.test", "http://", "::::"])("%s is refused", (HTTPS_PROXY) => {
    expect(() => proxyOf("https://a.test/", { HTTPS_PROXY })).toThrow(ProxySettingError);
  });
});
