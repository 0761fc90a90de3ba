import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

describe("a transfer whose answer is lost", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "100");
    bob = await node.userWith("bob", "0");
    browser = await openBrowser({ expected: /ERR_FAILED.*token-standard\/transfers/ });
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  it("scenario 12: is checked by the same id, and was made once", async () => {
    let requests = 0;
    await page.goto(`${node.base}/wallet/send`);
    await logIn(page, "alice");
    await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(bob);
    await page.getByLabel(/^Amount/).fill("3");
    await page.getByRole("button", { name: "Review" }).click();
    let see = (): void => undefined;
    const isSeen = new Promise<void>((resolve) => {
      see = resolve;
    });
    await page.route("**/v0/wallet/token-standard/transfers*", async (route) => {
      requests += 1;
      if (requests > 2) {
        await isSeen;
        return route.continue();
      }
      await route.fetch();
      return route.abort();
    });
    await page.getByRole("button", { name: "Send 3.00 CC" }).dblclick();
    await page.getByText("Checking").waitFor();
    see();
    await page.getByText("Waiting for the receiver").waitFor();
    expect(requests).to.equal(3);
    const inbox = await node.api("alice", "GET", "/v0/wallet/inbox?direction=sent");
    expect(inbox).to.include({ total: 1 });
    expect(browser.errors).to.deep.equal([]);
  });
});
