import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Home, script, tempHome } from "../settings/home.js";
import { runCarry } from "../support/process.js";
import { CTRL_C, ENTER, openTerminal } from "../support/pty.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile({ now: Date.now });

/** Characters of spinners. */
const SPINNER = /[\u2800-\u28ff]/;

/** Waits longer than the delay of a spinner. */
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
    await login.shows("Keep a history");
    login.type(`maybe${ENTER}`);
    await login.shows("Type y or n.");
    login.type(`\u0015y${ENTER}`);
    await login.shows("next: carry status");
    expect(await login.ended).toBe(0);
    expect(home.profiles().default?.record).toBe("on");
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

  it("a stored value cannot control the terminal", async () => {
    const home = tempHome();
    const steer = "https://example.com/\u001b]0;owned\u0007";
    mkdirSync(home.directory);
    const stored = { version: 1, profiles: { default: { "base-url": steer, portfolio: steer } } };
    writeFileSync(home.file, JSON.stringify(stored), { mode: 0o600 });
    const login = openTerminal(["auth", "login", "--no-verify"], home.env);
    await login.shows("Base URL of the service");
    login.type(`https://example.com${ENTER}`);
    await login.shows("API key for profile default");
    login.type(`a-key${ENTER}`);
    await login.shows("\\x1b]0;owned\\x07");
    login.type(`\u0015${ENTER}`);
    expect(await login.ended).toBe(0);
    expect(login.screen()).not.toContain("owned\u0007");
    expect(home.profiles().default?.["base-url"]).toBe("https://example.com");
  });

  it("an invalid answer is reported at once, and asked again", async () => {
    const home = tempHome();
    const login = openTerminal(["auth", "login", "--no-verify"], home.env);
    await login.shows("Base URL of the service");
    login.type(`http://example.com${ENTER}`);
    await login.shows("plain http is not encrypted");
    login.type(`\u0015https://example.com${ENTER}`);
    await login.shows("API key for profile default");
    login.type(`two words${ENTER}`);
    await login.shows("contains a space or tab");
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

  it("values of the profile are offered, and kept with Enter", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const first = openTerminal(
      ["auth", "login", "--base-url", url, "--portfolio", portfolioId],
      home.env,
    );
    await first.shows("API key");
    first.type(apiKey + ENTER);
    await first.shows("Keep a history");
    first.type(ENTER);
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

  it.each([
    ["Ctrl-C", CTRL_C],
    ["Ctrl-D", "\u0004"],
  ])("%s at a question cancels the login with 130, and shows the cursor again", async (_, key) => {
    const home = tempHome();
    const login = openTerminal(["auth", "login"], home.env);
    await login.shows("Base URL of the service");
    login.type(key);
    expect(await login.ended).toBe(130);
    expect(login.screen()).toContain("interrupted");
    const [shown, hidden] = ["h", "l"].map((it) => login.screen().lastIndexOf(`\u001b[?25${it}`));
    expect(shown).toBeGreaterThan(hidden ?? 0);
    expect(home.exists()).toBe(false);
  });

  it("the stored key is kept with Enter, but only for its own service", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const argv = ["auth", "login", "--portfolio", portfolioId];
    const first = openTerminal([...argv, "--base-url", url], home.env);
    await first.shows("API key");
    first.type(apiKey + ENTER);
    await first.shows("Keep a history");
    first.type(ENTER);
    expect(await first.ended).toBe(0);

    const again = openTerminal([...argv, "--base-url", `${url}/`], home.env);
    await again.shows(`Enter keeps ****${apiKey.slice(-4)}`);
    again.type(ENTER);
    expect(await again.ended).toBe(0);
    expect(home.profiles().default).toMatchObject({ "base-url": `${url}/`, "api-key": apiKey });

    const elsewhere = openTerminal([...argv, "--base-url", "https://a.example"], home.env);
    await elsewhere.shows("(not shown)");
    elsewhere.type(ENTER);
    await elsewhere.shows("The key is empty.");
    elsewhere.type(CTRL_C);
    expect(await elsewhere.ended).toBe(130);
  });

  it("no spinner runs beside a question, however long the answer takes", async () => {
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

  it("no spinner runs while a password manager asks", async () => {
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

  it("--with-key does not read a key from a terminal", async () => {
    const login = openTerminal(["auth", "login", "--with-key"], tempHome().env);
    expect(await login.ended).toBe(2);
    expect(login.screen()).toContain("reads the API key from stdin, which is a terminal");
  });
});
