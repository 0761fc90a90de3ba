import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goTo,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

describe("names of the address book in the browser wallet", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  const label = "Bob \u202eat the corner";
  before(async () => {
    node = await startTestNode();
    const alice = await node.userWith("alice", "10");
    bob = await node.userWith("bob", "10");
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount: "2.5",
      description: "A coffee",
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: "named",
    });
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/contacts`);
    await logIn(page, "alice");
    await page.getByRole("textbox", { name: "Label" }).fill(label);
    await page.getByRole("textbox", { name: "Party id" }).fill(bob);
    await page.getByRole("button", { name: "Save" }).click();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  /** The first place on the page that names bob: what is seen of it. */
  const seen = async (): Promise<string> => {
    const chip = page.locator(`#main [data-party="${bob}"]`).filter({ visible: true }).first();
    await chip.waitFor();
    return chip.evaluate((element) => {
      const shown = element.cloneNode(true);
      if (!(shown instanceof HTMLElement)) return "";
      for (const spoken of shown.querySelectorAll(".spoken")) spoken.remove();
      return shown.textContent ?? "";
    });
  };

  for (const [path, heading] of [
    ["/wallet", "Home"],
    ["/wallet/inbox", "Inbox"],
    ["/wallet/history", "History"],
    ["/console/contracts", "Contracts"],
  ] as const) {
    it(`stand for the party on ${path} in place of its hint`, async () => {
      await goTo(page, path, heading);
      await eventually(async () => expect(await seen()).to.equal("Bob [U+202E]at the corner"));
    });
  }

  it("show the whole id on hover and on focus, and copy it", async () => {
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await goTo(page, "/wallet/inbox", "Inbox");
    const chip = page.locator(`#main [data-party="${bob}"]`).filter({ visible: true }).first();
    await eventually(async () => expect(await chip.getAttribute("title")).to.equal(bob));
    await chip.getByRole("button", { name: `copy party id ${bob}` }).focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const tip = () =>
      chip.evaluate((each) => getComputedStyle(each.children[0] ?? each, "::after").content);
    await eventually(async () => expect(await tip()).to.equal(`"${bob}"`));
    // what is copied is said for a moment, in which it may not be read
    await eventually(async () => {
      await page.keyboard.press("Enter");
      expect([await chip.getByText("copied").count(), await tip()]).to.deep.equal([1, '"Copied"']);
    });
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).to.equal(bob),
    );
  });

  it("are told from a stranger's hint that is the same, by the ends of their ids", async () => {
    await page.goto(`${node.base}/wallet/contacts`);
    await logIn(page, "alice");
    const forged = `${label}::1220${"ab".repeat(32)}`.replace(/[^a-z:0-9]/giu, "");
    await page.getByRole("textbox", { name: "Label" }).fill(label);
    await page.getByRole("textbox", { name: "Party id" }).fill(forged);
    await page.getByRole("button", { name: "Save" }).click();
    await goTo(page, "/wallet/inbox", "Inbox");
    await eventually(async () =>
      expect(await seen()).to.equal(`Bob [U+202E]at the corner…${bob.slice(-4)}`),
    );
  });

  it("have room in a small window, in both themes", async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await goTo(page, "/wallet/inbox", "Inbox");
      await seen();
      expect(await sidewaysOverflow(page)).to.equal(0);
      expect(await accessibilityErrors(page)).to.deep.equal([]);
    }
    await page.setViewportSize({ width: 1_280, height: 900 });
  });

  it("are seen where someone else's transfer was accepted, with its memo", async () => {
    await goTo(page, "/wallet/inbox", "Inbox");
    await page.getByRole("button", { name: "Accept" }).click();
    await goTo(page, "/wallet/history", "History");
    const row = page.getByRole("row").filter({ hasText: "Transfer accepted" });
    await row.getByText("A coffee").waitFor();
    await eventually(async () => expect(await row.innerText()).to.contain("at the corner"));
  });
});
