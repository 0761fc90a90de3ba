import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const tickSeconds = 600;
const operatorUser = "ledger-api-user";

describe("the development fund, and rights that are missing, in the browser wallet", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice: string;
  before(async () => {
    node = await startTestNode({ manualClock: true });
    alice = await node.userWith("alice", "1");
    // the fund gets its share of every round that issues
    for (let tick = 0; tick < 6; tick++) await node.pass(tickSeconds);
    // what is given would be minted at once
    await node.api(operatorUser, "POST", "/v0/admin/automation/pause");
    browser = await openBrowser({ expected: /403 .*(generate-topology|external)|504 .*allocate/ });
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const coupons = async (user: string): Promise<ReadonlyArray<{ amount: string }>> => {
    const { active_development_fund_coupons: active } = await node.api<{
      active_development_fund_coupons: ReadonlyArray<{ payload: { amount: string } }>;
    }>(user, "GET", "/v0/wallet/development-fund-coupons");
    return active.map(({ payload }) => payload);
  };

  it("gives from the fund once, though the answer was lost, and takes it back", async () => {
    await page.goto(`${node.base}/wallet/fund`);
    await logIn(page, operatorUser);
    await page.getByRole("button", { name: "Give from the fund" }).click();
    await page.getByRole("combobox", { name: "Beneficiary" }).fill(alice);
    await page.keyboard.press("Tab");
    await page.getByRole("textbox", { name: /^Amount/ }).fill("2.5");
    await page.getByRole("textbox", { name: "Reason" }).fill("Tools <b>");
    let lost = 0;
    await page.route("**/development-fund-coupons/allocate", async (route) => {
      await route.fetch();
      lost += 1;
      await route.fulfill({ status: 504, body: "" });
      await page.unroute("**/development-fund-coupons/allocate");
    });
    await page.getByRole("button", { name: "Give", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Give this from the fund?" });
    await question.locator(".spoken").getByText("2.5000000000 CC").waitFor();
    await question.getByText("Tools <b>").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await coupons("alice")).to.deep.equal([]);
    await page.getByRole("button", { name: "Give", exact: true }).click();
    await question.getByRole("button", { name: "Give", exact: true }).click();
    await page.getByText("The coupon is given.").waitFor();
    expect(lost).to.equal(1);
    const given = page.getByRole("listitem").filter({ hasText: "Tools <b>" });
    await given.getByText("2.50 CC").first().waitFor();
    expect((await coupons("alice")).map(({ amount }) => amount)).to.deep.equal(["2.5"]);
    await given.getByRole("button", { name: "Withdraw" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Reason").fill("not needed");
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("The coupon is back in the fund.").waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: /withdrawn/i })
      .waitFor();
    expect(await coupons("alice")).to.deep.equal([]);
  });

  it("says that only the manager gives from the fund", async () => {
    await page.goto(`${node.base}/wallet/fund`);
    await logIn(page, "alice");
    const give = page.getByRole("button", { name: "Give from the fund" });
    await give.waitFor();
    await eventually(async () => expect(await give.getAttribute("aria-disabled")).to.equal("true"));
    const reason = page.getByText("Only the manager of the fund can give from it.");
    await reason.first().waitFor({ state: "attached" });
  });

  it("says which setting keeps a user from making a party, and keeps the key", async () => {
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    await page.getByLabel("Name of the party").fill("savings");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("button", { name: "Continue without a backup" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continue without" }).click();
    await page.getByRole("button", { name: "Unlock the keys" }).click();
    await page.getByRole("button", { name: "Make its party" }).click();
    await page.getByRole("button", { name: "Sign and make the party" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The party was not made." });
    await alert.waitFor();
    await alert.getByText("server.maxSelfAllocatedParties").waitFor();
  });
});
