import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import type { Locator, Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goByKeys,
  goTo,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { type Stop, stoppedClock, tourStops, tourUser } from "../browser/tour.js";

/** The sources; this file is compiled into `dist/test`. */
const appFolder = fileURLToPath(new URL("../../../src/app", import.meta.url));

/** What a page looks like in one of the ways people use it. */
interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly media: Parameters<Page["emulateMedia"]>[0];
}

const looks: ReadonlyArray<Look> = [
  {
    name: "in a wide window, light",
    width: 1_440,
    height: 900,
    media: { colorScheme: "light", forcedColors: "none", reducedMotion: "no-preference" },
  },
  {
    name: "at 320 pixels, dark, without motion",
    width: 320,
    height: 640,
    media: { colorScheme: "dark", forcedColors: "none", reducedMotion: "reduce" },
  },
  {
    // a window of 1,280 pixels, enlarged twice
    name: "at 200 % zoom, with forced colours",
    width: 640,
    height: 450,
    media: { colorScheme: "light", forcedColors: "active", reducedMotion: "no-preference" },
  },
];

/** How many animations run that last longer than a blink. */
const running = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration ?? 0) > 50)
        .length,
  );

/** What is wrong with the element that has the focus; undefined when all is well. */
const focusError = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
    const what = `${focused.tagName} ${focused.getAttribute("aria-label") ?? focused.textContent ?? ""}`;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    if ((outlineStyle === "none" || outlineWidth === "0px") && boxShadow === "none")
      return `${what}: the focus is not seen`;
    const { top, bottom, left, right } = focused.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x > window.innerWidth || y > window.innerHeight)
      return bottom - top > window.innerHeight ? undefined : `${what}: outside of the window`;
    const above = document.elementFromPoint(x, y);
    const isSeen = above === null || focused.contains(above) || above.contains(focused);
    return isSeen ? undefined : `${what}: below ${above.tagName} ${above.className}`;
  });

/** Goes through a page by Tab, until it begins again. @returns what is wrong, and how many stops */
const tabThrough = async (page: Page): Promise<readonly [ReadonlyArray<string>, number]> => {
  const errors: Array<string> = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  let stops = 0;
  for (; stops < 200; stops++) {
    await page.keyboard.press("Tab");
    const isOut = await page.evaluate(() => document.activeElement === document.body);
    if (isOut && stops > 0) return [errors, stops];
    let wrong = await focusError(page);
    // what is wrong stays so, when all is drawn
    for (let looks = 0; wrong !== undefined && looks < 10; looks += 1) {
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      wrong = await focusError(page);
    }
    if (wrong !== undefined) errors.push(wrong);
  }
  return [[...errors, "Tab never came to the end"], stops];
};

describe("30: a tour of all pages of the browser wallet", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let stops: ReadonlyArray<Stop>;
  let shop: string;
  before(async () => {
    node = await startTestNode({ http: stoppedClock() });
    stops = await tourStops(node);
    shop = node.validator.wallet.users.partyOf("shop") ?? "";
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet`);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  /** The pages that this run looks at in one of the ways; all ways together are all pages. */
  const stopsOf = (way: number): ReadonlyArray<Stop> =>
    stops.filter((_, at) => (at + way) % testSize("PAGES_STEP") === 0);

  it("30: has every route on it", () => {
    const texts = readdirSync(appFolder)
      .filter((name) => /rows\.ts$|routes\.ts$/.test(name))
      .map((name) => readFileSync(join(appFolder, name), "utf8"));
    const routes = texts.flatMap((text) =>
      [...text.matchAll(/path: "([^"]+)"/g)].map(([, path = ""]) => path),
    );
    expect(routes.length).to.be.above(35);
    const isOnIt = (route: string): boolean =>
      stops.some(([path]) =>
        new RegExp(`^${route.replaceAll(/:[a-zA-Z]+/g, "[^/]+")}$`).test(path.split("?")[0] ?? ""),
      );
    expect(routes.filter((route) => !isOnIt(route))).to.deep.equal([]);
  });

  it("30: has an icon of its own for each page of an area", async () => {
    await page.goto(`${node.base}/wallet/menu`);
    await logIn(page, tourUser);
    await page.getByRole("region", { name: "Ledger" }).waitFor();
    for (const area of [/^(Money|What you have|Settings)$/, /^(Console|Ledger)$/]) {
      const links = page.getByRole("region", { name: area }).locator("li path");
      const drawn = await links.evaluateAll((all) => all.map((each) => each.getAttribute("d")));
      expect(drawn.length).to.be.above(10);
      expect(new Set(drawn).size).to.equal(drawn.length);
    }
    await page.goto(`${node.base}/wallet`);
  });

  it("30: logs in, goes to pages, opens and leaves a dialog, and sends, by the keyboard alone", async () => {
    await page.getByLabel("User name").waitFor();
    for (let tabs = 0; tabs < 10; tabs++) {
      if (await page.getByLabel("User name").evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type(tourUser);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    for (const [letter, path, heading] of [
      ["i", "/wallet/inbox", "Inbox"],
      ["c", "/wallet/holdings", "Holdings"],
      ["t", "/wallet/history", "History"],
      ["s", "/wallet/send", "Send"],
    ] as const) {
      await goByKeys(page, letter, path);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    }
    const tabTo = async (target: Locator): Promise<void> => {
      await target.waitFor();
      for (let tabs = 0; tabs < 80; tabs++) {
        if (await target.evaluate((it) => it === document.activeElement)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error("Tab never came there");
    };
    await tabTo(page.getByRole("combobox", { name: "Receiver", exact: true }));
    await page.keyboard.type(shop);
    await page.keyboard.press("Tab");
    await tabTo(page.getByRole("textbox", { name: /^Amount/ }));
    await page.keyboard.type("1.5");
    await page.keyboard.press("Enter");
    await tabTo(page.getByRole("button", { name: "Send 1.50 CC" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send another" }).waitFor();
    await goByKeys(page, "p", "/wallet/settings");
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    const allow = page.getByRole("button", { name: "Allow direct transfers" });
    await tabTo(allow);
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await eventually(async () =>
      expect(await allow.evaluate((it) => it === document.activeElement)).to.equal(true),
    );
    await page.keyboard.press("?");
    await page.getByRole("heading", { level: 1, name: "All pages" }).waitFor();
  });

  for (const [way, look] of looks.entries()) {
    it(`30: is accessible ${look.name}, and scrolls in one direction`, async () => {
      await page.emulateMedia(look.media);
      await page.setViewportSize({ width: look.width, height: look.height });
      const found: Array<string> = [];
      for (const [path, heading] of stopsOf(way)) {
        await goTo(page, path, heading);
        const errors = await accessibilityErrors(page);
        found.push(...errors.map((error) => `${path}: ${error}`));
        const overflow = await sidewaysOverflow(page);
        if (overflow > 0) found.push(`${path}: ${overflow} pixels too wide`);
        if (look.media?.reducedMotion === "reduce" && (await running(page)) > 0)
          found.push(`${path}: something moves`);
      }
      expect(found).to.deep.equal([]);
    });
  }

  it("30: scrolls in one direction with letters of twice the size", async () => {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    const found: Array<string> = [];
    for (const [way, width] of [1_280, 640].entries()) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      for (const [path, heading] of stopsOf(way)) {
        await goTo(page, path, heading);
        const overflow = await sidewaysOverflow(page);
        if (overflow > 0) found.push(`${path} at ${width}: ${overflow} pixels too wide`);
      }
    }
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    expect(found).to.deep.equal([]);
  });

  it("30: shows what has the focus on each page, and lets go of it", async () => {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    await page.setViewportSize({ width: 640, height: 700 });
    const found: Array<string> = [];
    for (const [path, heading] of stopsOf(looks.length)) {
      await goTo(page, path, heading);
      const [errors, count] = await tabThrough(page);
      found.push(...errors.map((error) => `${path}: ${error}`));
      if (count < 3) found.push(`${path}: only ${count} things can be focused`);
    }
    expect(found).to.deep.equal([]);
  });
});
