import { readFile } from "node:fs/promises";
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

/** Pages that are checked empty and filled. */
const paths = [
  "/wallet/settings",
  "/wallet/contacts",
  "/wallet/subscriptions",
  "/wallet/names",
  "/wallet/delegations",
  "/wallet/allocations",
  "/wallet/fund",
];

describe("settings, contacts and agreements in the browser wallet", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob: string;
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "100");
    bob = await node.userWith("bob", "0");
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "100" });
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  /** To another page without a reload, which would end the login. */
  const go = async (path: string): Promise<void> => {
    await page.evaluate((to) => history.pushState(null, "", to), path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };

  it("allow direct transfers, say who pays, and cancel them", async () => {
    await page.goto(`${node.base}/wallet/settings`);
    await logIn(page, "alice");
    await page.getByRole("button", { name: "Allow direct transfers" }).click();
    const dialog = page.getByRole("alertdialog");
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Allow direct transfers" }).click();
    await page.getByText("Pays for it").waitFor();
    const path = `/v0/scan-proxy/transfer-preapprovals/by-party/${encodeURIComponent(await party())}`;
    const found = await node.api("alice", "GET", path);
    expect(found).to.have.nested.property("transfer_preapproval.contract.payload.expiresAt");
    await page.getByRole("button", { name: "Cancel direct transfers" }).click();
    await dialog.getByRole("button", { name: "Cancel direct transfers" }).click();
    await page.getByRole("button", { name: "Allow direct transfers" }).waitFor();
    let isGone = false;
    await node.api("alice", "GET", path).catch((error: Error) => {
      isGone = error.message.includes("404");
    });
    expect(isGone).to.equal(true);
  });

  const party = async (): Promise<string> => {
    const status = await node.api("alice", "GET", "/v0/wallet/user-status");
    return String(Reflect.get(Object(status), "party_id"));
  };

  it("list the web pages that are connected, and revoke them", async () => {
    const origin = "http://127.0.0.1:9";
    const answer = await fetch(`${node.base}/api/v0/dapp`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "connect", params: {} }),
    });
    const id = /request=([^"&]+)/.exec(await answer.text())?.[1] ?? "";
    await node.api("alice", "POST", `/v0/wallet/dapp/connects/${id}/approve`);
    await page.getByRole("button", { name: `Revoke ${origin}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("No web page is connected").waitFor();
    const sessions = await node.api("alice", "GET", "/v0/wallet/dapp/sessions");
    expect(sessions).to.deep.equal({ sessions: [] });
  });

  it("write numbers as the chosen language does", async () => {
    await page.getByLabel("Language of numbers and dates").selectOption("de-DE");
    await page.getByText("1.234.567,80 CC").waitFor();
    await page.getByLabel("Language of numbers and dates").selectOption("");
    await page.getByText("1,234,567.80 CC").waitFor();
    await page.getByLabel("Theme").selectOption("dark");
    await eventually(async () =>
      expect(await page.locator("html").getAttribute("data-theme")).to.equal("dark"),
    );
    await page.getByLabel("Theme").selectOption("system");
  });

  it("keep, change, export, remove and import contacts", async () => {
    await go("/wallet/contacts");
    await page.getByText("No contacts yet", { exact: true }).waitFor();
    await page.getByLabel("Label").fill("Bob the \u202ebaker");
    await page.getByRole("textbox", { name: "Party id" }).fill("bob");
    await page.getByText('found no "::"').waitFor();
    await page.getByRole("textbox", { name: "Party id" }).fill(bob);
    await page.getByLabel("Note").fill("bread");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: /Bob the.*baker/ }).waitFor();
    await page.getByRole("textbox", { name: "Party id" }).fill(bob.replace("bob", "b0b"));
    await page.getByText("compare the fingerprints").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export all contacts" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(JSON.parse(text)).to.have.nested.property("contacts[0].party", bob);
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No contacts yet", { exact: true }).waitFor();
    const file = (content: string) => ({
      name: "contacts.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
    await page.getByLabel("Import a file").setInputFiles(file("{}"));
    await page.getByText("Cannot import it: in format").waitFor();
    await page.getByLabel("Import a file").setInputFiles(file(text));
    await page.getByRole("button", { name: "Import these contacts" }).click();
    await page.getByRole("heading", { name: /Bob the.*baker/ }).waitFor();
  });

  for (const theme of ["light", "dark"] as const) {
    it(`are accessible when they are ${theme}, and fit 320 pixels`, async () => {
      await page.emulateMedia({ colorScheme: theme });
      for (const path of paths) {
        await page.setViewportSize({ width: 1_280, height: 900 });
        await go(path);
        await page.locator("main section").first().waitFor();
        expect(await accessibilityErrors(page), path).to.deep.equal([]);
        await page.setViewportSize({ width: 320, height: 700 });
        expect(await sidewaysOverflow(page), path).to.equal(0);
        expect(await accessibilityErrors(page), path).to.deep.equal([]);
      }
    });
  }
});
