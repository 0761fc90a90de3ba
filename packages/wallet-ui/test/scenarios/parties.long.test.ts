import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goByKeys,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const passphrase = "correct horse battery";

describe("parties and keys in the browser wallet", () => {
  let node: TestNode;
  let browser: Browser;
  let second: Browser;
  let page: Page;
  let bob: string;
  let backup: string;
  let keyParty: string;
  before(async () => {
    node = await startTestNode({ http: { maxSelfAllocatedParties: 9 } });
    await node.userWith("alice", "1");
    bob = await node.userWith("bob", "2");
    await node.api("ledger-api-user", "POST", "/v2/users/alice/rights", {
      userId: "alice",
      rights: [{ kind: { CanActAs: { value: { party: bob } } } }],
    });
    browser = await openBrowser();
    second = await openBrowser({ colorScheme: "dark" });
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await second.close();
    await node.close();
  });
  afterEach(() => expect([...browser.errors, ...second.errors]).to.deep.equal([]));

  const check = async (shown: Page): Promise<void> => {
    for (const colorScheme of ["light", "dark"] as const) {
      await shown.emulateMedia({ colorScheme });
      // colours of the last theme are no colours of this one
      await shown.evaluate(() => {
        for (const each of document.getAnimations())
          if (each instanceof CSSTransition) each.finish();
      });
      for (const width of [1_280, 320]) {
        await shown.setViewportSize({ width, height: 900 });
        expect(await accessibilityErrors(shown), `${colorScheme} ${width}`).to.deep.equal([]);
        expect(await sidewaysOverflow(shown), `${colorScheme} ${width}`).to.equal(0);
      }
    }
    await shown.setViewportSize({ width: 1_280, height: 900 });
  };

  it("act for another party: frame, balance and shortcuts follow", async () => {
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    await page.getByText("This browser has no keys").waitFor();
    await page.getByText("Your own party.").waitFor();
    await check(page);
    await page.getByRole("button", { name: `Act for this party: ${bob}` }).click();
    await page.getByRole("link", { name: "acting for" }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole("banner").locator(`[data-party="${bob}"]`).count()).to.equal(1),
    );
    await goByKeys(page, "h", "/wallet");
    await page.getByText("20.00").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "All pages" }).waitFor();
    const letters = await page.locator("main kbd:last-child").allTextContents();
    expect(letters).to.include("y");
    expect(letters.length, letters.join()).to.equal(new Set(letters).size);
    await goByKeys(page, "y", "/wallet/parties");
    await page.getByRole("button", { name: /^Act for this party: alice/ }).click();
    await page.getByRole("link", { name: "acting for" }).waitFor({ state: "detached" });
  });

  it("make a key, and save its backup once", async () => {
    await page.getByLabel("Name of the party").fill("my savings");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByText("Expected 1 to 100 letters").waitFor();
    await page.getByLabel("Name of the party").fill("savings");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("heading", { name: "Save a backup now" }).waitFor();
    await check(page);
    await page.getByLabel("Passphrase", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Save the backup" }).click();
    await page.getByText("found 5").waitFor();
    await page.getByText("The two passphrases are different").waitFor();
    await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
    await page.getByLabel("Repeat the passphrase").fill(passphrase);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the backup" }).click();
    backup = await readFile(await (await download).path(), "utf8");
    const entry = page.getByRole("listitem").filter({ hasText: "Ed25519, not extractable" });
    await entry.waitFor();
    keyParty = (await entry.locator("[data-party]").getAttribute("data-party")) ?? "";
    expect(keyParty).to.match(/^savings::1220[0-9a-f]{64}$/);
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Save the backup" }).count()).to.equal(0),
    );
    await page.getByText("Locked", { exact: true }).waitFor();
    await check(page);
    await page.getByRole("button", { name: "Unlock the keys" }).click();
    await page.getByRole("button", { name: "Lock the keys" }).click();
    await page.getByRole("button", { name: "Unlock the keys" }).waitFor();
  });

  it("make an external party by what was reviewed and signed, and refuse a changed byte", async () => {
    await page.getByRole("button", { name: "Unlock the keys" }).click();
    const path = "**/v2/parties/external/generate-topology";
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const answer: unknown = await response.json();
      const [first, ...others]: ReadonlyArray<unknown> = Reflect.get(
        Object(answer),
        "topologyTransactions",
      );
      const bytes = Buffer.from(String(first), "base64");
      const at = bytes.length >> 1;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const topologyTransactions = [bytes.toString("base64"), ...others];
      await route.fulfill({ response, json: { ...Object(answer), topologyTransactions } });
    });
    const make = page.getByRole("button", { name: "Make its party" });
    await make.click();
    await page.getByText("Nothing was signed.").waitFor();
    await page.unroute(path);
    await make.click();
    const sign = page.getByRole("button", { name: "Sign and make the party" });
    await sign.waitFor();
    await check(page);
    await sign.click();
    await page.getByText("Its party is on this ledger").waitFor();
    await page.getByText("you sign each thing that you do").waitFor();
    const act = page.getByRole("button", { name: `Act for this party: ${keyParty}` });
    await eventually(async () => expect(await act.isEnabled()).to.equal(true));
    await check(page);
    const { rights } = await node.api<{ rights: ReadonlyArray<unknown> }>(
      "alice",
      "GET",
      "/v2/users/alice/rights",
    );
    expect(JSON.stringify(rights)).to.include(keyParty);
  });

  it("keep no private bytes where the page could read them", async () => {
    const found = await page.evaluate(async () => {
      const all = await new Promise<ReadonlyArray<unknown>>((resolve) => {
        const opening = indexedDB.open("tallystick-keys");
        opening.addEventListener("success", () => {
          const reading = opening.result.transaction("keys").objectStore("keys").getAll();
          reading.addEventListener("success", () => resolve(reading.result));
        });
      });
      return all.map((key) => {
        const held: unknown = Reflect.get(Object(key), "privateKey");
        return held instanceof CryptoKey && !held.extractable && held.usages.join();
      });
    });
    expect(found).to.deep.equal(["sign"]);
  });

  it("restore the key in another browser, with its passphrase alone", async () => {
    const other = await second.page();
    await other.goto(`${node.base}/wallet/parties`);
    await logIn(other, "alice");
    await other.getByText("This browser has no keys").waitFor();
    const restore = other.getByRole("button", { name: "Restore the key" });
    await restore.click();
    await other.getByText("Choose the file of the backup.").waitFor();
    await other.getByLabel("File of the backup").setInputFiles({
      name: "key.json",
      mimeType: "application/json",
      buffer: Buffer.from(backup),
    });
    await other.getByLabel("Name of its party").fill("savings");
    await other.getByLabel("Passphrase of the backup").fill("another passphrase");
    await restore.click();
    await other.getByText("The passphrase is wrong, or the file was changed.").waitFor();
    await other.getByLabel("Passphrase of the backup").fill(passphrase);
    await restore.click();
    const entry = other.getByRole("listitem").filter({ hasText: "Ed25519, not extractable" });
    await entry.waitFor();
    await eventually(async () =>
      expect(await entry.locator("[data-party]").getAttribute("data-party")).to.equal(keyParty),
    );
    await other.getByRole("button", { name: "Remove the key of savings" }).click();
    await other.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await other.getByText("This browser has no keys").waitFor();
  });
});
