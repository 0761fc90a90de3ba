import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

describe("logging in to the browser wallet, and its first page", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  before(async () => {
    node = await startTestNode();
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("scenario 1: opens a wallet with the development login, and keeps no secret over a reload", async () => {
    await page.goto(`${node.base}/wallet/`);
    await page.getByText("Development login: everyone on this machine").waitFor();
    await logIn(page, "alice");
    await page.getByRole("button", { name: "Open my wallet" }).click();
    await page.getByRole("heading", { name: "Balance", exact: true }).waitFor();
    await page.getByText("No transactions yet").waitFor();
    await page.getByText("Nothing waits").waitFor();
    await eventually(async () => expect(await page.title()).to.match(/^Home · alice.* · DevNet$/));
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.to.match(/eyJ|unsafe|secret/);
    await page.reload();
    await page.getByLabel("User name").waitFor();
  });

  for (const [hours, words] of [
    [7, "7 hours ahead of"],
    [-7, "7 hours behind"],
  ] as const) {
    it(`logs in by the node's clock with one that is ${words} it, and says so`, async () => {
      // the clock of a page is that of all its browser's pages
      const other = await openBrowser();
      const late = await other.page();
      await late.clock.install({ time: Date.now() + hours * 3_600_000 });
      await late.goto(`${node.base}/wallet/`);
      await logIn(late, "alice");
      await late.getByRole("heading", { name: "Balance", exact: true }).waitFor();
      await late.getByText(`The clock of this device is ${words} the node's.`).waitFor();
      expect(other.errors).to.deep.equal([]);
      await other.close();
    });
  }

  it("refuses names that are no user ids", async () => {
    await page.getByLabel("User name").fill("two words");
    await page.getByText('A user name cannot contain " ".').waitFor();
  });

  it("scenario 4: shows a tap in balance, holdings, chart and history without a reload", async () => {
    const holdings = await browser.page();
    await holdings.goto(`${node.base}/wallet/holdings`);
    await logIn(holdings, "alice");
    await holdings.getByText("Coins (0)").or(holdings.getByText("No coins")).first().waitFor();
    await logIn(page, "alice");
    await page.getByLabel("CC worth").fill("5");
    await page.getByRole("button", { name: "Tap" }).click();
    await page.getByText("received 50.00 CC").waitFor();
    const available = page.getByText("Available").locator("..");
    await available.getByText("50.00 CC").first().waitFor();
    await page.getByText("Show as a table").click();
    await page.locator("details li").first().getByText("50.00 CC").first().waitFor();
    await holdings.getByText("Coins (1)").waitFor();
    await holdings.close();
    const balance = await node.api("alice", "GET", "/v0/wallet/balance");
    expect(balance).to.include({ effective_unlocked_qty: "50.0000000000" });
  });

  it("shows at once what comes from elsewhere, and accepts it", async () => {
    const alice = await node.userWith("alice", "0");
    await node.userWith("bob", "100");
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount: "7.25",
      description: "For \u202elunch <b>",
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: "from-bob",
    });
    const item = page.getByRole("listitem").filter({ hasText: "Transfer from" });
    await item.getByText("Waits for you").waitFor();
    await item.getByText("U+202E").waitFor();
    await item.getByRole("button", { name: "Accept" }).click();
    await page.getByText("Nothing waits").waitFor();
    await page.getByText("received 7.25 CC").waitFor();
  });

  const paths = ["", "menu", "no-such-page", "inbox", "inbox/00ab", "send", "pay", "request"];
  const themes = ["light", "dark"] as const;
  const pairs = paths.flatMap((path) => themes.map((theme) => [`/wallet/${path}`, theme] as const));
  const step = testSize("PAGES_STEP");
  for (const [path, theme] of pairs.filter((_, at) => at % step === 0)) {
    it(`is accessible at ${path} when it is ${theme}, and fits 320 pixels`, async () => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width: 1_280, height: 900 });
      await page.goto(node.base + path);
      await logIn(page, "alice");
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await accessibilityErrors(page)).to.deep.equal([]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await sidewaysOverflow(page)).to.equal(0);
      expect(await accessibilityErrors(page)).to.deep.equal([]);
    });
  }
});
