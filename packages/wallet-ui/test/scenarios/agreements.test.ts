import {
  AppPaymentRequest,
  MintingDelegationProposal,
  SubscriptionRequest,
  walletPackage,
  walletPaymentsPackage,
} from "@tallystick/coin";
import {
  type Command,
  commandsOf,
  int64From,
  type Numeric,
  numericFromText,
} from "@tallystick/core";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Page } from "playwright-core";
import { type Browser, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const payments = commandsOf(walletPaymentsPackage);
const wallets = commandsOf(walletPackage);
const microsPerMinute = 60_000_000;

const right = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};
const amount = (text: string): Numeric => right(numericFromText(text));
const micros = (minutes: number) => ({
  microseconds: right(int64From(minutes * microsPerMinute)),
});

let named = 0;

describe("payments and subscriptions that apps ask for, in the browser wallet", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice: string;
  let shop: string;
  before(async () => {
    node = await startTestNode();
    alice = await node.userWith("alice", "100");
    shop = await node.userWith("shop", "0");
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const create = async (command: Command): Promise<string> => {
    const { result } = right(
      await node.validator.wallet.submit({
        commandId: `agreement-${++named}`,
        actAs: [alice, shop],
        readAs: [],
        commands: [command],
      }),
    );
    return typeof result === "string" ? result : "";
  };
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
          paymentAmount: { amount: amount("1"), unit: "USDUnit" },
          paymentInterval: micros(60 * 24 * 30),
          paymentDuration: micros(60 * 24),
        },
      }),
    );
  const open = async (path: string): Promise<void> => {
    await page.goto(node.base + path);
    await logIn(page, "alice");
  };

  it("refuse a hostile address to return to, and confirm the subscription", async () => {
    const cid = await subscription("News <b>\u202eevery</b> month");
    const hostile = encodeURIComponent("javascript:alert(document.domain)");
    await open(`/wallet/confirm-subscription/${cid}?redirect=${hostile}`);
    await page.getByText("The wallet does not follow it").waitFor();
    await page.getByText("U+202E").waitFor();
    await page.getByText("every 30 days").waitFor();
    await page.getByText("10.00 CC").first().waitFor();
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await page.getByRole("heading", { name: "The subscription is confirmed." }).waitFor();
    expect(await page.locator('a[href^="javascript:"]').count()).to.equal(0);
    const waiting = await node.api("alice", "GET", "/v0/wallet/subscription-initial-payments");
    expect(waiting).to.have.property("initial_payments").with.lengthOf(1);
  });

  it("lead back only by a click, to the address that is shown", async () => {
    const cid = await subscription("Music");
    const back = encodeURIComponent("https://shop.example/thanks");
    await open(`/wallet/confirm-subscription/${cid}?redirect=${back}`);
    await page.getByRole("button", { name: "Reject" }).click();
    const link = page.getByRole("link", { name: "Return to shop.example" });
    await link.waitFor();
    expect(await link.getAttribute("href")).to.equal("https://shop.example/thanks");
    await open(`/wallet/confirm-subscription/${cid}`);
    await page.getByText("This request has ended").waitFor();
  });

  it("pay what an app asks for once, and not without funds", async () => {
    const ask = (usd: string) =>
      create(
        payments.create(AppPaymentRequest, {
          ...parties(),
          receiverAmounts: [
            { receiver: shop, amount: { amount: amount(usd), unit: "USDUnit" } },
            { receiver: shop, amount: { amount: amount("2.5"), unit: "AmuletUnit" } },
          ],
          expiresAt: Date.now() * 1_000 + 60 * microsPerMinute,
          description: "a ticket",
        }),
      );
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

  it("get a name, which is a subscription, and cancel it", async () => {
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

  it("mint for no one who is not hosted, and reject", async () => {
    const propose = (limit: number) =>
      create(
        wallets.create(MintingDelegationProposal, {
          delegation: {
            beneficiary: shop,
            delegate: alice,
            dso: node.validator.wallet.settings.dso,
            expiresAt: (Date.now() + 3_600_000) * 1_000,
            amuletMergeLimit: right(int64From(limit)),
          },
        }),
      );
    await propose(7);
    await open("/wallet/delegations");
    await page.getByText("This node does not serve the beneficiary").first().waitFor();
    const accept = page.getByRole("button", { name: "Accept" });
    expect(await accept.getAttribute("aria-disabled")).to.equal("true");
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click();
    await page.getByText("No proposals").waitFor();
  });

  it("allocate coins to a leg by the form, and withdraw them", async () => {
    await open("/wallet/allocations");
    await page.getByText("No coins are allocated").waitFor();
    await page.getByRole("textbox", { name: "Settlement" }).fill("trade-1");
    await page.getByRole("textbox", { name: "Leg" }).fill("leg-1");
    await page.getByRole("combobox", { name: "Executor" }).fill(shop);
    await page.keyboard.press("Tab");
    await page.getByRole("combobox", { name: "Receiver" }).fill(shop);
    await page.keyboard.press("Tab");
    await page.getByRole("textbox", { name: "Amount" }).fill("4.5");
    await page.getByRole("button", { name: "Allocate", exact: true }).click();
    await page.getByRole("heading", { name: "trade-1" }).waitFor();
    const made = await node.api("alice", "GET", "/v0/allocations");
    expect(made).to.have.property("allocations").with.lengthOf(1);
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("No coins are allocated").waitFor();
  });
});
