import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOW } from "../support/now.js";
import { DAY, HOUR, recordedSandboxForFile, timesBetween } from "../support/recorded-sandbox.js";
import { hasChromium, openPage } from "./chromium.js";

const recorded = recordedSandboxForFile(timesBetween(NOW - 6 * DAY, NOW, 8 * HOUR));
const directory = mkdtempSync(join(tmpdir(), "carry-browser-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const pages = [
  ["a page", join(directory, "page.html"), []],
  ["a redacted page", join(directory, "redacted.html"), ["--redact"]],
] as const;

/** By how much the page is wider than what is seen of it. */
const TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Height of A4 in inches. */
const A4 = { paperWidth: 8.27, paperHeight: 11.69 };

describe.runIf(hasChromium)("carry report in Chromium", () => {
  beforeAll(async () => {
    for (const [, path, argv] of pages) {
      const { code, stderr } = await recorded().carry(["report", "--out", path, ...argv]);
      if (code !== 0) throw new Error(stderr);
    }
  }, 120_000);

  it.each(pages)(
    "shows %s with one request and no message, in both schemes",
    async (_what, path) => {
      const page = await openPage();
      const colors: string[] = [];
      for (const scheme of ["light", "dark"]) {
        const features = [{ name: "prefers-color-scheme", value: scheme }];
        await page.call("Emulation.setEmulatedMedia", { features });
        await page.open(pathToFileURL(path).href);
        colors.push(await page.value<string>("getComputedStyle(document.body).backgroundColor"));
      }
      expect(colors).toEqual(["rgb(255, 255, 255)", "rgb(17, 22, 28)"]);
      const told = (method: string) => page.events.filter((event) => event.method === method);
      expect(told("Network.requestWillBeSent")).toHaveLength(2); // one each time it was opened
      expect(told("Log.entryAdded")).toEqual([]);
      expect(told("Runtime.consoleAPICalled")).toEqual([]);
      expect(told("Runtime.exceptionThrown")).toEqual([]);
      // The policy let the style in.
      expect(await page.value<string>("getComputedStyle(document.body).margin")).toBe("0px");
    },
  );

  it.each([390, 320, 768, 1280])("is not wider than a screen of %s px", async (width) => {
    const page = await openPage();
    for (const [, path] of pages) {
      const metrics = { width, height: 844, deviceScaleFactor: 1, mobile: width < 600 };
      await page.call("Emulation.setDeviceMetricsOverride", metrics);
      await page.open(pathToFileURL(path).href);
      expect(await page.value<number>(TOO_WIDE)).toBe(0);
      await page.value("document.querySelectorAll('details').forEach((it) => (it.open = true))");
      expect(await page.value<number>(TOO_WIDE)).toBe(0);
      const cut =
        "[...document.querySelectorAll('h1,h2,p,li,dd,svg')].filter((it) => it.getBoundingClientRect().right > innerWidth + 1).length";
      expect(await page.value<number>(cut)).toBe(0);
    }
  });

  it("is readable on a phone: no text of a chart is below 8 px", async () => {
    const page = await openPage();
    await page.call("Emulation.setDeviceMetricsOverride", {
      ...{ width: 390, height: 844, deviceScaleFactor: 1, mobile: true },
    });
    await page.open(pathToFileURL(pages[0][1]).href);
    const sizes = "[...document.querySelectorAll('svg')].map((it) => 12 * it.getScreenCTM().a)";
    expect(Math.min(...(await page.value<number[]>(sizes)))).toBeGreaterThan(8);
  });

  it("has no text over another in a chart, or beyond its edge", async () => {
    const page = await openPage();
    await page.open(pathToFileURL(pages[0][1]).href);
    const clashes = await page.value<
      string[]
    >(`[...document.querySelectorAll("svg")].flatMap((svg) => {
      const box = svg.getBoundingClientRect();
      const texts = [...svg.querySelectorAll("text")].map((it) => [it.textContent, it.getBoundingClientRect()]);
      const beyond = texts.filter(([, it]) => it.left < box.left - 1 || it.right > box.right + 1);
      const over = texts.filter(([, a], n) => texts.some(([, b], m) => m > n &&
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4));
      return [...beyond, ...over].map(([text]) => text);
    })`);
    expect(clashes).toEqual([]);
  });

  it.each(pages)(
    "prints %s on two pages of A4, always in the light scheme",
    async (_what, path) => {
      const page = await openPage();
      const features = [{ name: "prefers-color-scheme", value: "dark" }];
      await page.call("Emulation.setEmulatedMedia", { features });
      await page.open(pathToFileURL(path).href);
      const { data } = await page.call<{ data: string }>("Page.printToPDF", {
        ...{ ...A4, preferCSSPageSize: true, printBackground: true },
      });
      const pdf = Buffer.from(data, "base64").toString("latin1");
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
      expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45]\.\d+ 841\.\d+\]/);
    },
  );

  it("has nothing in it that could ask for something", () => {
    for (const [, path] of pages) {
      const text = readFileSync(path, "utf8");
      expect(text).not.toMatch(/<script|src=|url\(|https?:\/\//);
    }
  });
});
