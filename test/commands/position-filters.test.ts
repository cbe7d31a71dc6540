import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });
const run = (line: string, more: object = {}) => carry(line.split(" "), { env: env(), ...more });

const LOOKS = ["status", "positions risk", "positions outlook", "positions upcoming"];

describe("--asset and --exchange of a look at positions", () => {
  it.each(LOOKS)("%s leaves the positions that match, and says so first", async (look) => {
    const { code, stdout } = await run(`${look} --asset eth,avax --exchange binance`);
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe(
      "3 of 15 open positions: asset eth, avax · exchange binance",
    );
  });

  it.each(LOOKS)(
    "%s says of a filter that matches nothing what was probably meant",
    async (look) => {
      const { code, stdout, stderr } = await run(`${look} --exchange binanse`);
      expect([code, (stdout + stderr).includes("none matches --exchange binanse")]).toEqual([
        0,
        true,
      ]);
      expect(stdout + stderr).toContain("did you mean binance?");
      expect(stdout).not.toContain("All well");
    },
  );

  it("leaves their figures as they are, and names the filters for programs", async () => {
    for (const look of LOOKS.slice(1, 3)) {
      const rows = async (more: string) =>
        JSON.parse((await run(`${look} -o json${more}`)).stdout) as {
          inputs: { filters: object };
          rows: { asset: string }[];
        };
      const all = await rows("");
      const some = await rows(" --asset AVAX");
      expect(some.rows).toEqual(all.rows.filter(({ asset }) => asset === "AVAX"));
      expect(some.inputs.filters).toEqual({ asset: ["AVAX"], exchange: [] });
    }
  });

  it("asks for the settled funding of those positions alone", async () => {
    const { stderr } = await run("positions outlook --asset AVAX -v");
    expect(stderr.match(/GET .*\/funding/g)?.length).toBe(2);
  });
});
