import type { CallToolResult } from "@modelcontextprotocol/server";
import { misfit } from "./input-schema.js";
import { pageOf } from "./page.js";
import { type Asked, type Tool, ToolError } from "./tool.js";

/** Calls a tool. A failure is a result, which the agent reads, and never ends the server. */
export async function callTool(tool: Tool, given: unknown, asked: Asked): Promise<CallToolResult> {
  try {
    const inputs = given ?? {};
    const fault = misfit(tool.inputs, inputs);
    if (fault !== undefined) throw new ToolError("USAGE", `${tool.name}: ${fault}`);
    const { offset, ...rest } = inputs as Readonly<Record<string, unknown>>;
    const from = typeof offset === "number" ? offset : 0;
    if (from < 0) throw new ToolError("USAGE", `${tool.name}: offset is negative`);
    return text(pageOf(await tool.call({ ...rest, offset: from }, asked), from));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { code, message, hint } = error;
    return { ...text(JSON.stringify({ error: { code, message, hint } })), isError: true };
  }
}

function text(it: string): CallToolResult {
  return { content: [{ type: "text", text: it }] };
}
