import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

interface Inbox {
  readonly items: ReadonlyArray<{ readonly contract_id: string; readonly description: string }>;
}

describe("what became of something that waited", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    bob = await node.userWith("bob", "1");
    // refused actions, and an answer that does not come
    browser = await openBrowser({ expected: /transfers\/[0-9a-f]+\/(accept|reject)/ });
    page = await browser.page();
    await page.goto(`${node.base}/wallet/inbox`);
    await logIn(page, "bob");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const transfers = "/v0/wallet/token-standard/transfers";
  const item = (memo: string) => page.getByRole("listitem").filter({ hasText: memo });

  /** Alice sends something; returns its contract once bob's page shows it. */
  const sent = async (memo: string): Promise<string> => {
    await node.api("alice", "POST", transfers, {
      receiver_party_id: bob,
      amount: "0.5",
      description: memo,
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: memo,
    });
    await item(memo).waitFor();
    const { items } = await node.api<Inbox>("bob", "GET", "/v0/wallet/inbox");
    return items.find(({ description }) => description === memo)?.contract_id ?? "";
  };
  const close = (): Promise<void> => page.getByRole("button", { name: "Close" }).first().click();

  it("is said when it was withdrawn while the question was open", async () => {
    const cid = await sent("withdrawn while asked");
    await item("withdrawn while asked").getByRole("button", { name: "Reject" }).click();
    await page.getByRole("alertdialog").waitFor();
    await node.api("alice", "POST", `${transfers}/${cid}/withdraw`);
    await page.getByText("is over, and you did nothing. It was withdrawn.").waitFor();
    expect(await item("withdrawn while asked").count()).to.equal(0);
    await close();
  });

  it("is said when someone else was faster, though the row is gone", async () => {
    const cid = await sent("a lost race");
    const path = `**${transfers}/${cid}/accept*`;
    await page.route(path, async (route) => {
      await node.api("alice", "POST", `${transfers}/${cid}/withdraw`);
      await item("a lost race").waitFor({ state: "detached" });
      await route.continue();
    });
    await item("a lost race").getByRole("button", { name: "Accept" }).click();
    await page.getByText("That could not be done. It was withdrawn.").waitFor();
    await page.getByText("No money was moved.").waitFor();
    await page.unroute(path);
    await close();
  });

  it("is found out when the answer was lost and the row is gone", async () => {
    const cid = await sent("a lost answer");
    const path = `**${transfers}/${cid}/accept*`;
    await page.route(path, async (route) => {
      await route.fetch();
      await item("a lost answer").waitFor({ state: "detached" });
      await route.abort();
    });
    await item("a lost answer").getByRole("button", { name: "Accept" }).click();
    await page.getByRole("status").getByText("Accepted.").waitFor();
    await page.unroute(path);
  });

  it("is not said when one goes elsewhere with the question open, or logs out", async () => {
    await sent("left alone");
    await item("left alone").getByRole("button", { name: "Reject" }).click();
    await page.getByRole("alertdialog").waitFor();
    await page.evaluate(() => history.pushState(null, "", "/wallet/holdings"));
    await page.getByRole("heading", { level: 1, name: "Holdings" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("User name").waitFor();
    expect(await page.getByText("is over, and you did nothing").count()).to.equal(0);
  });
});
