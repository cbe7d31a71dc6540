import { describe, expect, it } from "vitest";
import { loadAllCommands } from "../../src/commands/load.js";
import { modelOf } from "../../src/run/program-model.js";
import { tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();

/** Returns how to run lines with a profile that has these settings. */
async function withSettings(settings: Record<string, string>) {
  const home = tempHome();
  const run = (line: string, terminal?: number) =>
    carry(line.split(" "), {
      env: { ...env(), ...home.env, NO_COLOR: "1" },
      ...(terminal !== undefined && { terminal }),
    });
  for (const [key, value] of Object.entries(settings)) await run(`profile set ${key} ${value}`);
  return run;
}

const headings = ({ stdout }: { readonly stdout: string }) => stdout.split("\n")[0]?.trim();

describe("columns.<command> in a profile", () => {
  it("are the columns of that command's tables, in its short form, too", async () => {
    const run = await withSettings({ "columns.list": "name,net_pnl" });
    expect(headings(await run("positions list"))).toMatch(/^position +net$/);
    expect((await run("list", 80)).stdout).toMatch(/^ +position +net$/m);
    expect(headings(await run("assets"))).toMatch(/^asset +name/);
  });

  it("give way to --columns, --view and --wide", async () => {
    const run = await withSettings({ "columns.list": "name,net_pnl", "view.apr": "asset,apr" });
    expect(headings(await run("list --columns asset"))).toBe("asset");
    expect(headings(await run("list --view apr"))).toMatch(/^asset +APR$/);
    expect((await run("list --wide")).stdout).toMatch(/^ +position +long\/short .* why +id$/m);
  });

  it("leave the other formats and charts as they are", async () => {
    const run = await withSettings({ "columns.list": "name", "columns.history": "time" });
    expect(headings(await run("list --csv"))).toMatch(/^position_id,asset,status,/);
    expect(await run("list -o ndjson --limit 1")).toMatchObject({ code: 0 });
    const { code, stderr } = await run("funding history binance:BTCUSDT --chart");
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("columns")]);
  });

  it("are refused where the command lacks one of them, naming the setting and the remedy", async () => {
    const run = await withSettings({ "columns.list": "name,net_pnk" });
    expect(await run("list")).toMatchObject({
      code: 2,
      stderr:
        'error: columns.list of the profile: there is no column "net_pnk"\n' +
        "hint: did you mean net_pnl?\n",
    });
  });

  it("are named where they need the performance, which --no-performance leaves out", async () => {
    const run = await withSettings({ "columns.list": "asset,performance.net_pnl" });
    const { code, stderr } = await run("list --no-performance");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        'error: columns.list of the profile: "performance.net_pnl" needs the performance',
      ),
    ]);
  });

  it("are set for a command that prints columns alone, with the nearest name as hint", async () => {
    const run = await withSettings({});
    expect(await run("profile set columns.lst handle")).toMatchObject({
      code: 2,
      stderr:
        "error: columns.lst: no command with columns has this name\nhint: did you mean columns.list?\n",
    });
  });

  it("are completed by the names of commands, then by the columns of that command", async () => {
    const { root } = modelOf(await loadAllCommands());
    const set = root.commands
      .find(({ name }) => name === "profile")
      ?.commands.find(({ name }) => name === "set");
    const names = set?.commands.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["columns.list", "columns.history"]));
    expect(names).toEqual([...new Set(names)]);
    const list = set?.commands.find(({ name }) => name === "columns.list");
    expect(list?.columns).toContain("performance.net_pnl");
    expect(list?.args[0]?.value).toEqual({ source: { from: "columns" }, list: true });
  });
});

describe("--view", () => {
  it("takes the columns of the profile in csv and tsv", async () => {
    const run = await withSettings({ "view.ids": "position_id" });
    expect(headings(await run("list --view ids --csv"))).toBe("position_id");
    expect(headings(await run("list --view ids -o tsv"))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is refused with the views that the profile has when it lacks the one", async () => {
    const run = await withSettings({ "view.ids": "position_id", "view.made": "net_pnl" });
    expect(await run("list --view fundng")).toMatchObject({
      code: 2,
      stderr:
        'error: --view: the profile has no view "fundng"\n' +
        "hint: its views are ids, made; carry profile set view.fundng <a,b,c> saves one\n",
    });
  });

  it("and --columns exclude each other", async () => {
    const run = await withSettings({ "view.ids": "position_id" });
    expect(await run("list --view ids --columns asset")).toMatchObject({ code: 2 });
  });
});

describe("a saved set of columns", () => {
  it("is shown by profile show, with --resolved too, and removed by unset", async () => {
    const run = await withSettings({ "view.ids": "position_id" });
    expect((await run("profile show")).stdout).toMatch(/^view\.ids +position_id$/m);
    expect((await run("profile show --resolved")).stdout).toMatch(/^view\.ids +position_id +prof/m);
    await run("profile unset view.ids");
    expect((await run("profile show")).stdout).not.toContain("view.ids");
  });

  it("has a name of letters, digits, - and _, and names of columns", async () => {
    const run = await withSettings({});
    for (const line of ["view. asset", "view.a.b asset", "view.x a,,b", "columns.list ,"]) {
      expect(await run(`profile set ${line}`)).toMatchObject({ code: 2 });
    }
  });
});
