import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastingPort } from "@tallystick/dev";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { type NodeProcess, startNodeProcess } from "../browser/node-process.js";
import { type TestUsers, usersOf } from "../browser/test-node.js";

describe("a node that is killed and started again", () => {
  let data = "";
  let node: NodeProcess;
  let users: TestUsers;
  let browser: Browser;
  let page: Page;
  let alice = "";
  let bob = "";
  before(async () => {
    data = mkdtempSync(join(tmpdir(), "wallet-restart-"));
    node = await startNodeProcess(data, await lastingPort());
    users = usersOf(node.base);
    alice = await users.userWith("alice", "10");
    bob = await users.userWith("bob", "10");
    // what a browser says when no one answers
    browser = await openBrowser({ expected: /ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|WebSocket/ });
    page = await browser.page();
    await page.goto(`${node.base}/wallet/send`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.kill();
    rmSync(data, { recursive: true, force: true });
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const banner = () => page.getByText("The node cannot be reached: what you see may be old");
  const startAgain = async (): Promise<void> => {
    node = await startNodeProcess(data, Number(new URL(node.base).port));
  };
  const fromBob = (amount: string): Promise<unknown> =>
    users.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount,
      description: `the ${amount}`,
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: amount,
    });
  const home = (): Promise<void> =>
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Home" }).click();

  it("scenario 27: says so, sends nothing meanwhile, and resumes with the form as it was", async () => {
    await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(bob);
    await page.getByLabel(/^Amount/).fill("2.5");
    await page.getByText("Two steps: the coins are locked").waitFor();
    await node.kill();
    await banner().waitFor();
    const review = page.getByRole("button", { name: "Review" });
    await eventually(async () =>
      expect(await review.getAttribute("aria-disabled")).to.equal("true"),
    );
    await eventually(async () =>
      expect(await review.getAttribute("title")).to.include("nothing can be sent now"),
    );
    await page.getByLabel(/^Amount/).press("Enter");
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await startAgain();
    await banner().waitFor({ state: "detached" });
    await review.click();
    await page.getByRole("button", { name: "Send 2.50 CC" }).waitFor();
  });

  it("scenario 27: a node that dies with the answer has made the transfer once", async () => {
    const path = "**/v0/wallet/token-standard/transfers*";
    let requests = 0;
    await page.route(path, async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      await route.fetch();
      await node.kill();
      return route.abort();
    });
    await page.getByRole("button", { name: "Send 2.50 CC" }).click();
    await page.getByText("Checking").waitFor();
    await banner().waitFor();
    await startAgain();
    await page.getByText("Waiting for the receiver").waitFor();
    await page.unroute(path);
    expect(await users.api("alice", "GET", "/v0/wallet/inbox")).to.include({ total: 1 });
    const balance = await users.api("alice", "GET", "/v0/wallet/balance");
    expect(balance).to.include({
      effective_unlocked_qty: "97.5000000000",
      effective_locked_qty: "2.5000000000",
    });
  });

  it("scenario 27: shows a page whose files it has not loaded yet when the node is back", async () => {
    await node.kill();
    await banner().waitFor();
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Holdings" }).click();
    await pages
      .getByRole("link", { name: "Holdings" })
      .and(page.locator("[aria-current]"))
      .waitFor();
    await startAgain();
    await page.getByRole("heading", { name: "Holdings", exact: true }).waitFor();
    await banner().waitFor({ state: "detached" });
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => {
        try {
          return sheet !== null && sheet.cssRules.length > 0;
        } catch {
          return false;
        }
      }),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("scenario 27: shows what came while it was away, without a gap and once", async () => {
    await home();
    await page.getByText("Going, when accepted").waitFor();
    await fromBob("1.25");
    const items = page.getByRole("listitem").filter({ hasText: "Transfer from" });
    await items.filter({ hasText: "the 1.25" }).waitFor();
    await node.kill();
    await banner().waitFor();
    await startAgain();
    // before and after the browser is back
    for (const amount of ["1.5", "1.75", "3"]) await fromBob(amount);
    await banner().waitFor({ state: "detached" });
    await fromBob("2.25");
    for (const amount of ["1.25", "1.5", "1.75", "3", "2.25"])
      await items.filter({ hasText: `the ${amount}` }).waitFor();
    await eventually(async () => expect(await items.count()).to.equal(5));
    await page.getByRole("slider", { name: "Balance over time: 30 days" }).waitFor();
    await eventually(async () => expect(await page.getByText("Cannot read").count()).to.equal(0));
    await items.filter({ hasText: "the 2.25" }).getByRole("button", { name: "Accept" }).click();
    await page.getByText("99.75 CC").first().waitFor();
    const shown = page.getByRole("region", { name: "Last transactions" }).getByRole("listitem");
    const { items: rows } = await users.api<{ items: ReadonlyArray<unknown> }>(
      "alice",
      "POST",
      "/v0/wallet/transactions",
      { page_size: 10 },
    );
    // the balance may be read before the list is
    await shown.nth(rows.length - 1).waitFor();
    await eventually(async () => expect(await shown.count()).to.equal(rows.length));
  });
});
