import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { growInbox } from "../browser/long-inbox.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** What comes later makes it a thousand, the most that is read. */
const count = 900;
/** Lines that are drawn at most; the others are texts. */
const mostDrawn = 80;

describe("an inbox of 900 lines, and 100 more", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    bob = await node.userWith("bob", "1");
    await growInbox(node, "alice", bob, count);
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/inbox`);
    await logIn(page, "bob");
    await lines().first().waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const lines = () => page.locator("[data-line]");
  const textOf = (line: ReturnType<typeof lines>) => line.getByRole("link").innerText();
  const scrolled = (to: "top" | "end"): Promise<void> =>
    page.evaluate((edge) => {
      window.scrollTo({ top: edge === "top" ? 0 : document.documentElement.scrollHeight });
    }, to);
  const focusedAt = (): Promise<number> =>
    page.evaluate(() => Number(document.activeElement?.getAttribute("aria-posinset")));
  const isWithinView = (text: string) =>
    page.waitForFunction((wanted) => {
      const line = [...document.querySelectorAll("[data-line]")].find(
        ({ textContent }) => textContent?.includes(wanted) === true,
      );
      const { top = -1, bottom = -1 } = line?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom <= window.innerHeight;
    }, text);

  it("draws what is near alone, to the last line and back", async () => {
    const newest = await textOf(lines().first());
    const oldest = Array.from({ length: count }, (_, at) => `offer ${at}`);
    expect(oldest.some((text) => newest.includes(text))).to.equal(true);
    await scrolled("end");
    const last = page.locator(`[aria-posinset="${count}"]`);
    await last.waitFor();
    const drawn = await lines().count();
    expect(drawn).to.be.below(mostDrawn);
    await eventually(async () =>
      expect(await last.getAttribute("aria-setsize")).to.equal(`${count}`),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await scrolled("top");
    await page.locator('[aria-posinset="1"]').waitFor();
    await eventually(async () => expect(await textOf(lines().first())).to.equal(newest));
    const drawnThen = await lines().count();
    expect(drawnThen).to.be.below(mostDrawn);
  });

  it("is walked by keys, also after it was scrolled away from the line with the focus", async () => {
    await page.locator('[aria-posinset="10"]').focus();
    await scrolled("end");
    await page.locator(`[aria-posinset="${count}"]`).waitFor();
    await page.keyboard.press("ArrowDown");
    await eventually(async () => expect(await focusedAt()).to.equal(11));
    for (let at = 12; at <= 60; at += 1) {
      await page.locator(`[aria-posinset="${at}"]`).waitFor({ state: "attached" });
      await page.keyboard.press("ArrowDown");
      await eventually(async () => expect(await focusedAt()).to.equal(at));
    }
  });

  it("lets the browser find a line that is far", async () => {
    await scrolled("top");
    await page.locator('[aria-posinset="1"]').waitFor();
    const far = (await page.locator("[data-far]").last().textContent()) ?? "";
    const [wanted = ""] = /offer \d+$/.exec(far) ?? [];
    const found = await page.evaluate((text) => {
      const isFound: unknown = Reflect.get(window, "find").call(window, text);
      // as browsers do with what they find
      getSelection()?.focusNode?.parentElement?.scrollIntoView({ block: "end" });
      return isFound;
    }, wanted);
    expect(found).to.equal(true);
    await isWithinView(wanted);
  });

  it("chooses all, one fewer, and keeps what is read in its place when others come", async () => {
    await page.getByRole("checkbox", { name: `Choose all ${count}` }).check();
    const boxes = lines().getByRole("checkbox");
    await boxes.first().uncheck();
    await page.getByRole("button", { name: `Accept ${count - 1}` }).waitFor();
    await page.getByRole("checkbox", { name: `${count - 1} chosen` }).check();
    await scrolled("end");
    const last = page.locator(`[aria-posinset="${count}"]`);
    await last.waitFor();
    await eventually(async () =>
      expect(await last.getByRole("checkbox").isChecked()).to.equal(true),
    );
    const text = await textOf(last);
    const line = lines().filter({ hasText: text });
    const before = (await line.boundingBox())?.y ?? 0;
    await growInbox(node, "alice", bob, 100, count);
    await page.getByRole("status").getByRole("button", { name: "100 new" }).waitFor();
    await eventually(async () =>
      expect((await line.boundingBox())?.y ?? 0).to.be.closeTo(before, 1),
    );
  });
});
