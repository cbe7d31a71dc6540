import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { profileEnv } from "../settings/home.js";
import { settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { answer } from "../support/faulty-server.js";
import { long, MINUTE, short } from "../support/fresh-legs.js";
import { isInstalled } from "../support/needs.js";
import { NOW } from "../support/now.js";
import { performance, position } from "../support/records.js";
import { watchedService } from "../support/watched.js";

const HOOKS = fileURLToPath(new URL("../hooks/", import.meta.url));
const SUMMARY = "A&B <i>.00000000: losing: lost 1,000 on funding and price";

/** Checks a position that loses with a hook of the page, as often as the test says. */
async function deskFor(hook: string, env: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), "carry-recipe-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const lost = performance({ net_pnl: -1015.5, funding_pnl: -996.5 });
  const legs = [long(), short()];
  const service = await watchedService([
    position(1, { asset: "A&B <i>", legs, performance: lost }),
  ]);
  service.served.funding = async () => answer(200, JSON.stringify({ data: settled("0") }));
  const settings = profileEnv({ stale: "24h" });
  let runs = 0;
  return {
    directory,
    service,
    async check(...words: readonly string[]): Promise<string> {
      const now = NOW + runs++ * MINUTE;
      const { stderr } = await carry(["check", "--on-alert", `"${HOOKS}/${hook}"`, ...words], {
        env: {
          ...service.env,
          ...settings,
          PATH: process.env.PATH ?? "",
          HOME: directory,
          CARRY_STATE_DIR: join(directory, "state"),
          ...env,
        },
        clock: { now: () => now },
      });
      return stderr;
    },
  };
}

/** Starts a web server that fails the first requests. */
async function sink(failures = 0) {
  const got: { readonly path: string; readonly body: string }[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.statusCode = count++ < failures ? 503 : 200;
    if (response.statusCode === 200) got.push({ path: request.url ?? "", body });
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, got, count: () => count };
}

/** Debian's, which has the package python3-aiosmtpd. */
const PYTHON = "/usr/bin/python3";

const SMTP_SERVER = `
import asyncio, json
from aiosmtpd.smtp import SMTP
class Handler:
    async def handle_DATA(self, server, session, envelope):
        print(json.dumps([envelope.mail_from, envelope.rcpt_tos, envelope.content.decode()]), flush=True)
        return "250 OK"
async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Handler()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
`;

const curl = isInstalled("curl", ["--version"], "hooks of docs/alerts.md were");
const jq = isInstalled("jq", ["--version"], "hooks of docs/alerts.md were");

describe.runIf(curl && jq)("a hook of docs/alerts.md", () => {
  const escaped = SUMMARY.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");

  it.each([
    [
      "ntfy.sh",
      (url: string) => ({ NTFY_URL: `${url}/my-topic` }),
      "/",
      { topic: "my-topic", title: "carry", message: SUMMARY, tags: ["alert"], priority: 4 },
    ],
    [
      "slack.sh",
      (url: string) => ({ SLACK_URL: `${url}/services/T0/B0/x` }),
      "/services/T0/B0/x",
      { text: escaped },
    ],
    [
      "discord.sh",
      (url: string) => ({ DISCORD_URL: `${url}/api/webhooks/1/x` }),
      "/api/webhooks/1/x",
      { content: SUMMARY, allowed_mentions: { parse: [] } },
    ],
    [
      "telegram.sh",
      (url: string) => ({ TELEGRAM_URL: `${url}/bot1:x`, TELEGRAM_CHAT: "42" }),
      "/bot1:x/sendMessage",
      { chat_id: "42", text: SUMMARY },
    ],
  ])(
    "%s reaches a service that fails twice, with the third check, once",
    async (hook, env, path, body) => {
      const { url, got, count } = await sink(2);
      const it = await deskFor(hook, env(url));
      for (const attempt of [1, 2]) {
        expect([attempt, await it.check()]).toEqual([
          attempt,
          expect.stringMatching(
            /^warning: the command of --on-alert for .*: it ended with exit code 22: curl: \(22\).* 503/,
          ),
        ]);
      }
      expect(await it.check()).toBe("");
      expect(await it.check()).toBe("");
      expect(count()).toBe(3);
      expect(got.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([[path, body]]);
    },
  );

  const smtp = isInstalled(PYTHON, ["-c", "import aiosmtpd"], "mail.sh was");
  it.runIf(smtp)("mail.sh gives a mail to an SMTP server", async () => {
    const server = spawn(PYTHON, ["-c", SMTP_SERVER], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void server.kill("SIGKILL"));
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const port = (await lines.next()).value;
    const it = await deskFor("mail.sh", {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "carry@example.com",
      MAIL_TO: "you@example.com",
    });
    expect(await it.check()).toBe("");
    const [from, to, content] = JSON.parse((await lines.next()).value);
    expect([from, to]).toEqual(["carry@example.com", ["you@example.com"]]);
    const [head = "", body] = content.split("\r\n\r\n");
    const subject = /^Subject: =\?UTF-8\?B\?(.*)\?=$/m.exec(head)?.[1] ?? "";
    expect(Buffer.from(subject, "base64").toString()).toBe(SUMMARY);
    expect(head).toMatch(/^Message-ID: <alert\.[0-9a-f]{16}@carry>\r$/m);
    expect(body?.trim()).toBe(SUMMARY);
    server.kill("SIGTERM");
    await once(server, "exit");
    it.service.served.positions = [];
    expect(await it.check()).toMatch(/it ended with exit code 7: curl: \(7\)/);
  });

  const apprise = isInstalled("apprise", ["--version"], "apprise.sh was");
  it.runIf(apprise)("apprise.sh tells by Apprise", async () => {
    const { url, got } = await sink();
    const it = await deskFor("apprise.sh", { APPRISE_URL: `${url.replace("http", "json")}/x` });
    expect(await it.check()).toBe("");
    expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { title: "carry", message: SUMMARY, type: "failure" },
    ]);
  });

  it("desktop.sh calls notify-send, whose arguments are never options", async () => {
    const it = await deskFor("desktop.sh", {});
    const bin = join(it.directory, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "notify-send"), `#!/bin/sh\nprintf '%s\\n' "$@" >"${bin}/called"\n`);
    chmodSync(join(bin, "notify-send"), 0o755);
    const desk = await deskFor("desktop.sh", { PATH: `${bin}:${process.env.PATH}` });
    expect(await desk.check()).toBe("");
    expect(readFileSync(join(bin, "called"), "utf8").trim().split("\n")).toEqual([
      "--urgency",
      "critical",
      "--app-name",
      "carry",
      "--",
      "carry",
      SUMMARY,
    ]);
  });
});
