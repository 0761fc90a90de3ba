import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const transfers = "**/v0/wallet/token-standard/transfers*";

describe("a user that acts for two parties", () => {
  let node: TestNode;
  let browser: Browser;
  let first: Page;
  let second: Page;
  const party = { alice: "", bob: "", carol: "" };
  before(async () => {
    node = await startTestNode();
    party.alice = await node.userWith("alice", "10");
    party.bob = await node.userWith("bob", "20");
    party.carol = await node.userWith("carol", "0");
    await node.api("ledger-api-user", "POST", "/v2/users/alice/rights", {
      userId: "alice",
      rights: [{ kind: { CanActAs: { value: { party: party.bob } } } }],
    });
    browser = await openBrowser({ expected: /ERR_FAILED.*token-standard\/transfers/ });
    first = await browser.page();
    second = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const receiver = (page: Page) => page.getByRole("combobox", { name: "Receiver", exact: true });
  const amount = (page: Page) => page.getByLabel(/^Amount/);
  const go = (page: Page, name: string): Promise<void> =>
    page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name, exact: true })
      .click();
  const actFor = async (page: Page, whom: string): Promise<void> => {
    await go(page, "Parties and keys");
    await page.getByRole("button", { name: `Act for this party: ${whom}` }).click();
    await page.getByRole("banner").locator(`[data-party="${whom}"]`).waitFor();
  };
  const fillIn = async (page: Page, much: string): Promise<void> => {
    await receiver(page).fill(party.carol);
    await amount(page).fill(much);
  };
  /** What a user has, with what is locked. */
  const balanceOf = async (user: string): Promise<ReadonlyArray<string>> => {
    const balance = await node.api(user, "GET", "/v0/wallet/balance");
    const { effective_unlocked_qty: free, effective_locked_qty: locked } = {
      effective_unlocked_qty: "",
      effective_locked_qty: "",
      ...Object(balance),
    };
    return [free, locked];
  };

  it("scenario 26: has an empty form for the other party, and its balance", async () => {
    for (const page of [first, second]) {
      await page.goto(`${node.base}/wallet/send`);
      await logIn(page, "alice");
      await page.getByText("(100.00 CC available)").waitFor();
    }
    await fillIn(first, "3");
    await fillIn(second, "4");
    await actFor(first, party.bob);
    await go(first, "Send");
    await first.getByText("(200.00 CC available)").waitFor();
    await eventually(async () => expect(await receiver(first).inputValue()).to.equal(""));
    await eventually(async () => expect(await amount(first).inputValue()).to.equal(""));
  });

  it("scenario 26: leaves the form and the party of another tab as they are", async () => {
    await eventually(async () => expect(await amount(second).inputValue()).to.equal("4"));
    await second.getByRole("button", { name: "Review" }).click();
    const from = second.locator("dl > div").filter({ hasText: /^From/ });
    await from.locator(`[data-party="${party.alice}"]`).waitFor();
    await fillIn(first, "5");
    await first.getByRole("button", { name: "Review" }).click();
    const fromBob = first.locator("dl > div").filter({ hasText: /^From/ });
    await fromBob.locator(`[data-party="${party.bob}"]`).waitFor();
    await first.getByRole("button", { name: "Send 5.00 CC" }).click();
    await first.getByText("Waiting for the receiver").waitFor();
    await second.getByRole("button", { name: "Send 4.00 CC" }).click();
    await second.getByText("Waiting for the receiver").waitFor();
    expect(await balanceOf("alice")).to.deep.equal(["96.0000000000", "4.0000000000"]);
    expect(await balanceOf("bob")).to.deep.equal(["195.0000000000", "5.0000000000"]);
  });

  it("scenario 26: never continues for one party what was begun for the other", async () => {
    await first.getByRole("button", { name: "Send another" }).click();
    await fillIn(first, "6");
    await first.getByRole("button", { name: "Review" }).click();
    const parties: Array<string | null> = [];
    let isCut = true;
    await first.route(transfers, async (route) => {
      parties.push(new URL(route.request().url()).searchParams.get("party"));
      if (!isCut) return route.continue();
      // the node has it, and the answer is lost
      await route.fetch();
      return route.abort();
    });
    await first.getByRole("button", { name: "Send 6.00 CC" }).click();
    await first.getByText("Checking").waitFor();
    await actFor(first, party.alice);
    await go(first, "Send");
    await first.getByText("(96.00 CC available)").waitFor();
    await eventually(async () => expect(await first.getByText("Checking").count()).to.equal(0));
    isCut = false;
    await actFor(first, party.bob);
    await go(first, "Send");
    await first.getByText("Waiting for the receiver").waitFor();
    expect(new Set(parties)).to.deep.equal(new Set([party.bob]));
    expect(await balanceOf("alice")).to.deep.equal(["96.0000000000", "4.0000000000"]);
    expect(await balanceOf("bob")).to.deep.equal(["189.0000000000", "11.0000000000"]);
  });
});
