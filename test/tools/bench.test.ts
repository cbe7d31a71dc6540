import { describe, expect, it } from "vitest";
import { clean } from "../../bench/environment.mjs";
import { compared, inTurns, summary } from "../../bench/measure.mjs";
import { findings, resultsOf } from "../../bench/report.mjs";

const figure = { figure: "a command", than: "the floor", ms: 20 };
const before = resultsOf([{ ...figure, ratio: 1.1, noise: 0.02 }]);
const found = (ratio: number, noise?: number, goal?: number) =>
  findings([{ ...figure, ratio, noise, goal }], before);

describe("npm run bench -- --check", () => {
  it("names what got worse by more than the noise of both runs", () => {
    expect(found(1.16, 0.03)).toEqual([
      "worse: a command, compared with the floor, is 1.160 ± 0.030, was 1.100 ± 0.020",
    ]);
  });

  it("names nothing that is within the noise, better, or was not measured before", () => {
    const nothing = ["nothing got worse by more than noise"];
    expect(found(1.14, 0.03)).toEqual(nothing);
    expect(found(0.5, 0.01)).toEqual(nothing);
    expect(findings([{ ...figure, figure: "another", ratio: 9 }], before)).toEqual(nothing);
    expect(findings([{ ...figure, ratio: undefined }], before)).toEqual(nothing);
  });

  it("allows what was measured once 5 % of noise", () => {
    expect(found(1.17)).toEqual(["nothing got worse by more than noise"]);
    expect(found(1.2)[0]).toMatch(/^worse: .* is 1[.]200 ± 0[.]060, was 1[.]100 ± 0[.]020$/);
  });

  it("names the goals that are missed", () => {
    expect(found(1.1, 0.02, 1.05).at(-1)).toBe(
      "goal missed: a command, compared with the floor, is 1.100 ± 0.020, goal 1.050",
    );
  });
});

describe("what is measured", () => {
  it("has no options of Node, no proxies and no settings of carry", () => {
    const env = {
      ...{ PATH: "/bin", HOME: "/home/a", npm_config_cache: "/c", NODE: "/bin/node" },
      ...{ NODE_EXTRA_CA_CERTS: "/ca.pem", NODE_OPTIONS: "--v", NODE_COMPILE_CACHE: "/c" },
      ...{ HTTP_PROXY: "http://a", https_proxy: "http://a", ALL_PROXY: "a", no_proxy: "b" },
      CARRY_PROFILE: "main",
    };
    clean(env);
    expect(Object.keys(env)).toEqual(["PATH", "HOME", "npm_config_cache", "NODE"]);
  });

  it("is the least time of all rounds, and the median of the memory", () => {
    const runs = [
      { ms: 30, cpu: 25, peak: 40 },
      { ms: 20, cpu: 28, peak: 90 },
      { ms: 99, cpu: 40, peak: 50 },
    ];
    expect(summary(runs)).toEqual({ ms: 20, cpu: 25, peak: 50, times: [30, 20, 99] });
  });

  it("is compared by the least times, with the noise of every third round", () => {
    const own = summary([11, 12, 14, 20].map((ms) => ({ ms, cpu: 2 * ms })));
    const peer = summary([10, 10, 10, 10].map((ms) => ({ ms, cpu: ms })));
    const { ratio, cpuRatio, noise } = compared(own, peer);
    expect([ratio, cpuRatio]).toEqual([1.1, 2.2]);
    expect(noise).toBeCloseTo(0.15); // 1.1, 1.2 and 1.4
    expect(compared(summary([{ ms: 11 }]), summary([{ ms: 10 }])).noise).toBeUndefined();
  });
});

describe.runIf(process.platform === "linux")("a measured process", () => {
  const node = (script: string) => ({ argv: [process.execPath, "-e", script] });
  const spinning = "const end = Date.now() + 60; while (Date.now() < end);";

  it("has its wall time, and processor time only while it works", async () => {
    const sleeping = node("setTimeout(() => {}, 300)");
    const found = await inTurns(
      [
        ["sleeping", sleeping],
        ["spinning", node(spinning)],
        ["missing", undefined],
      ],
      2,
    );
    expect([...found.keys()]).toEqual(["sleeping", "spinning"]);
    expect(found.get("sleeping")?.ms).toBeGreaterThan(300);
    expect(found.get("sleeping")?.cpu).toBeLessThan(300);
    expect(found.get("spinning")?.cpu).toBeGreaterThan(10);
  });

  it("fails the benchmark when it fails, with what it wrote to stderr", async () => {
    const failing = node("console.error('no such thing'); process.exitCode = 3");
    await expect(inTurns([["failing", failing]], 1)).rejects.toThrow(
      /ended with 3: no such thing\n$/,
    );
  });
});
