import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, openBrowser, sidewaysOverflow } from "../browser/browser.js";
import { textsOf } from "../browser/page-texts.js";
import { pseudoText, withoutValues } from "../browser/pseudo-catalogue.js";
import { buildPseudoSite } from "../browser/pseudo-site.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { type Stop, stoppedClock, tourStops, tourUser } from "../browser/tour.js";

/** Names that are the same in every language: of networks, coins, formats and users. */
const names = /\b(auth|CC|USD|DSO|DevNet|UTC|CSV|CNS|JSON|ledger-api-user|shop|sv|validator)\b/g;

/** Ids, hashes, addresses, settings, and names of the API: `a::1220`, `b.c`, `d_e`, `FooBar`. */
const ids = /\S*(::|:\/\/)\S*|\b[0-9a-f]{6,}\b|\b\w+(\.\w+)+|\b\w+_\w+|\b([A-Z][a-z]+){2,}\b/g;

const goTo = async (page: Page, path: string): Promise<void> => {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await page.waitForFunction(
    ([to, loading]) =>
      location.pathname + location.search === to &&
      document.querySelector("h1") !== null &&
      document.querySelector(`[role=status][aria-label="${loading}"]`) === null,
    [path, pseudoText("Loading")] as const,
  );
};

describe("a language with longer texts", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let stops: ReadonlyArray<Stop>;
  let removeSite: () => void;
  before(async () => {
    const site = await buildPseudoSite();
    removeSite = site.remove;
    node = await startTestNode({ site: site.folder, http: stoppedClock() });
    stops = await tourStops(node);
    // Japanese dates and times have no Latin letters
    browser = await openBrowser({ width: 320, height: 640, locale: "ja-JP" });
    page = await browser.page();
    await page.goto(`${node.base}/wallet`);
    await page.getByLabel(pseudoText("User name")).fill(tourUser);
    await page.getByRole("button", { name: pseudoText("Log in") }).click();
    await page.getByRole("button", { name: pseudoText("Log out") }).waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
    removeSite();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("is shown by every page, which has no text of its own and scrolls in one direction", async () => {
    const found: Array<string> = [];
    for (const [path] of stops) {
      await goTo(page, path);
      const texts = await textsOf(page);
      expect(texts.some((text) => text.includes(pseudoText("Log out")))).to.equal(true, path);
      const own = [...new Set(texts)].filter((text) =>
        /[a-zA-Z]/.test(withoutValues(text).replaceAll(ids, "").replaceAll(names, "")),
      );
      found.push(...own.map((text) => `${path}: ${text}`));
      const overflow = await sidewaysOverflow(page);
      if (overflow > 0) found.push(`${path}: ${overflow} pixels too wide`);
    }
    expect(found.join("\n")).to.equal("");
  });
});
