import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goByKeys,
  logIn,
  openBrowser,
} from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** Where the pages of the documents find the pictures; this file is compiled into `dist/test`. */
const folder = fileURLToPath(new URL("../../../../../docs/images", import.meta.url));

/** Pictures of docs/wallet.md; `UPDATE_DOCS=1` takes them again. */
const pictures: ReadonlyArray<[name: string, path: string, ready: string]> = [
  ["wallet-home", "/wallet/", "Last transactions"],
  ["wallet-history", "/wallet/history", "Transactions"],
  ["wallet-inbox", "/wallet/inbox", "What waits"],
  ["wallet-holdings", "/wallet/holdings", "Sum"],
  ["console-updates", "/console/ledger", "The latest updates"],
];

/** Compares a page with what axe wants, and takes its picture if the documents are written. */
const picture = async (page: Page, name: string): Promise<void> => {
  expect(await accessibilityErrors(page)).to.deep.equal([]);
  const file = join(folder, `${name}.png`);
  if (process.env["UPDATE_DOCS"] === "1") {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: file });
  }
  expect(existsSync(file), "UPDATE_DOCS=1 npm test -- screenshots takes it").to.equal(true);
};

const microsPerHour = 3_600_000_000;

describe("the pictures of the browser wallet in the documents", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  before(async () => {
    node = await startTestNode({ http: { maxSelfAllocatedParties: 9 } });
    browser = await openBrowser({ width: 1_280, height: 860 });
    page = await browser.page();
    const alice = await node.userWith("alice", "100");
    const bob = await node.userWith("bob", "20");
    const transfers = [
      ["alice", bob, "12.5", "Lunch on Friday"],
      ["bob", alice, "7.25", "Two coffees"],
      ["alice", bob, "100", "Rent, first part"],
    ] as const;
    for (const [from, to, amount, memo] of transfers) {
      await node.api(from, "POST", "/v0/wallet/token-standard/transfers", {
        receiver_party_id: to,
        amount,
        description: memo,
        expires_at: Date.now() * 1_000 + 24 * microsPerHour,
        tracking_id: `${from} ${amount}`,
      });
    }
    const { items } = await node.api<{ items: ReadonlyArray<{ contract_id: string }> }>(
      "bob",
      "GET",
      "/v0/wallet/inbox?direction=received",
    );
    const accepted = items.at(-1)?.contract_id ?? "";
    await node.api("bob", "POST", `/v0/wallet/token-standard/transfers/${accepted}/accept`);
    // coins of several sizes, which the wallet would merge by itself
    await node.api("ledger-api-user", "POST", "/v0/admin/automation/pause");
    for (const usd of ["31", "12.5", "7", "4.2"])
      await node.api("alice", "POST", "/v0/wallet/tap", { amount: usd });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  for (const [name, path, ready] of pictures) {
    it(`has ${name} of a page that is accessible`, async () => {
      await page.goto(node.base + path);
      await logIn(page, "alice");
      await page.getByRole("heading", { name: ready }).first().waitFor();
      await page.waitForLoadState("networkidle");
      await picture(page, name);
    });
  }

  it("has wallet-send of what is reviewed before it is sent", async () => {
    await page.goto(`${node.base}/wallet/send`);
    await logIn(page, "alice");
    const { items } = await node.api<{ items: ReadonlyArray<{ counterparties: string[] }> }>(
      "alice",
      "GET",
      "/v0/wallet/inbox?direction=sent",
    );
    const receiver = page.getByRole("combobox", { name: "Receiver", exact: true });
    await receiver.fill(items[0]?.counterparties[0] ?? "");
    await page.getByLabel(/^Amount/).fill("42.5");
    await page.getByLabel("Description (optional)").fill("Tickets for Saturday");
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("Available afterwards").waitFor();
    await picture(page, "wallet-send");
  });

  it("has console of the node at a glance", async () => {
    await page.goto(`${node.base}/console`);
    await logIn(page, "ledger-api-user");
    await page.getByRole("heading", { name: "Automations" }).waitFor();
    await page.waitForLoadState("networkidle");
    await picture(page, "console");
  });

  it("has wallet-sign of what a key in the browser signs", async () => {
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    await page.getByLabel("Name of the party").fill("savings");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("button", { name: "Continue without a backup" }).click();
    await page.getByRole("button", { name: "Continue without", exact: true }).click();
    await page.getByRole("button", { name: "Unlock the keys" }).click();
    await page.getByRole("button", { name: "Make its party" }).click();
    await page.getByRole("button", { name: "Sign and make the party" }).click();
    await page.getByText("you sign each thing that you do").waitFor();
    const act = page.getByRole("button", { name: /^Act for this party: savings/ });
    const label = (await act.getAttribute("aria-label")) ?? "";
    await act.click();
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: label.replace("Act for this party: ", ""),
      amount: "25",
      description: "Pocket money",
      expires_at: Date.now() * 1_000 + 24 * microsPerHour,
      tracking_id: "pocket money",
    });
    await goByKeys(page, "i", "/wallet/inbox");
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("list", { name: "What changes owners" }).waitFor();
    await picture(page, "wallet-sign");
  });
});
