import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { proposeDelegation } from "../browser/external-party.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { partyInBrowser, signInBrowser, signWords } from "../browser/browser-key.js";
import { stoppedClock } from "../browser/tour.js";

const operator = "ledger-api-user";
const tickSeconds = 600;
const dayMicros = 86_400_000_000;

describe("the set-up of a party whose key is in the browser", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice = "";
  let savings = "";
  before(async () => {
    node = await startTestNode({
      manualClock: true,
      http: { ...stoppedClock(), maxSelfAllocatedParties: 9 },
    });
    await node.api(operator, "POST", "/v0/wallet/tap", { amount: "100" });
    // rounds, of whose issuance a part is the development fund's
    for (let tick = 0; tick < 6; tick++) await node.pass(tickSeconds);
    alice = await node.userWith("alice", "1");
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const question = (verb: string) =>
    page.getByRole("alertdialog").getByRole("button", { name: verb, exact: true });
  const preapprovals = async (): Promise<ReadonlyArray<string>> => {
    const { contracts } = await node.api<{
      contracts: ReadonlyArray<{ contract: { payload: { receiver: string } } }>;
    }>(operator, "GET", "/v0/admin/transfer-preapprovals");
    return contracts.map(({ contract }) => contract.payload.receiver);
  };
  const propose = (delegate: string): Promise<void> =>
    proposeDelegation(
      node,
      { partyId: savings, sign: (hash) => signInBrowser(page, hash) },
      delegate,
      {
        hours: 30 * 24,
        limit: 5,
        user: "alice",
      },
    );

  it("makes a party that no one can mint for yet, which its delegate is told", async () => {
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    savings = await partyInBrowser(node, page, "savings");
    await page.getByText("The operator of this node does not serve it yet").waitFor();
    await propose(alice);
    await goTo(page, "/wallet/inbox", "Inbox");
    const item = page.getByRole("listitem").filter({ hasText: "Minting delegation" });
    await item.getByRole("button", { name: "Accept" }).waitFor();
    const accept = item.getByRole("button", { name: "Accept" });
    await eventually(async () =>
      expect(await accept.getAttribute("aria-disabled")).to.equal("true"),
    );
  });

  it("is one signature, which the person can put off, and leaves one preapproval", async () => {
    await goTo(page, "/wallet/parties", "Parties and keys");
    const setUp = page.getByRole("button", { name: "Set it up" });
    await setUp.click();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await question("Set it up").click();
    await page.getByRole("button", { name: "Do not sign" }).click();
    await page.getByText("The party was not set up.").waitFor();
    expect(await preapprovals()).to.deep.equal([]);
    await page.getByRole("button", { name: "Close" }).first().click();
    await setUp.click();
    await question("Set it up").click();
    await signWords(page, /may take the rewards .* accepted without its signature/);
    await page.getByText("The operator of this node serves it").waitFor();
    await eventually(async () => expect(await setUp.count()).to.equal(0));
    expect(await preapprovals()).to.deep.equal([savings]);
    await page.getByRole("button", { name: /^Act for this party: savings/ }).click();
    await goTo(page, "/wallet/settings", "Settings");
    await page.getByRole("button", { name: "Cancel direct transfers" }).waitFor();
  });

  it("lets a delegate accept to mint for it, whose wallet does it by itself", async () => {
    await goTo(page, "/wallet/parties", "Parties and keys");
    await page.getByRole("button", { name: /^Act for this party: alice/ }).click();
    await goTo(page, "/wallet/inbox", "Inbox");
    const item = page.getByRole("listitem").filter({ hasText: "Minting delegation" });
    await item.getByRole("button", { name: "Accept" }).click();
    await page
      .getByRole("alertdialog")
      .getByText("Your wallet mints rewards for the beneficiary")
      .waitFor();
    await question("Accept").click();
    await item.waitFor({ state: "detached" });
    await node.api(operator, "POST", "/v0/wallet/development-fund-coupons/allocate", {
      beneficiary: savings,
      amount: "3",
      expiresAt: node.validator.wallet.now() + 30 * dayMicros,
      reason: "to be minted",
    });
    await node.pass(tickSeconds);
    await node.pass(tickSeconds);
    const balance = await node.api<{ total_unlocked_coin: string }>(
      operator,
      "GET",
      `/v0/admin/external-party/balance?party_id=${encodeURIComponent(savings)}`,
    );
    expect(balance.total_unlocked_coin).to.equal("3.0000000000");
  });
});
