import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const microsPerHour = 3_600_000_000;

describe("the history in the browser wallet", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice: string;
  let bob: string;
  before(async () => {
    node = await startTestNode();
    browser = await openBrowser();
    page = await browser.page();
    alice = await node.userWith("alice", "100");
    bob = await node.userWith("bob", "0");
    // the operator pays for the preapproval
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    await node.api("bob", "POST", "/v0/wallet/transfer-preapproval");
    await node.validator.wallet.scheduler.settle();
    await send("1.5", "first \u202egnp.exe");
    await send("2.25", "=HYPERLINK(evil)");
    await send("0.0000000001", "<img src=x onerror=alert(1)>");
    await page.goto(`${node.base}/wallet/history`);
    await logIn(page, "alice");
    await rows().first().waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const send = (amount: string, description: string) =>
    node.api("alice", "POST", "/v0/wallet/transfer-preapproval/send", {
      receiver_party_id: bob,
      amount,
      deduplication_id: `${amount} ${Date.now()}`,
      description,
    });
  const table = () => page.getByRole("table", { name: "Transactions" });
  const rows = () =>
    table()
      .getByRole("row")
      .filter({ has: page.getByRole("cell") });

  const saved = async (button: string): Promise<string> => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    return readFileSync(await (await coming).path(), "utf8");
  };

  it("lists what was sent and received, with texts that do nothing", async () => {
    await table().getByText("sent 1.50 CC").waitFor();
    await table().getByText("U+202E").waitFor();
    await table().getByText("<img src=x onerror=alert(1)>").waitFor();
    await table().getByText("sent 0.0000000001 CC").waitFor();
    await table().getByText("Tap").first().waitFor();
  });

  it("grows by itself when something is sent", async () => {
    await send("3", "while you watch");
    await table().getByText("while you watch").waitFor();
  });

  it("finds by text, amount, kind and direction, and keeps the filter in the address", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("watch");
    await page.getByText("One transaction.").waitFor();
    await page.waitForURL(({ searchParams }) => searchParams.get("text") === "watch");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("At least").fill("2");
    await page.getByLabel("Direction").selectOption({ label: "Sent" });
    await page.getByText("All 2 transactions.").waitFor();
    const search = "?direction=outgoing&min_amount=2.0000000000";
    await page.waitForURL((url) => url.search === search);
  });

  it("takes the same as words, suggested as they are typed, and shows them as chips", async () => {
    const same = new URL(page.url()).search;
    const chips = page.getByRole("list", { name: "Conditions of the filter" });
    await chips.getByText(">= 2", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove >= 2" }).click();
    await page.getByRole("button", { name: "Clear filters" }).click();
    const field = page.getByRole("combobox", { name: "Search" });
    await field.fill("to:bo");
    await page.getByRole("option", { name: /^to:bob/ }).waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await chips.getByText("to:bob").waitFor();
    await page.keyboard.type("> 2 since:yesterday");
    await page.keyboard.press("Enter");
    await page.getByText("All 2 transactions.").waitFor();
    await eventually(async () => expect(await field.inputValue()).to.equal(""));
    await eventually(async () => expect(await chips.getByRole("listitem").count()).to.equal(3));
    await page.keyboard.type("since:never ");
    await page.getByText('"since:never" is not understood').waitFor();
    await field.fill("");
    for (let count = 0; count < 3; count++) await page.keyboard.press("Backspace");
    await page.getByText("All 2 transactions.").waitFor({ state: "detached" });
    await page.keyboard.type("is:sent >= 2 ");
    await page.waitForURL((url) => url.search === same);
    await page.getByText("All 2 transactions.").waitFor();
  });

  it("shows what is offered in grey until it counts", async () => {
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount: "1",
      description: "offered",
      expires_at: Date.now() * 1_000 + microsPerHour,
      tracking_id: "offers",
    });
    const other = await browser.page();
    await other.goto(`${node.base}/wallet/history?text=offered`);
    await logIn(other, "alice");
    const row = other.getByRole("row").filter({ hasText: "Offered" });
    await row.getByText("offered +1.00 CC").waitFor();
    await other.close();
  });

  it("exports exactly what the filter lets through", async () => {
    const csv = await saved("Export CSV");
    const lines = await saved("Export JSON lines");
    const filter = { direction: "outgoing", min_amount: "2" };
    const { items } = await node.api<{ readonly items: ReadonlyArray<unknown> }>(
      "alice",
      "POST",
      "/v0/wallet/transactions",
      { page_size: 100, ...filter },
    );
    expect(items).to.have.length(2);
    const parsed: ReadonlyArray<unknown> = lines
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(parsed).to.deep.equal(items);
    expect(csv.trim().split("\n")).to.have.length(3);
    expect(csv).to.contain("'=HYPERLINK(evil)");
    expect(csv).to.match(/,sender_name,receiver_names\n.*,alice,bob\n/);
  });

  it("goes back to the filter before by the browser's own button", async () => {
    await page.getByRole("link", { name: "Sent" }).first().click();
    await page.getByRole("heading", { name: "Transaction" }).waitFor();
    await page.getByText("3.0000000000").first().waitFor();
    await page.getByText(bob.slice(0, 8)).first().waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.goBack();
    await page.getByText("All 2 transactions.").waitFor();
  });

  it("shows the same under a shared link, and what locks a coin under holdings", async () => {
    const url = page.url();
    await node.api("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "7",
      description: "locked",
      expires_at: Date.now() * 1_000 + microsPerHour,
      tracking_id: "locks",
    });
    await page.goto(url);
    await logIn(page, "alice");
    await page.getByText("All 2 transactions.").or(page.getByText("All 3 transactions.")).waitFor();
    await page.goto(`${node.base}/wallet/holdings`);
    await logIn(page, "alice");
    await page.getByRole("heading", { name: "Holdings" }).waitFor();
    await page.getByRole("table", { name: "Coins" }).waitFor();
  });

  it("merges coins after a preview, and the sum stays the same", async () => {
    await node.api("alice", "POST", "/v0/wallet/tap", { amount: "0.0000000007" });
    const before = await node.api("alice", "GET", "/v0/wallet/balance");
    await page.getByRole("button", { name: "Merge coins" }).click();
    await page.getByText("The sum stays the same.").waitFor();
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText("The coins are merged.").waitFor();
    await page.getByRole("heading", { name: "Coins (1)" }).waitFor();
    const after = await node.api("alice", "GET", "/v0/wallet/balance");
    expect(after).to.deep.equal(before);
  });
});
