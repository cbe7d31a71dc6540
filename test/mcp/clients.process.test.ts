import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { CARRY } from "../support/bundle.js";
import { finish, startCarry } from "../support/process.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

const surroundings = () => ({
  ...env(),
  PATH: process.env.PATH ?? "",
  CARRY_CONFIG_DIR: "/nonexistent/carry-test-config",
});

describe("a client of the protocol, with the built program", () => {
  it.each([
    ["of 2025", "legacy"],
    ["that negotiates", "auto"],
    ["of 2026", { pin: "2026-07-28" }],
  ] as const)("%s lists and calls the tools", async (_, mode) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [CARRY, "mcp"],
        env: surroundings(),
      }),
    );
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("status");
    const result = await client.callTool({ name: "list", arguments: { status: "open" } });
    expect(result.isError).toBeFalsy();
    const [content] = result.content;
    expect(JSON.parse(content?.type === "text" ? content.text : "").matched).toBe(15);
  });

  it("of 2024, by hand, is answered in its version", async () => {
    const child = spawn(process.execPath, [CARRY, "mcp"], { env: surroundings() });
    const ended = finish(child);
    child.stdin.write(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n',
    );
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    expect(JSON.parse(line.toString()).result.protocolVersion).toBe("2024-11-05");
    child.stdin.end();
    expect(await ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("that ends before it says anything ends the server with 0", async () => {
    const child = startCarry(["mcp"], surroundings()); // its stdin is empty
    expect(await finish(child)).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});
