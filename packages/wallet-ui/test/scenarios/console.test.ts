import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const operatorUser = "ledger-api-user";

describe("the operator's console", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  before(async () => {
    node = await startTestNode({ manualClock: true });
    await node.userWith("alice", "100");
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/console/users`);
    await logIn(page, operatorUser);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const asOperator = <A>(method: string, path: string): Promise<A> =>
    node.api<A>(operatorUser, method, path);

  it("29: onboards a user to the operator's party, and offboards it", async () => {
    await page.getByLabel("User name").fill("carol");
    await page.getByLabel("Wallet of").selectOption("The operator's party");
    await page.getByRole("button", { name: "Onboard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Onboard" }).click();
    await page.getByText("carol has a wallet.").waitFor();
    const row = page.getByRole("list", { name: "Users" }).getByRole("listitem");
    const carol = row.filter({ hasText: "carol" });
    await carol.getByText("Operator party").waitFor();
    const { user } = await asOperator<{ user: object }>("GET", "/v2/users/carol");
    const { party_id: operator } = await asOperator<{ party_id: string }>(
      "GET",
      "/v0/validator-user",
    );
    expect(user).to.include({ primaryParty: operator });
    await carol.getByRole("button", { name: "Offboard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Offboard" }).click();
    await page.getByText("carol is offboarded.").waitFor();
    await carol.waitFor({ state: "detached" });
    const { usernames } = await asOperator<{ usernames: ReadonlyArray<string> }>(
      "GET",
      "/v0/admin/users",
    );
    expect(usernames).not.to.include("carol");
  });

  it("29: pauses the automations, and lets them run again; says when each ran and runs next", async () => {
    await goTo(page, "/console/automations", "Automations");
    await page
      .getByText(/Last run .*, next within [0-9]+ s/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Pause all" }).click();
    await page.getByText("The automations are paused.").waitFor();
    expect(await asOperator("GET", "/v0/admin/automation")).to.include({ paused: true });
    await page.getByText("no next one while it rests").first().waitFor();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await page.getByText("The automations run again.").waitFor();
    expect(await asOperator("GET", "/v0/admin/automation")).to.include({ paused: false });
  });

  it("has a title for each automation that ran", async () => {
    const { automations } = await asOperator<{ automations: object }>(
      "GET",
      "/v0/admin/automation",
    );
    expect(automations).to.include.keys("pay-subscriptions", "top-up-traffic");
    const rows = page.getByRole("list", { name: "Automations" });
    await rows.getByText("Pay subscriptions", { exact: true }).waitFor();
    await rows.getByText("Top up traffic", { exact: true }).waitFor();
    const shown = (await rows.innerText()).split("\n");
    expect(shown.filter((line) => line in automations)).to.deep.equal([]);
  });

  it("29: pauses what acts for one wallet, and resumes it", async () => {
    const isPaused = async (): Promise<boolean> => {
      const { automations_paused: paused } = await node.api<{ automations_paused: boolean }>(
        "alice",
        "GET",
        "/v0/wallet/settings",
      );
      return paused;
    };
    await page.getByLabel("Search wallets").fill("ALI");
    await page.getByRole("button", { name: "Pause alice" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
    await page.getByText("The automations of alice are paused.").waitFor();
    expect(await isPaused()).to.equal(true);
    await page.getByRole("button", { name: "Resume alice" }).click();
    await page.getByText("The automations of alice run again.").waitFor();
    expect(await isPaused()).to.equal(false);
  });

  it("grants a right and revokes it", async () => {
    await goTo(page, "/console/rights?user=alice", "Rights");
    await page.getByLabel("Right", { exact: true }).selectOption("CanReadAsAnyParty");
    await page.getByRole("button", { name: "Grant" }).click();
    await page.getByText("alice has CanReadAsAnyParty.").waitFor();
    const rights = JSON.stringify(await asOperator("GET", "/v2/users/alice/rights"));
    expect(rights).to.contain("CanReadAsAnyParty");
    await page.getByRole("button", { name: "Revoke CanReadAsAnyParty" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("The right is revoked.").waitFor();
    const after = JSON.stringify(await asOperator("GET", "/v2/users/alice/rights"));
    expect(after).not.to.contain("CanReadAsAnyParty");
  });

  it("moves a clock that goes by hand", async () => {
    await goTo(page, "/console/health", "Health");
    const before = await asOperator<{ now: string }>("GET", "/v0/admin/configuration");
    await page.getByRole("button", { name: "Move the clock by 10 min" }).click();
    await page.getByText("The clock was moved").waitFor();
    const after = await asOperator<{ now: string }>("GET", "/v0/admin/configuration");
    const passed = Date.parse(after.now) - Date.parse(before.now);
    expect(passed).to.be.within(600_000, 660_000);
  });
});
