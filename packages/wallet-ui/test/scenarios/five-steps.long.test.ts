import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

/** Where the documents find the pictures; this file is compiled into `dist/test`. */
const folder = fileURLToPath(new URL("../../../../../docs/images", import.meta.url));

/** What is seen after each step. */
const walk: ReadonlyArray<readonly [action: string, seen: string, picture: string]> = [
  ["Make two users", "No transactions yet", "tour-users"],
  ["Tap 100 USD", "1,000.00 CC", "tour-tap"],
  ["Offer 25 coins to Ben", "Waits for the receiver", "tour-transfer"],
  ["Accept as Ben", "received 25.00 CC", "tour-acceptance"],
];

describe("the tour of a fresh node in five steps", function () {
  const data = mkdtempSync(join(tmpdir(), "tour-"));
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  before(async () => {
    node = await startTestNode({ data });
    browser = await openBrowser({ width: 1_280, height: 860 });
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
    rmSync(data, { recursive: true });
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const tour = () => page.getByRole("region", { name: "A tour in five steps" });

  const picture = async (name: string): Promise<void> => {
    await page.waitForLoadState("networkidle");
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    const path = join(folder, `${name}.png`);
    if (process.env["UPDATE_DOCS"] === "1") await page.screenshot({ path });
    expect(existsSync(path), "UPDATE_DOCS=1 npm test -- five-steps takes it").to.equal(true);
  };

  for (const [at, [action, seen, name]] of walk.entries()) {
    it(`does step ${at + 1}, "${action}", by one click, and shows it`, async () => {
      if (at === 0) await page.goto(`${node.base}/wallet`);
      await tour().getByRole("button", { name: action }).click();
      await page.getByText(seen).first().waitFor();
      await eventually(async () =>
        expect(await tour().locator('[data-state="done"]').count()).to.equal(at + 1),
      );
      await picture(name);
    });
  }

  it("goes on after a reload, where it was", async () => {
    await page.reload();
    await page.getByLabel("User name").waitFor();
    await tour().getByRole("button", { name: "Show the update" }).waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("ends with the update that moved the coins, and is gone then", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysOverflow(page)).to.equal(0);
    await page.setViewportSize({ width: 1_280, height: 860 });
    await tour().getByRole("button", { name: "Show the update" }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Update" }).waitFor();
    await page.getByText("That was the tour.").waitFor();
    await eventually(async () =>
      expect(await page.locator("#logged-in-user").innerText()).to.equal("ben"),
    );
    await picture("tour-proof");
    await tour().getByRole("button", { name: "Close" }).waitFor();
    await page.getByRole("link", { name: "Contracts", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Contracts" }).waitFor();
    await tour().waitFor({ state: "detached" });
    const balance = await node.api("ben", "GET", "/v0/wallet/balance");
    expect(balance).to.include({ effective_unlocked_qty: "25.0000000000" });
  });

  it("is offered no more, and can be begun from the search", async () => {
    await page.goto(`${node.base}/wallet`);
    await page.getByRole("region", { name: "Or continue as" }).waitFor();
    await eventually(async () => expect(await tour().count()).to.equal(0));
    await logIn(page, "anna");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill("tour");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await tour().getByRole("button", { name: "Not now" }).click();
    await tour().waitFor({ state: "detached" });
  });
});
