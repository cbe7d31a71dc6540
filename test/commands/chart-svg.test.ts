import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();
const svg = (line: string) => carry([...line.split(" "), "-o", "svg"], { env: env() });

describe("--chart -o svg", () => {
  it.each([
    ["funding history 1 4 --start 7d --chart", "funding rate per 8h"],
    ["funding compare 1 4 --start 7d --chart", "cumulative spread: short less long"],
  ])("draws `carry %s` as one picture with its figures", async (line, title) => {
    const { stdout, code } = await svg(line);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*>.*<\/svg>\n$/s);
    expect(stdout).toContain(title);
    expect(stdout).toMatch(/>from 2026-05-\d\d \d\d:\d\dZ to 2026-06-01/);
    expect(stdout.match(/<svg/g)).toHaveLength(1);
    expect(stdout).not.toContain("NaN");
  });

  it("is a picture that says so when nothing was settled", async () => {
    const { stdout, code } = await svg("funding compare 1 4 --start 30m --chart");
    expect(code).toBe(0);
    expect(stdout).toMatch(/<svg .*No whole period.*<\/svg>\n$/s);
  });

  it.each(["assets", "status", "positions list --watch", "api /v1/assets", "doctor", "metrics"])(
    "is refused for `carry %s`, with the remedy, before anything is sent",
    async (line) => {
      const { stdout, stderr, code } = await svg(line);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^error: --output svg.*\nhint: (add --chart|leave out)/);
    },
  );

  it("is refused as a profile's or a variable's format too", async () => {
    const { code, stderr } = await carry(["positions", "list"], {
      env: { ...env(), CARRY_OUTPUT: "svg" },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("works only with --chart");
  });
});
