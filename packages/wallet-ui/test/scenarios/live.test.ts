import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { plainStops, tourUser } from "../browser/tour.js";

describe("what is shown follows the node", () => {
  let node: TestNode;
  let browser: Browser;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "100");
    bob = await node.userWith("bob", "1");
    browser = await openBrowser({ expected: /ERR_INTERNET_DISCONNECTED|WebSocket/ });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const opened = async (path: string, user: string): Promise<Page> => {
    const page = await browser.page();
    await page.goto(`${node.base}${path}`);
    await logIn(page, user);
    return page;
  };
  const operatorAdds = (user: string) =>
    node.api(tourUser, "POST", "/v2/users", { user: { id: user }, rights: [] });

  /** By how much what is shown moved by itself since this was asked last; by Chromium's measure. */
  const shiftOf = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const shift = Number(Reflect.get(window, "shift"));
      Reflect.set(window, "shift", 0);
      return shift;
    });
  const watchShifts = (page: Page): Promise<void> =>
    page.evaluate(() => {
      Reflect.set(window, "shift", 0);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, "hadRecentInput") === true) continue;
          const before = Number(Reflect.get(window, "shift"));
          Reflect.set(window, "shift", before + Number(Reflect.get(entry, "value")));
        }
      }).observe({ type: "layout-shift" });
    });

  const quietMs = 500;
  /** Waits until a page has all that it shows, and has asked nothing for half a second. */
  const settled = async (page: Page): Promise<void> => {
    for (;;) {
      const asks = await page.waitForEvent("request", { timeout: quietMs }).then(
        () => true,
        () => false,
      );
      const isReading = (await page.locator('[role="status"][aria-label="Loading"]').count()) > 0;
      if (!asks && !isReading) return;
    }
  };

  /** What a page asks in two minutes; again where it had not read all, as who polls goes on. */
  const askedByItself = async (page: Page): Promise<ReadonlyArray<string>> => {
    let asked: Array<string> = [];
    const note = (request: { url(): string }) => asked.push(request.url());
    page.on("request", note);
    for (let times = 0; times < 3; times += 1) {
      await settled(page);
      asked = [];
      await page.clock.runFor(120_000);
      if (asked.length === 0) break;
    }
    page.off("request", note);
    return asked;
  };

  it("polls nothing, and moves nothing: no page asks anything in two minutes in which nothing happens", async () => {
    const page = await browser.page();
    await page.clock.install();
    await page.goto(`${node.base}/wallet`);
    await logIn(page, tourUser);
    node.validator.wallet.scheduler.pause();
    const asked: Array<string> = [];
    await watchShifts(page);
    for (const [path, heading] of plainStops) {
      await goTo(page, path, heading);
      asked.push(...(await askedByItself(page)).map((url) => `${path}: ${url}`));
      expect(await shiftOf(page), path).to.be.below(0.1);
    }
    node.validator.wallet.scheduler.resume();
    expect(asked).to.deep.equal([]);
    await page.close();
  });

  it("tells of what came while a page read for the first time", async () => {
    const page = await browser.page();
    // nothing else tells the page to read again
    node.validator.wallet.scheduler.pause();
    let tapped: () => void = () => undefined;
    const tap = new Promise<void>((resolve) => {
      tapped = resolve;
    });
    let isRead = false;
    // the balance of before the tap arrives when the tap has been told of already
    await page.route("**/v0/wallet/balance", async (route) => {
      if (isRead) return route.continue();
      isRead = true;
      const response = await route.fetch();
      const told = page.waitForResponse("**/v0/wallet/balance/history*");
      await node.api("bob", "POST", "/v0/wallet/tap", { amount: "3" });
      tapped();
      await told;
      return route.fulfill({ response });
    });
    // streams begin only then
    await page.route("**/v2/state/ledger-end", async (route) => {
      if (isRead) await tap;
      return route.continue();
    });
    await page.goto(`${node.base}/wallet`);
    await logIn(page, "bob");
    await page.locator("#wallet-balance-amulet").getByText("40.00 CC").first().waitFor();
    node.validator.wallet.scheduler.resume();
    await page.close();
  });

  const offer = (memo: string) =>
    node.api("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "1.5",
      description: memo,
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: memo,
    });
  const lineIn = (page: Page, memo: string) =>
    page.getByRole("listitem").filter({ hasText: `Transfer from ${memo}` });

  it("counts in the title what waits, and other tabs follow at once", async () => {
    const [first, second] = [await opened("/wallet/inbox", "bob"), await opened("/wallet", "bob")];
    for (const memo of ["one", "two"]) await offer(memo);
    const titleOf = (page: Page, title: string) =>
      page.waitForFunction((begin) => document.title.startsWith(begin), title);
    await titleOf(first, "(2) Inbox · ");
    await titleOf(second, "(2) Home · ");
    await lineIn(first, "two").getByRole("button", { name: "Accept" }).click();
    await titleOf(first, "(1) Inbox · ");
    await titleOf(second, "(1) Home · ");
    await lineIn(second, "two").waitFor({ state: "detached" });
    const link = second.getByRole("navigation", { name: "Pages" }).getByRole("link");
    await link
      .filter({ hasText: "Inbox 1" })
      .or(link.filter({ hasText: "Inbox1" }))
      .waitFor();
    await Promise.all([first.close(), second.close()]);
  });

  it("lets what arrives slide in, and says what came above what is read", async () => {
    for (let count = 0; count < 9; count += 1) await offer(`earlier ${count}`);
    await offer("seven");
    const page = await opened("/wallet/inbox", "bob");
    await page.setViewportSize({ width: 1_280, height: 420 });
    await lineIn(page, "seven").waitFor();
    await page.mouse.move(0, 0);
    await page.mouse.wheel(0, 2_000);
    await page.waitForFunction(
      () => window.scrollY + window.innerHeight > document.documentElement.scrollHeight - 1,
    );
    const topOf = async (): Promise<number> => (await lineIn(page, "one").boundingBox())?.y ?? 0;
    const before = await topOf();
    await offer("eight");
    const above = page.getByRole("status").getByRole("button", { name: "1 new" });
    await above.waitFor();
    await eventually(async () => expect(await topOf()).to.be.closeTo(before, 1));
    await offer("nine");
    await page.getByRole("button", { name: "2 new" }).click();
    await page.getByRole("button", { name: "2 new" }).waitFor({ state: "detached" });
    await lineIn(page, "nine").waitFor();
    await eventually(async () =>
      expect(await lineIn(page, "nine").getAttribute("data-arrived")).to.equal("yes"),
    );
    await eventually(async () =>
      expect(await lineIn(page, "seven").getAttribute("data-arrived")).to.equal(null),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.close();
  });

  it("shows in the console what others do, at once", async () => {
    const page = await opened("/console/users", tourUser);
    const users = page.getByRole("list", { name: "Users" });
    await users.getByText("alice").first().waitFor();
    await operatorAdds("dora");
    await users.getByText("dora").first().waitFor();
    await page.close();
  });

  it("says that it is offline, and reads what was missed once it is online again", async () => {
    const page = await opened("/console/users", tourUser);
    const users = page.getByRole("list", { name: "Users" });
    await users.getByText("alice").first().waitFor();
    await browser.context.setOffline(true);
    const offline = page.getByText("You are offline: what you see may be old");
    await offline.waitFor();
    await operatorAdds("emil");
    await browser.context.setOffline(false);
    await offline.waitFor({ state: "detached" });
    await users.getByText("emil").first().waitFor();
    await page.close();
  });
});
