import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const tickSeconds = 600;
const daySeconds = 86_400;
/** Rounds in which a coin worth 0.0001 USD is used up. */
const dustTicks = 10;
const holdings = 150;
const operatorUser = "ledger-api-user";

interface Coupon {
  readonly payload: { readonly round: { readonly number: string } };
}

describe("coins, rewards and traffic in the browser wallet", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob: string;
  before(async () => {
    node = await startTestNode({ manualClock: true });
    bob = await node.userWith("bob", "0");
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const open = async (user: string, path: string, heading: string): Promise<void> => {
    await page.goto(`${node.base}/wallet/${path}`);
    await logIn(page, user);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
  const balanceOf = async (user: string): Promise<string> => {
    const answer = await node.api<{ effective_unlocked_qty: string }>(
      user,
      "GET",
      "/v0/wallet/balance",
    );
    return answer.effective_unlocked_qty;
  };
  const coinsOf = async (user: string): Promise<number> => {
    const { amulets } = await node.api<{ amulets: ReadonlyArray<unknown> }>(
      user,
      "GET",
      "/v0/wallet/amulets",
    );
    return amulets.length;
  };

  describe("17: 150 holdings", () => {
    before(async () => {
      // the wallet would merge them by itself
      await node.api(operatorUser, "POST", "/v0/admin/automation/pause");
      await node.userWith("rich", "0");
      for (let coin = 1; coin <= holdings; coin++)
        await node.api("rich", "POST", "/v0/wallet/tap", { amount: `0.0${coin}000${coin % 9}1` });
    });
    after(() => node.api(operatorUser, "POST", "/v0/admin/automation/resume"));

    it("17: draws and lists 150 coins, and merges them to one after previews, with the same sum", async () => {
      const before = await balanceOf("rich");
      await open("rich", "holdings", "Holdings");
      await page.getByRole("img", { name: "150 coins, drawn by size." }).waitFor();
      await page.getByRole("heading", { name: "Coins (150)" }).waitFor();
      await page.getByText("150 coins make transfers larger and dearer.").waitFor();
      for (const [inputs, left] of [
        [100, 51],
        [51, 1],
      ] as const) {
        await page.getByRole("button", { name: "Merge coins" }).click();
        await page.getByText(`${inputs} coins become one of`).waitFor();
        await page.getByText(`Then there are ${left} instead of ${inputs + left - 1}.`).waitFor();
        await page.getByRole("button", { name: "Merge", exact: true }).click();
        await page.getByRole("heading", { name: `Coins (${left})` }).waitFor();
        expect(await coinsOf("rich")).to.equal(left);
        expect(await balanceOf("rich")).to.equal(before);
      }
    });
  });

  it("17: leaves coins as they are where automatic merging is switched off", async () => {
    await node.userWith("keeper", "1");
    await open("keeper", "settings", "Settings");
    await page.getByRole("button", { name: "Switch merging off" }).click();
    await page.getByText("Coins are merged on request alone.").waitFor();
    for (let coin = 0; coin < 11; coin++)
      await node.api("keeper", "POST", "/v0/wallet/tap", { amount: "1" });
    await node.pass(2 * tickSeconds);
    expect(await coinsOf("keeper")).to.equal(12);
    await page.getByRole("button", { name: "Switch merging on" }).click();
    await page.getByText("Coins are merged by themselves.").waitFor();
    await node.pass(tickSeconds);
    expect(await coinsOf("keeper")).to.equal(1);
  });

  it("18: shows dust and the end of a lock, then both are gone and in the history", async () => {
    await node.userWith("dusty", "0.0001");
    await node.userWith("locker", "10");
    await node.api("locker", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "7",
      description: "never accepted",
      expires_at: node.validator.wallet.now() + 2 * tickSeconds * 1_000_000,
      tracking_id: "never-accepted",
    });
    await open("dusty", "holdings", "Holdings");
    await page.getByText("One coin is so small that the fee for holding").waitFor();
    await open("locker", "holdings", "Holdings");
    const coins = page.getByRole("table", { name: "Coins" });
    await coins.getByText("Locked").waitFor();
    await coins.getByText("20:00 left").waitFor();
    for (let tick = 0; tick < dustTicks; tick++) await node.pass(tickSeconds);
    await coins.getByText("Locked").waitFor({ state: "detached" });
    expect(await balanceOf("locker")).to.equal("100.0000000000");
    await goTo(page, "/wallet/history", "History");
    const rows = page.getByRole("table", { name: "Transactions" }).getByRole("row");
    await rows.filter({ hasText: "Transfer expired" }).getByText("received 7.00 CC").waitFor();
    await open("dusty", "holdings", "Holdings");
    await page
      .getByRole("table", { name: "Coins" })
      .getByText(/since round \d+/)
      .waitFor();
    // the network ends dust once a day
    for (let day = 0; day < 3; day++) await node.pass(daySeconds);
    await page.getByText("No coins yet").waitFor();
    await goTo(page, "/wallet/history", "History");
    await rows.filter({ hasText: "CC expired" }).waitFor();
  });

  it("20: shows the coupons of a round, collects them, and shows what they gave", async () => {
    await open(operatorUser, "rewards", "Rewards");
    const coupons = page.getByRole("table", { name: "Coupons by round" });
    const { validator_liveness_activity_records: records } = await node.api<{
      validator_liveness_activity_records: ReadonlyArray<Coupon>;
    }>(operatorUser, "GET", "/v0/wallet/validator-liveness-activity-records");
    const rounds = records.map(({ payload }) => Number(payload.round.number));
    const newest = Math.max(...rounds);
    const ofRound = (round: number) =>
      coupons
        .getByRole("row")
        .filter({ has: page.getByRole("cell", { name: `${round}`, exact: true }) });
    await ofRound(newest).getByText("Validator liveness").waitFor();
    const before = await balanceOf(operatorUser);
    for (let tick = 0; tick < 5; tick++) await node.pass(tickSeconds);
    await ofRound(newest).waitFor({ state: "detached" });
    await page.getByRole("table", { name: "Rounds" }).getByText("Paying out").first().waitFor();
    expect(Number(await balanceOf(operatorUser))).to.be.above(Number(before));
    await goTo(page, "/wallet/history", "History");
    await page.getByRole("table", { name: "Transactions" }).getByRole("link").first().click();
    await page.getByRole("heading", { level: 1, name: "Transaction" }).waitFor();
    await page.getByText("Validator rewards").waitFor();
  });

  describe("21: traffic", () => {
    const buy = async (): Promise<void> => {
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByRole("button", { name: /^Buy [0-9,]+ bytes$/ }).click();
    };
    const purchased = async (): Promise<string> => {
      const facts = page.getByText("Bought so far").locator("xpath=following-sibling::dd[1]");
      await facts.waitFor();
      return facts.innerText();
    };

    it("21: buys traffic for a validator, and shows that it has more", async () => {
      await node.userWith("buyer", "1000");
      await open("buyer", "traffic", "Traffic");
      await eventually(async () => expect(await purchased()).to.equal("0 bytes"));
      await page.getByLabel("Bytes").fill("199999");
      await page.getByText("At least 200000 bytes are bought at once.").first().waitFor();
      await page.getByLabel("Bytes").fill("250 000");
      const cost = await page.getByText("at the price of this round").innerText();
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByText("Available afterwards").waitFor();
      expect(await accessibilityErrors(page)).to.deep.equal([]);
      await page.getByRole("button", { name: "Back" }).click();
      await eventually(async () =>
        expect(await page.getByLabel("Bytes").inputValue()).to.equal("250 000"),
      );
      const waiting = await node.api("buyer", "GET", "/v0/wallet/inbox?kind=traffic-request");
      expect(waiting).to.deep.include({ items: [] });
      await buy();
      await page.getByText("Bought", { exact: true }).waitFor();
      await page.getByText("250,000 bytes").first().waitFor();
      await goTo(page, "/wallet/history", "History");
      const row = page.getByRole("row").filter({ hasText: "Extra traffic purchase" });
      await row.waitFor();
      const paid = /([0-9.]+)/.exec(cost)?.[1] ?? "?";
      await eventually(async () => expect(await row.innerText()).to.contain(paid));
    });

    it("21: says why a request was rejected, and that nothing was paid", async () => {
      await node.userWith("poor", "0.01");
      await open("poor", "traffic", "Traffic");
      await buy();
      await page.getByText("Not bought", { exact: true }).waitFor();
      await page.getByText("out of funds").waitFor();
      expect(await balanceOf("poor")).to.equal("0.1000000000");
      await goTo(page, "/wallet/history", "History");
    });

    it("21: shows a request that waits until it expires, and says so", async () => {
      await node.api(operatorUser, "POST", "/v0/admin/automation/pause");
      try {
        await open("buyer", "traffic", "Traffic");
        await page.getByLabel("Give up after").selectOption("1 hour");
        await buy();
        await page.getByText("Waits for the wallet to pay").waitFor();
        await page.getByText("1 h 00 min left").waitFor();
        await node.pass(3_700);
        await page.getByText("Expired, and not cleared yet").waitFor();
      } finally {
        await node.api(operatorUser, "POST", "/v0/admin/automation/resume");
      }
      await node.pass(60);
      await page.getByText("Not bought", { exact: true }).waitFor();
      await page.getByText("No request waits").waitFor();
    });
  });
});
