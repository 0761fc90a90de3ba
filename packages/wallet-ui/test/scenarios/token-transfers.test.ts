import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { goldToken, offerGold } from "../browser/gold.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

describe("transfers of other tokens", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice = "";
  before(async () => {
    const { goldPackage, registry } = await goldToken();
    node = await startTestNode({ packages: [goldPackage], registry });
    alice = await node.userWith("alice", "1");
    await node.userWith("bob", "100");
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const offer = (amount: string, issuer = "gold") =>
    offerGold(node.validator.ledger, { issuer, to: alice, amount });
  const line = (text: string) => page.getByRole("listitem").filter({ hasText: text });

  it("are lines of the inbox with their instrument and its administrator", async () => {
    await offer("100.25");
    await page.goto(`${node.base}/wallet/inbox`);
    await logIn(page, "alice");
    await line("+100.25 Gold of gold").getByRole("button", { name: "Accept" }).waitFor();
    await offer("7", "silver");
    await line("Gold of silver").getByText("The token's registry is elsewhere").waitFor();
    await line("Gold of silver")
      .getByRole("button", { name: "Accept" })
      .waitFor({ state: "detached" });
    for (const width of [1_280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityErrors(page), `${width}`).to.deep.equal([]);
      expect(await sidewaysOverflow(page), `${width}`).to.equal(0);
    }
    await page.setViewportSize({ width: 1_280, height: 900 });
  });

  it("say on their own page whose token it is, and what accepting does", async () => {
    await line("Gold of silver").focus();
    await page.keyboard.press("Enter");
    await page.getByText("a registry that is not on this node").waitFor();
    await page.goBack();
    await line("Gold of gold").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Administrator of the token").waitFor();
    await page.getByText("What it would do").click();
    const effects = page.getByRole("list", { name: "What it would do" });
    await effects.getByText("+100.2500000000").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.goBack();
  });

  it("are accepted and rejected together with transfers of the coin, with a sum for each", async () => {
    await offer("4.75");
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount: "1.5",
      description: "tea",
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: "tea",
    });
    await line("tea").waitFor();
    await page.getByRole("checkbox", { name: "Choose all 3" }).check();
    await page.getByRole("button", { name: "Accept 3" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Accept all 3?" });
    await dialog.getByText("You receive 1.50 CC").waitFor();
    await dialog.getByText("You receive 105.00 Gold of gold.").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Accept 3" }).click();
    await page.getByText("3 accepted.").waitFor();
    await line("Gold of silver").waitFor();
    await line("Gold of gold")
      .getByRole("button", { name: "Accept" })
      .waitFor({ state: "detached" });
  });
});
