import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser, sidewaysOverflow } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** What someone writes to get something to run, be loaded, or be taken for something else. */
const memos: ReadonlyArray<string> = [
  '<img src=x onerror="window.ran = 1"><script>window.ran = 2</script>',
  "<svg/onload=window.ran=3> <iframe src=https://evil.example></iframe>",
  "javascript:window.ran=4",
  "https://evil.example/login?next=javascript:alert(1)",
  "[Accept](javascript:window.ran=5) ![](https://evil.example/x.png)",
  "{{constructor.constructor('window.ran=6')()}} ${window.ran=7}",
  '=HYPERLINK("https://evil.example","Accept")',
  "\u202eCC 000,1 deviecer uoY\u202c \u2066\u200b\u200f",
  "W".repeat(279),
  "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 +1,000,000.00 CC",
];

/** Users whose names are more than names to a careless program, or are very long. */
const users: ReadonlyArray<string> = ["constructor", "__proto__", "toString", "x".repeat(120)];

describe("hostile texts and names in the browser wallet", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice = "";
  const dialogs: string[] = [];
  const opened: string[] = [];
  before(async () => {
    node = await startTestNode();
    alice = await node.userWith("alice", "10");
    for (const user of users) await node.userWith(user, "1");
    for (const [index, description] of memos.entries()) {
      await node.api(
        users[index % users.length] ?? "",
        "POST",
        "/v0/wallet/token-standard/transfers",
        {
          receiver_party_id: alice,
          amount: `0.${index + 1}`,
          description,
          expires_at: (Date.now() + 86_400_000) * 1_000,
          tracking_id: `hostile ${index}`,
        },
      );
    }
    const { items } = await node.api<{ items: ReadonlyArray<{ contract_id: string }> }>(
      "alice",
      "GET",
      "/v0/wallet/inbox",
    );
    for (const { contract_id: cid } of items.slice(0, memos.length / 2))
      await node.api("alice", "POST", `/v0/wallet/token-standard/transfers/${cid}/accept`);
    browser = await openBrowser({ expected: /404 .*transactions\/__proto__/ });
    page = await browser.page();
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    browser.context.on("page", (other) => opened.push(other.url()));
    await page.goto(`${node.base}/wallet/`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const go = (path: string): Promise<void> =>
    page.evaluate((to) => history.pushState(null, "", to), path);

  /** Nothing ran, nothing was loaded or opened, nothing leads elsewhere or is pushed out. */
  const expectHarmless = async (where: string): Promise<void> => {
    await eventually(async () =>
      expect(await page.evaluate(() => Reflect.get(window, "ran")), where).to.equal(undefined),
    );
    expect([...dialogs, ...opened], where).to.deep.equal([]);
    const led = await page
      .locator("a[href]")
      .evaluateAll((links) =>
        links.map((link) => Reflect.get(link, "protocol") + Reflect.get(link, "host")),
      );
    const own = new URL(node.base);
    expect([...new Set(led)], where).to.deep.equal([`${own.protocol}${own.host}`]);
    await eventually(async () =>
      expect(await page.locator("main img, main script, main iframe").count(), where).to.equal(0),
    );
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page), where).to.equal(0);
    await page.setViewportSize({ width: 1_280, height: 900 });
    expect(await sidewaysOverflow(page), where).to.equal(0);
  };

  for (const [path, shown, ready] of [
    ["/wallet/", "Last transactions", "+0.60 CC"],
    ["/wallet/inbox", "Inbox", "Waits for you"],
    ["/wallet/history", "Transactions", "+0.60 CC"],
    ["/wallet/holdings", "Coins", "Available"],
  ] as const) {
    it(`scenario 14: runs and loads nothing on ${path}`, async () => {
      await go(path);
      await page.getByRole("heading", { name: shown }).first().waitFor();
      await page.getByText(ready).first().waitFor();
      await expectHarmless(path);
    });
  }

  it("scenario 14: shows them as text on the pages of an item and of a transaction", async () => {
    await go("/wallet/inbox");
    for (const memo of memos.slice(0, memos.length / 2)) {
      const item = page.getByRole("listitem").filter({ hasText: memo });
      await item.getByRole("link", { name: "Transfer from" }).click();
      await page.getByRole("heading", { name: "What waits" }).waitFor();
      await page.getByText(memo).first().waitFor();
      await expectHarmless(memo);
      await page.getByRole("link", { name: "To the inbox" }).click();
    }
    await go("/wallet/history");
    const rows = page.getByRole("row").filter({ hasText: "Received" });
    await rows.first().getByRole("link").first().click();
    await page.getByText("Contract").or(page.getByText("Update")).first().waitFor();
    await expectHarmless("a transaction");
  });

  it("scenario 14: exports no formula", async () => {
    await go("/wallet/history");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /CSV/ }).click();
    const csv = await readFile(await (await download).path(), "utf8");
    for (const field of csv.split(/[,\r\n]/)) expect(field).not.to.match(/^"?[=@]/);
  });

  it("scenario 14: takes 279 characters, which is the most, and no more", async () => {
    await go("/wallet/send");
    const memo = page.getByLabel("Description (optional)");
    for (const [length, said] of [
      [279, "279 of 279 characters."],
      [280, "Found 280 characters, expected at most 279."],
      [281, "Found 281 characters, expected at most 279."],
    ] as const) {
      await memo.fill("\u{1f4b0}".repeat(length));
      await page.getByText(said).waitFor();
      await eventually(async () =>
        expect(await memo.getAttribute("aria-invalid")).to.equal(String(length > 279)),
      );
    }
    await memo.fill("");
    await go("/wallet/menu");
  });

  it("takes no such text for a receiver, an address or a page", async () => {
    await go("/wallet/send");
    const receiver = page.getByRole("combobox", { name: "Receiver", exact: true });
    for (const text of memos) {
      await receiver.fill(text);
      const review = page.getByRole("button", { name: "Review" });
      await eventually(async () =>
        expect(await review.getAttribute("aria-disabled")).to.equal("true"),
      );
    }
    await expectHarmless("the receiver");
    for (const path of [
      "/wallet/inbox/%3Cscript%3E",
      "/wallet/history/__proto__",
      "/wallet/constructor",
    ]) {
      await go(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectHarmless(path);
    }
  });
});
