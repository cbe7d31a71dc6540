import { describe, expect, it } from "vitest";
import { withoutNodeOptions } from "../../tools/build/node-options.js";

const patched = (text: string) =>
  withoutNodeOptions(Buffer.from(text, "latin1")).toString("latin1");

describe("the Node binary of the executable", () => {
  it("has an empty name in the place of NODE_OPTIONS", () => {
    expect(patched("a\0NODE_OPTIONS\0b")).toBe("a\0\0ODE_OPTIONS\0b");
  });

  it("has one also where the name is the end of a message", () => {
    expect(patched("not allowed in NODE_OPTIONS\0")).toBe("not allowed in \0ODE_OPTIONS\0");
  });

  it("keeps its JavaScript and its snapshot, which has a checksum", () => {
    const rest = "process.env.NODE_OPTIONS;\n\f\0\0\0NODE_OPTIONS\0\0\0\0";
    expect(patched(`${rest}\0NODE_OPTIONS\0`)).toBe(`${rest}\0\0ODE_OPTIONS\0`);
  });

  it("is refused if it does not contain the name", () => {
    const message = "the Node binary does not contain the name NODE_OPTIONS";
    expect(() => patched("\f\0\0\0NODE_OPTIONS\0")).toThrow(message);
    expect(() => patched("")).toThrow(message);
  });
});
