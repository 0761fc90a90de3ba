import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser, sidewaysOverflow } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { type Stop, stoppedClock, tourStops, tourUser } from "../browser/tour.js";

/** Parts that scroll sideways, and that no one comes to by the keyboard. */
const unreached = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowX))
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .filter((part) => part.closest("[tabindex]") === null && !part.querySelector("a, button"))
      .map((part) => `${part.tagName} ${part.className} scrolls for the pointer alone`),
  );

describe("letters of twice the size at 320 pixels", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let stops: ReadonlyArray<Stop>;
  before(async () => {
    node = await startTestNode({ http: stoppedClock() });
    stops = await tourStops(node);
    browser = await openBrowser({ width: 320, height: 700 });
    page = await browser.page();
    await page.goto(`${node.base}/wallet`);
    await logIn(page, tourUser);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("fit every page, which scrolls in one direction, and wide parts in themselves", async () => {
    const found: Array<string> = [];
    for (const [path, heading] of stops) {
      await goTo(page, path, heading);
      const overflow = await sidewaysOverflow(page);
      if (overflow > 0) found.push(`${path}: ${overflow} pixels too wide`);
      found.push(...(await unreached(page)).map((part) => `${path}: ${part}`));
    }
    expect(found).to.deep.equal([]);
  });
});
