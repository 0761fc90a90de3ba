import { expect } from "chai";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** What tests and clients of the public wallet find its elements by, and the page that has each. */
const hooks: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/wallet/login": ["#user-id-field", "#login-button"],
  "/wallet/": [
    "#logged-in-user",
    "#logout-button",
    "#wallet-balance-amulet",
    "#tap-amount-field",
    "#tap-button",
    "#navlink-send",
    "#navlink-history",
    "#navlink-allocations",
    "#navlink-subscriptions",
    "#navlink-delegations",
    ".party-id[data-selenium-text][data-resolved-party-id]",
    ".tx-row",
    ".tx-row-balance_change",
    ".tx-action",
    ".tx-amount-amulet",
    ".transfer-offer",
    ".transfer-offer-accept",
    ".transfer-offer-reject",
  ],
  "/wallet/send": [
    "#create-offer-receiver",
    "#create-offer-amulet-amount",
    "#create-offer-expiration-days",
    "#create-offer-description",
    "#create-offer-submit-button",
  ],
  "/wallet/settings": ["#create-transfer-preapproval"],
};

describe("the hooks of the public wallet's tests", () => {
  let node: TestNode;
  let browser: Browser;
  before(async () => {
    node = await startTestNode();
    const alice = await node.userWith("alice", "1");
    await node.userWith("bob", "1");
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount: "1",
      description: "",
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: "hooks",
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  for (const [path, selectors] of Object.entries(hooks)) {
    it(`are on ${path}`, async () => {
      const page = await browser.page();
      await page.goto(node.base + path);
      if (path !== "/wallet/login") await logIn(page, "alice");
      for (const selector of selectors) await page.locator(selector).first().waitFor();
      const ids = await page.evaluate(() =>
        [...document.querySelectorAll("[id]")].map(({ id }) => id),
      );
      expect(ids).to.have.length(new Set(ids).size);
      await page.close();
      expect(browser.errors).to.deep.equal([]);
    });
  }

  it("open a wallet and confirm a preapproval", async () => {
    const page = await browser.page();
    await page.goto(`${node.base}/wallet/login`);
    await page.locator("#user-id-field").fill("carol");
    await page.locator("#login-button").click();
    await page.locator("#onboard-button").click();
    await page.locator("#navlink-settings").click();
    await page.locator("#create-transfer-preapproval").click();
    await page.locator("#preapproval-confirmation-dialog-accept-button").waitFor();
    expect(browser.errors).to.deep.equal([]);
  });
});
