import { AppPaymentRequest, SubscriptionRequest, walletPaymentsPackage } from "@tallystick/coin";
import { type Command, commandsOf } from "@tallystick/core";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { minutes, numeric, submitAs } from "../browser/app-contracts.js";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const payments = commandsOf(walletPaymentsPackage);
const microsPerMinute = 60_000_000;
const daySeconds = 86_400;

describe("payments and subscriptions that apps ask for, in the browser wallet", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice: string;
  let shop: string;
  before(async () => {
    node = await startTestNode({ manualClock: true });
    alice = await node.userWith("alice", "100");
    shop = await node.userWith("shop", "0");
    // answers that come too late
    browser = await openBrowser({ expected: /40[049] .*app-payment-requests/ });
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const create = (command: Command): Promise<string> => submitAs(node, [alice, shop], command);
  const parties = () => ({
    sender: alice,
    provider: shop,
    dso: node.validator.wallet.settings.dso,
  });
  const subscription = (description: string) =>
    create(
      payments.create(SubscriptionRequest, {
        subscriptionData: { ...parties(), receiver: shop, description },
        payData: {
          paymentAmount: { amount: numeric("1"), unit: "USDUnit" },
          paymentInterval: minutes(60 * 24 * 30),
          paymentDuration: minutes(60 * 24),
        },
      }),
    );
  const open = async (path: string): Promise<void> => {
    await page.goto(node.base + path);
    await logIn(page, "alice");
  };

  const ask = (usd: string) =>
    create(
      payments.create(AppPaymentRequest, {
        ...parties(),
        receiverAmounts: [
          { receiver: shop, amount: { amount: numeric(usd), unit: "USDUnit" } },
          { receiver: shop, amount: { amount: numeric("2.5"), unit: "AmuletUnit" } },
        ],
        expiresAt: BigInt(node.validator.wallet.now() + 60 * microsPerMinute),
        description: "a ticket",
      }),
    );

  it("22: refuse a hostile address to return to, and confirm the subscription", async () => {
    const cid = await subscription("News <b>\u202eevery</b> month");
    const hostile = encodeURIComponent("javascript:alert(document.domain)");
    await open(`/wallet/confirm-subscription/${cid}?redirect=${hostile}`);
    await page.getByText("The wallet does not follow it").waitFor();
    await page.getByText("U+202E").waitFor();
    await page.getByText("every 30 days").waitFor();
    await page.getByText("10.00 CC").first().waitFor();
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByRole("heading", { name: "The subscription is confirmed." }).waitFor();
    await eventually(async () =>
      expect(await page.locator('a[href^="javascript:"]').count()).to.equal(0),
    );
    const waiting = await node.api("alice", "GET", "/v0/wallet/subscription-initial-payments");
    expect(waiting).to.have.property("initial_payments").with.lengthOf(1);
  });

  it("22: lead back only by a click, to the address that is shown", async () => {
    const cid = await subscription("Music");
    const back = encodeURIComponent("https://shop.example/thanks");
    await open(`/wallet/confirm-subscription/${cid}?redirect=${back}`);
    await page.getByRole("button", { name: "Reject" }).click();
    const link = page.getByRole("link", { name: "Return to shop.example" });
    await link.waitFor();
    await eventually(async () =>
      expect(await link.getAttribute("href")).to.equal("https://shop.example/thanks"),
    );
    await open(`/wallet/confirm-subscription/${cid}`);
    await page.getByText("This request has ended").waitFor();
  });

  it("pay what an app asks for once, and not without funds", async () => {
    await open(`/wallet/confirm-payment/${await ask("1000")}`);
    await page
      .getByRole("paragraph")
      .filter({ hasText: "You have too little CC for this." })
      .waitFor();
    await open(`/wallet/confirm-payment/${await ask("3")}`);
    await page.getByText("32.50 CC").first().waitFor();
    await page.getByRole("button", { name: "Send payment" }).dblclick();
    await page.getByRole("heading", { name: "The payment is made." }).waitFor();
    const paid = await node.api("alice", "GET", "/v0/wallet/accepted-app-payments");
    expect(paid).to.have.property("accepted_app_payments").with.lengthOf(1);
  });

  it("say how a payment ended that is answered too late", async () => {
    for (const [answer, failed] of [
      ["Send payment", "The payment was refused."],
      ["Reject", "It could not be rejected."],
    ] as const) {
      const cid = await ask("1");
      await open(`/wallet/confirm-payment/${cid}`);
      await page.getByRole("button", { name: answer }).waitFor();
      await node.api("alice", "POST", `/v0/wallet/app-payment-requests/${cid}/reject`);
      await page.getByRole("button", { name: answer }).click();
      await page.getByText(`${failed} It was rejected.`).waitFor();
      await page.getByText("No money was moved.").waitFor();
    }
  });

  it("22: get a name, which is a subscription, and cancel it", async () => {
    await open("/wallet/names");
    await page.getByText("No names yet").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Alice!");
    await page.getByText('A name cannot contain "A"').waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("alice");
    await page.getByText("Available", { exact: true }).waitFor();
    await page.getByLabel("Web address").fill("https://alice.example");
    await page.getByRole("button", { name: "Review the subscription" }).click();
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByRole("heading", { name: "The subscription is confirmed." }).waitFor();
    await page.getByRole("link", { name: "Go to the wallet" }).click();
    const to = async (path: string) =>
      page.evaluate((each) => history.pushState(null, "", each), path);
    await to("/wallet/names");
    await page.getByRole("heading", { name: "alice.unverified.ans" }).waitFor();
    await to("/wallet/subscriptions");
    await page.getByRole("button", { name: /^Cancel subscription/ }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("No subscriptions").waitFor();
    const left = await node.api("alice", "GET", "/v0/wallet/subscriptions");
    expect(left).to.deep.equal({ subscriptions: [] });
  });

  it("22: say that a renewal failed, what is missing, and that it was paid or ended", async () => {
    await node.userWith("carol", "1.2");
    const openAs = async (path: string): Promise<void> => {
      await page.goto(node.base + path);
      await logIn(page, "carol");
    };
    await openAs("/wallet/names");
    await page.getByRole("textbox", { name: "Name" }).fill("carol");
    await page.getByText("Available", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Review the subscription" }).click();
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByRole("heading", { name: "The subscription is confirmed." }).waitFor();
    await page.getByRole("link", { name: "Go to the wallet" }).click();
    await goTo(page, "/wallet/subscriptions", "Subscriptions");
    await page.getByText("90 days left, payable 30 days before").waitFor();
    await page.getByText("Active", { exact: true }).waitFor();
    await node.pass(61 * daySeconds);
    await page.getByText("Payment failed", { exact: true }).waitFor();
    await page.getByText("You have too little: 8 CC are missing.").waitFor();
    await node.api("carol", "POST", "/v0/wallet/tap", { amount: "0.8" });
    await node.validator.wallet.scheduler.settle();
    await page.getByText("Active", { exact: true }).waitFor();
    await node.pass(95 * daySeconds);
    await page.getByText("Payment failed", { exact: true }).waitFor();
    await node.pass(60 * daySeconds);
    await page.getByText("No subscriptions").waitFor();
    await goTo(page, "/wallet/history", "History");
    await page.getByRole("row").filter({ hasText: "Subscription expired" }).waitFor();
  });
});
