import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { servedParty } from "../browser/external-party.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

describe("what people are told before it is too late", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode({
      http: { maxSelfAllocatedParties: 2 },
      // the first 90 days are free
      wallet: { config: { preapprovalLifetimeMicros: 180 * 86_400_000_000 } },
    });
    await node.userWith("alice", "10");
    bob = await node.userWith("bob", "1");
    await node.userWith("carol", "1");
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const open = async (path: string, user: string): Promise<void> => {
    await page.goto(`${node.base}${path}`);
    await logIn(page, user);
  };

  it("is how many parties the node lets one make, before a key is made", async () => {
    await open("/wallet/parties", "alice");
    await page.getByText("This node lets you make 1 more party.").waitFor();
    await node.api("ledger-api-user", "POST", "/v2/users/alice/rights", {
      userId: "alice",
      rights: [{ kind: { CanActAs: { value: { party: bob } } } }],
    });
    await page.reload();
    await logIn(page, "alice");
    await page.getByText("This node lets you make no more parties by yourself").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("is that coins are merged only where they are", async () => {
    await node.api("ledger-api-user", "POST", "/v0/admin/automation/pause");
    for (let coin = 0; coin < 11; coin++)
      await node.api("carol", "POST", "/v0/wallet/tap", { amount: "0.1" });
    await open("/wallet/holdings", "carol");
    await page.getByText("The operator has paused the automations").waitFor();
    await node.api("carol", "POST", "/v0/wallet/settings", { automatic_merging: false });
    await node.api("ledger-api-user", "POST", "/v0/admin/automation/resume");
    await page.reload();
    await logIn(page, "carol");
    await page.getByText("Automatic merging is off").waitFor();
    await eventually(async () => expect(await page.getByText("once a round").count()).to.equal(0));
  });

  it("is to whom a transfer was to go that was taken back, and why, in the history", async () => {
    const path = "/v0/wallet/token-standard/transfers";
    await node.api("carol", "POST", path, {
      receiver_party_id: bob,
      amount: "0.2",
      description: "for the taxi",
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: "taken back",
    });
    const { items } = await node.api<{ items: ReadonlyArray<{ contract_id: string }> }>(
      "carol",
      "GET",
      "/v0/wallet/inbox?direction=sent",
    );
    await node.api("carol", "POST", `${path}/${items[0]?.contract_id ?? ""}/withdraw`);
    await open("/wallet/history", "carol");
    const row = page.getByRole("row").filter({ hasText: "withdrawn" });
    await row.getByText("for the taxi").waitFor();
    await row.locator(`[data-party="${bob}"]`).filter({ visible: true }).first().waitFor();
  });

  it("is what the operator's coins do, and that everything is paused", async () => {
    await open("/console/automations", "ledger-api-user");
    await page.getByText("The operator has no coins").waitFor();
    await node.api("carol", "POST", "/v0/wallet/transfer-preapproval").catch(() => undefined);
    const row = page.getByRole("listitem").filter({ hasText: "Accept transfer preapprovals" });
    const lack = row.getByText("cannot pay");
    await lack.locator(".spoken").getByText("2.466 CC").waitFor();
    await lack.locator(".spoken").getByText("0.00 CC").waitFor();
    await row.getByText("Lacks coins").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    await page.reload();
    await logIn(page, "ledger-api-user");
    await page.getByText("The operator's coins").waitFor();
    await row.getByText("Nothing refused").waitFor();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Pause all automations?").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const { paused } = await node.api<{ paused: boolean }>(
      "ledger-api-user",
      "GET",
      "/v0/admin/automation",
    );
    expect(paused).to.equal(false);
    await page.getByRole("button", { name: "Pause alice" }).click();
    await dialog.getByText("Pause the automations of alice?").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const { wallets } = await node.api<{
      wallets: ReadonlyArray<{ automations_paused: boolean }>;
    }>("ledger-api-user", "GET", "/v0/admin/automation/wallets");
    expect(wallets.map(({ automations_paused: isPaused }) => isPaused)).not.to.include(true);
  });

  it("is who could spend the operator's coins, before a user is given them", async () => {
    await open("/console/users", "ledger-api-user");
    await page.getByLabel("User name").fill("mallory");
    await page.getByLabel("Wallet of").selectOption("operator");
    await page.getByRole("button", { name: "Onboard" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Let this user spend the operator's coins?").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const { usernames } = await node.api<{ usernames: ReadonlyArray<string> }>(
      "ledger-api-user",
      "GET",
      "/v0/admin/users",
    );
    expect(usernames).not.to.include("mallory");
    await page.getByLabel("Wallet of").selectOption("other");
    const { operator } = node.validator.wallet.settings;
    await page.getByRole("combobox", { name: "Party" }).fill(operator);
    await page.getByRole("button", { name: "Onboard" }).click();
    await dialog.getByText("Let this user spend the operator's coins?").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  it("is what a right gives, before a user has it", async () => {
    const { operator } = node.validator.wallet.settings;
    const rightsOf = () => node.api("ledger-api-user", "GET", "/v2/users/alice/rights");
    const before = await rightsOf();
    await open("/console/rights?user=alice", "ledger-api-user");
    const dialog = page.getByRole("alertdialog");
    for (const [right, party, title] of [
      ["ParticipantAdmin", "", "Let this user administer the node?"],
      ["IdentityProviderAdmin", "", "Let this user administer the node?"],
      ["CanExecuteAsAnyParty", "", "Let this user spend the operator's coins?"],
      ["CanActAs", operator, "Let this user spend the operator's coins?"],
      ["CanExecuteAs", operator, "Let this user spend the operator's coins?"],
    ] as const) {
      await page.getByLabel("Right", { exact: true }).selectOption(right);
      if (party !== "") await page.getByRole("combobox", { name: "Party" }).fill(party);
      await page.getByRole("button", { name: "Grant" }).click();
      await dialog.getByText(title).waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
    }
    expect(await rightsOf()).to.deep.equal(before);
  });

  it("is that coins of a party that signs outside of the node are not merged", async () => {
    const saver = await servedParty(node, "saver");
    for (let coin = 0; coin < 11; coin++) {
      await node.api("carol", "POST", "/v0/wallet/transfer-preapproval/send", {
        receiver_party_id: saver.partyId,
        amount: "0.01",
        deduplication_id: `coin ${coin}`,
      });
    }
    const path = `/v0/wallet/settings?party=${encodeURIComponent(saver.partyId)}`;
    const settings = await node.api("ledger-api-user", "GET", path);
    expect(settings).to.include({ automatic_merging: false });
    await open("/wallet/parties", "ledger-api-user");
    await page.getByRole("button", { name: /^Act for this party: saver/ }).click();
    await goTo(page, "/wallet/holdings", "Holdings");
    await page.getByText("11 coins make transfers larger").waitFor();
    await eventually(async () => expect(await page.getByText("once a round").count()).to.equal(0));
    await page.getByText("merges nothing by itself for a party that signs outside").waitFor();
    await goTo(page, "/wallet/settings", "Settings");
    await page.getByText("merges nothing by itself for a party that signs outside").waitFor();
    await eventually(async () => expect(await page.getByText("Once a round").count()).to.equal(0));
  });
});
