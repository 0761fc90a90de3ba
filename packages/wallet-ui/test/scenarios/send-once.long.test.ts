import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const transfers = "**/v0/wallet/token-standard/transfers*";

describe("a transfer that is sent in a hurry", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    bob = await node.userWith("bob", "10");
    browser = await openBrowser({ expected: /ERR_FAILED.*token-standard\/transfers/ });
    page = await browser.page();
    await page.goto(`${node.base}/wallet/send`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const send = () => page.getByRole("button", { name: /^Send [0-9.]+ CC$/ });
  const waiting = () => page.getByText("Waiting for the receiver");

  const fillIn = async (amount: string): Promise<void> => {
    await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(bob);
    await page.getByLabel(/^Amount/).fill(amount);
  };

  /** How many transfers of an amount wait for bob. */
  const count = async (amount: string): Promise<number> => {
    const { items } = await node.api<{
      items: ReadonlyArray<{ amount: { amount: string } }>;
    }>("bob", "GET", "/v0/wallet/inbox");
    return items.filter((item) => item.amount.amount === amount).length;
  };

  it("scenario 11: is made once by a double click, and by two in one moment", async () => {
    await fillIn("1");
    await page.getByRole("button", { name: "Review" }).dblclick();
    await send().dblclick();
    await waiting().waitFor();
    expect(await count("1.0000000000")).to.equal(1);
    await page.getByRole("button", { name: "Send another" }).click();
    await fillIn("2");
    await page.getByRole("button", { name: "Review" }).click();
    await send().evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await waiting().waitFor();
    expect(await count("2.0000000000")).to.equal(1);
    await page.getByRole("button", { name: "Send another" }).click();
  });

  it("scenario 11: is not sent by Enter in the form, and once by Enter twice in the review", async () => {
    await fillIn("3");
    const amount = page.getByLabel(/^Amount/);
    await amount.press("Enter");
    await page.keyboard.press("Enter");
    await send().waitFor();
    expect(await count("3.0000000000")).to.equal(0);
    await send().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await waiting().waitFor();
    expect(await count("3.0000000000")).to.equal(1);
    await page.getByRole("button", { name: "Send another" }).click();
  });

  it("is over on the page when one comes to Send again, by the navigation and by the keyboard", async () => {
    const empty = () => page.getByRole("combobox", { name: "Receiver", exact: true });
    await fillIn("3.5");
    await page.getByRole("button", { name: "Review" }).click();
    await send().click();
    await waiting().waitFor();
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Send", exact: true }).click();
    await empty().waitFor();
    await eventually(async () => expect(await empty().inputValue()).to.equal(""));
    await fillIn("3.5");
    await page.getByRole("button", { name: "Review" }).click();
    await send().waitFor();
    // the two keys count together within a moment, which may be over between them
    do {
      await page.keyboard.press("g");
      await page.keyboard.press("s");
    } while (!(await empty().isVisible()));
    await eventually(async () => expect(await empty().inputValue()).to.equal(""));
    expect(await count("3.5000000000")).to.equal(1);
  });

  it("scenario 11: is made once when the page is loaded again while it is sent", async () => {
    const bodies: string[] = [];
    let sent = (): void => undefined;
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    await page.route(transfers, async (route) => {
      bodies.push(route.request().postData() ?? "");
      if (bodies.length > 1) return route.continue();
      // the node has it, and the page never sees the answer
      await route.fetch();
      return sent();
    });
    await fillIn("4");
    await page.getByRole("button", { name: "Review" }).click();
    await send().click();
    await isSent;
    await page.reload();
    await logIn(page, "alice");
    await waiting().waitFor();
    await page.unroute(transfers);
    expect(new Set(bodies).size).to.equal(1);
    expect(bodies.length).to.equal(2);
    expect(await count("4.0000000000")).to.equal(1);
    const balance = await node.api("alice", "GET", "/v0/wallet/balance");
    expect(balance).to.include({
      effective_unlocked_qty: "86.5000000000",
      effective_locked_qty: "13.5000000000",
    });
  });

  it("scenario 11: is accepted once by a double click", async () => {
    const other = await browser.page();
    await other.goto(`${node.base}/wallet/`);
    await logIn(other, "bob");
    const item = other.getByRole("listitem").filter({ hasText: "+4.00 CC" });
    await item.getByRole("button", { name: "Accept" }).dblclick();
    await other.getByText("104.00 CC").first().waitFor();
    await item.filter({ hasText: "Waits for you" }).waitFor({ state: "detached" });
    expect(await node.api("bob", "GET", "/v0/wallet/balance")).to.include({
      effective_unlocked_qty: "104.0000000000",
    });
    await other.close();
  });
});
