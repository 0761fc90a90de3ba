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

const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });

describe("the navigation, and the search for pages, contacts, actions and ids", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "0");
    bob = await node.userWith("bob", "50");
    browser = await openBrowser();
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page = await browser.page();
    await page.goto(`${node.base}/wallet`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const find = async (text: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill(text);
  };
  const options = () => page.getByRole("option").allInnerTexts();

  it("shows pages of what one has once one has something", async () => {
    const links = () => pages(page).getByRole("link").allInnerTexts();
    await pages(page).getByRole("link", { name: "Settings" }).waitFor();
    await eventually(async () =>
      expect(await links()).to.deep.equal(
        "Home,Inbox,Send,Request,History,Contacts,Parties and keys,Settings,All pages,Console".split(
          ",",
        ),
      ),
    );
    await node.api("alice", "POST", "/v0/wallet/tap", { amount: "100" });
    await pages(page).getByText("What you have").waitFor();
    await pages(page).getByRole("link", { name: "Holdings" }).waitFor();
    await eventually(async () => expect(await links()).not.to.include("Names"));
    const { subscriptionRequestCid: cid } = await node.api<{ subscriptionRequestCid: string }>(
      "alice",
      "POST",
      "/v0/entry/create",
      { name: "alice.unverified.ans", url: "", description: "" },
    );
    await pages(page).getByRole("link", { name: "Subscriptions" }).waitFor();
    await node.api("alice", "POST", `/v0/wallet/subscription-requests/${cid}/accept`);
    await pages(page).getByRole("link", { name: "Names" }).waitFor();
  });

  it("leads to any page by the keyboard alone, and shows it in the navigation", async () => {
    await find("deleg");
    await eventually(async () => expect(await options()).to.have.length(1));
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Delegations" }).waitFor();
    const link = pages(page).getByRole("link", { name: "Delegations" });
    await link.waitFor();
    await eventually(async () => expect(await link.getAttribute("aria-current")).to.equal("page"));
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("goes through what is found by the arrow keys, and by the visible button", async () => {
    await page.getByRole("button", { name: "Search or go to" }).click();
    const field = page.getByRole("combobox", { name: "Search or go to" });
    await field.fill("re");
    const active = async () => {
      const id = (await field.getAttribute("aria-activedescendant")) ?? "";
      return page.locator(`[id="${id}"]`).getAttribute("aria-selected");
    };
    await eventually(async () => expect(await active()).to.equal("true"));
    await page.keyboard.press("ArrowDown");
    await eventually(async () => expect(await active()).to.equal("true"));
    const chosen = await page.locator("[aria-selected=true] span").first().innerText();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: chosen.split("\n")[0] ?? "" }).waitFor();
  });

  it("fills in a contact as the receiver, and a party that was pasted", async () => {
    await goTo(page, "/wallet/contacts", "Contacts");
    await page.getByLabel("Label").fill("Bobby");
    await page.getByRole("textbox", { name: "Party id" }).fill(bob);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 3, name: "Bobby" }).waitFor();
    const receiver = page.getByRole("combobox", { name: "Receiver", exact: true });
    for (const text of ["bobby", `to ${bob},`]) {
      await goTo(page, "/wallet", "Home");
      await find(text);
      await page.getByRole("option", { name: /Send to/ }).click();
      await page.getByRole("heading", { level: 1, name: "Send" }).waitFor();
      await eventually(async () => expect(await receiver.inputValue()).to.equal(bob));
    }
  });

  it("goes to updates and contracts whose ids are pasted, and to what waits", async () => {
    const alice = node.validator.wallet.users.partyOf("alice") ?? "";
    await node.api("bob", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: alice,
      amount: "7.25",
      description: "Lunch",
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: "from-bob",
    });
    const { items } = await node.api<{ items: ReadonlyArray<{ contract_id: string }> }>(
      "alice",
      "GET",
      "/v0/wallet/inbox?kind=transfer-instruction",
    );
    const cid = items[0]?.contract_id ?? "";
    await goTo(page, "/wallet", "Home");
    await page.getByText("Lunch").first().waitFor();
    await find(cid);
    await eventually(async () =>
      expect((await options()).map((text) => text.split("\n")[0])).to.deep.equal([
        "Show what waits",
        "Show the contract",
      ]),
    );
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "What waits" }).waitFor();
    const history = await node.api<{ items: ReadonlyArray<{ event_id: string }> }>(
      "alice",
      "POST",
      "/v0/wallet/transactions",
      { page_size: 1 },
    );
    const eventId = history.items[0]?.event_id ?? "";
    await find(eventId);
    await page.getByRole("option", { name: "Show the update" }).click();
    await page.getByRole("heading", { level: 1, name: "Update" }).waitFor();
  });

  it("copies the party, changes the colours and logs out", async () => {
    await find("copy");
    await page.keyboard.press("Enter");
    await page.getByText("Your party id is copied.").waitFor();
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).to.match(/^alice::1220/),
    );
    await find("dark");
    await page.keyboard.press("Enter");
    await page.locator("html[data-theme=dark]").waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: "Search or go to" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await sidewaysOverflow(page)).to.equal(0);
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.getByRole("combobox", { name: "Search or go to" }).fill("no such thing");
    await page.getByText("Nothing is called so").first().waitFor();
    await page.getByRole("combobox", { name: "Search or go to" }).fill("log out");
    await page.keyboard.press("Enter");
    await page.getByLabel("User name").waitFor();
  });
});
