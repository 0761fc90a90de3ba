import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { growHistory } from "../browser/long-history.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const wanted = 10_000;

interface Item {
  readonly event_id: string;
}

describe("a history of 10,000 rows in the browser wallet", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let all: ReadonlyArray<Item>;
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    const bob = await node.userWith("bob", "0");
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    await node.api("bob", "POST", "/v0/wallet/transfer-preapproval");
    await node.validator.wallet.scheduler.settle();
    await node.api("ledger-api-user", "POST", "/v0/admin/automation/pause");
    for (let month = 1; month <= 12; month++) {
      await node.api("alice", "POST", "/v0/wallet/transfer-preapproval/send", {
        receiver_party_id: bob,
        amount: `0.${month}`,
        deduplication_id: `rent ${month}`,
        description: `Rent of month ${month}`,
      });
    }
    await growHistory(node, "alice", wanted);
    all = await history({});
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/history`);
    await logIn(page, "alice");
    await rows().first().waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const history = async (filter: object): Promise<ReadonlyArray<Item>> => {
    const found: Array<Item> = [];
    for (;;) {
      const last = found.at(-1);
      const { items } = await node.api<{ items: ReadonlyArray<Item> }>(
        "alice",
        "POST",
        "/v0/wallet/transactions",
        {
          page_size: 1_000,
          ...filter,
          ...(last === undefined ? {} : { begin_after_id: last.event_id }),
        },
      );
      found.push(...items);
      if (items.length < 1_000) return found;
    }
  };
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

  it("19: scrolls to the first of 10,000 transactions, and draws few at a time", async () => {
    expect(all.length).to.be.above(wanted);
    const frame = page.getByRole("rowgroup", { name: "Rows of Transactions" });
    await frame.focus();
    const whole = page.getByText(`All ${all.length} transactions.`);
    while (!(await whole.isVisible())) {
      await page.keyboard.press("End");
      const drawn = await rows().count();
      expect(drawn).to.be.below(60);
    }
    await page.keyboard.press("End");
    await table().getByText("received 100.00 CC").waitFor();
    await page.keyboard.press("Home");
    await table().getByText("Coins merged").first().waitFor();
  });

  it("19: finds rows by text and by amount, goes back by the browser's button", async () => {
    await page.getByLabel("Search").fill("Rent of month");
    await page.getByText("All 12 transactions.").waitFor();
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByLabel("At least").fill("0.5");
    await page.getByText("All 5 transactions.").waitFor();
    const search = "?min_amount=0.5000000000&text=Rent+of+month";
    await page.waitForURL((url) => url.search === search);
    await page.goBack();
    await page.getByText("The newest 100 transactions.").waitFor();
    await page.goForward();
    await page.getByText("All 5 transactions.").waitFor();
    await eventually(async () =>
      expect(await page.getByLabel("Search").inputValue()).to.equal("Rent of month"),
    );
  });

  it("19: shows the same under a shared link, in another browser", async () => {
    const url = page.url();
    const other = await openBrowser({ locale: "de-DE" });
    try {
      const shared = await other.page();
      await shared.goto(url);
      await logIn(shared, "alice");
      await shared.getByText("All 5 transactions.").waitFor();
      await shared.getByRole("button", { name: "Filter", exact: true }).click();
      await eventually(async () =>
        expect(await shared.getByLabel("At least").inputValue()).to.equal("0,50"),
      );
      await shared.getByText(">= 0,5", { exact: true }).waitFor();
      expect(other.errors).to.deep.equal([]);
    } finally {
      await other.close();
    }
  });

  it("19: exports what the filter lets through, few rows or 10,000, as the API has them", async () => {
    for (const filter of [{ text: "Rent of month", min_amount: "0.5" }, {}]) {
      if (Object.keys(filter).length === 0) {
        await page.getByRole("button", { name: "Clear filters" }).click();
        await page.getByText("The newest 100 transactions.").waitFor();
      }
      const items = await history(filter);
      const lines = (await saved("Export JSON lines")).trim().split("\n");
      expect(lines.map((line): unknown => JSON.parse(line))).to.deep.equal(items);
      const csv = (await saved("Export CSV")).trim().split("\n");
      expect(csv).to.have.length(items.length + 1);
      items.forEach(({ event_id: id }, index) => expect(csv[index + 1]).to.contain(id));
    }
  });
});
