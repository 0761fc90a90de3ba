import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { plainStops, tourUser } from "../browser/tour.js";

/** Pages whose lists have nothing on a fresh node: each says so, and what would fill it. */
const emptyAtFirst = [
  "/wallet",
  "/wallet/inbox",
  "/wallet/history",
  "/wallet/holdings",
  "/wallet/subscriptions",
  "/wallet/names",
  "/wallet/allocations",
  "/wallet/delegations",
  "/wallet/contacts",
  "/wallet/parties",
  "/console/providers",
  "/console/submissions",
];

/** Every search and filter that can leave nothing of a list. */
const searches: ReadonlyArray<readonly [path: string, heading: string, label: string]> = [
  ["/wallet/history", "History", "Search"],
  ["/wallet/contacts", "Contacts", "Search"],
  ["/console/users", "Users", "Search by name or party"],
  ["/console/parties", "Parties", "Name begins with"],
  ["/console/automations", "Automations", "Search wallets"],
  ["/console/packages", "Packages", "Search by name or id"],
];

const inboxFilters = ["you", "received"];
const nothing = "zzzz";

describe("lists without anything", () => {
  let node: TestNode;
  let browser: Browser;
  before(async () => {
    node = await startTestNode();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const opened = async (user: string, path: string): Promise<Page> => {
    const page = await browser.page();
    await page.goto(`${node.base}${path}`);
    await logIn(page, user);
    return page;
  };
  /** What says that there is nothing, without what would fill it. */
  const withoutHint = (page: Page): Promise<ReadonlyArray<string>> =>
    page
      .locator("[data-empty]")
      .evaluateAll((all) =>
        all
          .filter((each) => (each.querySelector("[data-hint]")?.textContent ?? "").length < 20)
          .map(({ textContent }) => textContent ?? ""),
      );
  const saysWhat = async (page: Page, place: string): Promise<void> => {
    await page.locator("[data-empty]").first().waitFor();
    await eventually(async () => expect(await withoutHint(page), place).to.deep.equal([]));
  };

  it("say on each page what would fill them", async () => {
    const page = await opened(tourUser, "/wallet");
    for (const [path, heading] of plainStops) {
      await goTo(page, path, heading);
      if (emptyAtFirst.includes(path)) await saysWhat(page, path);
      else expect(await withoutHint(page), path).to.deep.equal([]);
    }
    await page.close();
  });

  it("say it too when a search or a filter leaves nothing", async () => {
    const bob = await node.userWith("bob", "0");
    await node.api(tourUser, "POST", "/v0/wallet/tap", { amount: "10" });
    await node.api(tourUser, "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "1",
      description: "sent",
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: "sent",
    });
    const page = await opened(tourUser, "/wallet/contacts");
    await page.getByLabel("Label", { exact: true }).fill("Bob");
    await page.getByLabel("Party id").fill(bob);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Bob is in your address book.").waitFor();
    for (const [path, heading, label] of searches) {
      await goTo(page, path, heading);
      await page.getByLabel(label, { exact: true }).fill(nothing);
      await saysWhat(page, path);
    }
    for (const show of inboxFilters) {
      await goTo(page, "/wallet/inbox", "Inbox");
      await page.locator(`a[href$="?show=${show}"]`).click();
      await saysWhat(page, show);
    }
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog");
    await palette.getByRole("combobox").fill(nothing);
    await palette.locator("[data-empty] [data-hint]").waitFor();
    await saysWhat(page, "palette");
    await page.close();
    const receiver = await opened("bob", "/wallet/inbox?show=sent");
    await saysWhat(receiver, "sent");
    await receiver.close();
  });
});
