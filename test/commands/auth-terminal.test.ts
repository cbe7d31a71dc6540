import { describe, expect, it } from "vitest";
import { type Home, script, tempHome } from "../config/home.js";
import { runCarry } from "../support/process.js";
import { CTRL_C, ENTER, openTerminal } from "../support/pty.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile({ now: Date.now });

/** What spinners are made of. */
const SPINNER = /[\u2800-\u28ff]/;

/** What a person does meanwhile, for longer than a spinner waits before it shows itself. */
async function lookAround(home: Home): Promise<void> {
  for (let looks = 0; looks < 5; looks++) await runCarry(["profile", "list"], home.env);
}

describe("on a real terminal", () => {
  it("a person logs in, looks at it, and logs out, and the key is never shown", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();

    const login = openTerminal(["auth", "login"], home.env);
    await login.shows("Base URL of the service");
    login.type(url + ENTER);
    await login.shows("API key for profile default");
    login.type(apiKey + ENTER);
    await login.shows("Portfolio");
    login.type(portfolioId + ENTER);
    expect(await login.ended).toBe(0);
    expect(login.screen()).toContain(url);
    expect(login.screen().replaceAll(/\s+/g, " ")).toContain(
      `(checked: portfolio ${portfolioId} can be read)`,
    );
    expect(home.profiles().default?.["api-key"]).toBe(apiKey);

    const status = openTerminal(["auth", "status"], home.env);
    expect(await status.ended).toBe(0);
    expect(status.screen()).toContain(`****${apiKey.slice(-4)}`);

    const logout = openTerminal(["auth", "logout"], home.env);
    expect(await logout.ended).toBe(0);
    expect(logout.screen()).toContain("removed the API key");
    expect(home.read()).not.toContain(apiKey);

    for (const terminal of [login, status, logout]) {
      expect(terminal.screen()).not.toContain(apiKey);
    }
  });

  it("what cannot be is said at once, and asked again", async () => {
    const home = tempHome();
    const login = openTerminal(["auth", "login", "--no-verify"], home.env);
    await login.shows("Base URL of the service");
    login.type(`http://example.com${ENTER}`);
    await login.shows("plain http is readable on the way");
    login.type(`\u0015https://example.com${ENTER}`);
    await login.shows("API key for profile default");
    login.type(`two words${ENTER}`);
    await login.shows("has a space or tab in it");
    login.type(`\u0015a-key${ENTER}`);
    await login.shows("Portfolio");
    login.type(`mine${ENTER}`);
    await login.shows("That is not a uuid");
    login.type(`\u0015${ENTER}`);
    expect(await login.ended).toBe(0);
    expect(home.profiles().default).toEqual({
      "base-url": "https://example.com",
      "api-key": "a-key",
    });
  });

  it("what the profile has already is offered, and kept with Enter", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const first = openTerminal(
      ["auth", "login", "--base-url", url, "--portfolio", portfolioId],
      home.env,
    );
    await first.shows("API key");
    first.type(apiKey + ENTER);
    expect(await first.ended).toBe(0);

    const again = openTerminal(["auth", "login"], home.env);
    await again.shows(url);
    again.type(ENTER);
    await again.shows("API key");
    again.type(sandbox().limitedKey + ENTER);
    await again.shows(portfolioId);
    again.type(ENTER);
    expect(await again.ended).toBe(3);
    expect(again.screen()).toContain("lacks the scope");
    expect(home.profiles().default?.["api-key"]).toBe(apiKey);
  });

  it("nothing moves beside a question, however long a person looks for the answer", async () => {
    const home = tempHome();
    const login = openTerminal(["auth", "login", "--no-verify"], home.env);
    await login.shows("Base URL of the service");
    await lookAround(home);
    login.type(`https://a.example${ENTER}`);
    await login.shows("API key");
    expect(login.screen()).not.toMatch(SPINNER);
    login.type(CTRL_C);
    expect(await login.ended).toBe(130);
  });

  it("nothing moves while a password manager asks", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const asking = `printf 'Passphrase: ' > /dev/tty; read -r _ < /dev/tty; echo ${apiKey}`;
    const env = { ...home.env, CARRY_BASE_URL: "", CARRY_PORTFOLIO: portfolioId };
    const values = { "base-url": url, "api-key-command": script(home, "vault", asking) };
    for (const [key, value] of Object.entries(values)) {
      await runCarry(["profile", "set", key, value], env);
    }
    const list = openTerminal(["positions", "list", "--limit", "1"], env);
    await list.shows("Passphrase: ");
    await lookAround(home);
    expect(list.screen()).not.toMatch(SPINNER);
    list.type(`open sesame${ENTER}`);
    expect(await list.ended).toBe(0);
    expect(list.screen()).not.toContain(apiKey);
  });

  it("Ctrl-C ends it with 130, and nothing is stored", async () => {
    const home = tempHome();
    const login = openTerminal(["auth", "login", "--base-url", "https://a.example"], home.env);
    await login.shows("API key");
    login.type(`half-a-key${CTRL_C}`);
    expect(await login.ended).toBe(130);
    expect(home.exists()).toBe(false);
  });

  it("--with-key does not read a key that would be seen", async () => {
    const login = openTerminal(["auth", "login", "--with-key"], tempHome().env);
    expect(await login.ended).toBe(2);
    expect(login.screen()).toContain("stdin is a terminal");
  });
});
