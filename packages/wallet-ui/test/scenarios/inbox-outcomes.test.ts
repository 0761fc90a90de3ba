import { AppPaymentRequest, SubscriptionRequest, walletPaymentsPackage } from "@tallystick/coin";
import { type Command, commandsOf } from "@tallystick/core";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { minutes, numeric, submitAs } from "../browser/app-contracts.js";
import { type Browser, closeSaid, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

interface Inbox {
  readonly items: ReadonlyArray<{ readonly contract_id: string; readonly description: string }>;
}

const payments = commandsOf(walletPaymentsPackage);

describe("what became of something that waited", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  let shop = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    bob = await node.userWith("bob", "1");
    shop = await node.userWith("shop", "0");
    // refused actions, and an answer that does not come
    browser = await openBrowser({ expected: /(transfers|requests)\/[0-9a-f]+\/(accept|reject)/ });
    page = await browser.page();
    await page.goto(`${node.base}/wallet/inbox`);
    await logIn(page, "bob");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const transfers = "/v0/wallet/token-standard/transfers";
  const item = (memo: string) => page.getByRole("listitem").filter({ hasText: memo });

  /** Alice sends something; returns its contract once bob's page shows it. */
  const sent = async (memo: string): Promise<string> => {
    await node.api("alice", "POST", transfers, {
      receiver_party_id: bob,
      amount: "0.5",
      description: memo,
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: memo,
    });
    await item(memo).waitFor();
    const { items } = await node.api<Inbox>("bob", "GET", "/v0/wallet/inbox");
    return items.find(({ description }) => description === memo)?.contract_id ?? "";
  };

  it("is said when it was withdrawn while the question was open", async () => {
    const cid = await sent("withdrawn while asked");
    await item("withdrawn while asked").getByRole("button", { name: "Reject" }).click();
    await page.getByRole("alertdialog").waitFor();
    await node.api("alice", "POST", `${transfers}/${cid}/withdraw`);
    await page.getByText("is over, and you did nothing. It was withdrawn.").waitFor();
    await eventually(async () => expect(await item("withdrawn while asked").count()).to.equal(0));
    await closeSaid(page);
  });

  it("is said when someone else was faster, though the row is gone", async () => {
    const cid = await sent("a lost race");
    const path = `**${transfers}/${cid}/accept*`;
    await page.route(path, async (route) => {
      await node.api("alice", "POST", `${transfers}/${cid}/withdraw`);
      await item("a lost race").waitFor({ state: "detached" });
      await route.continue();
    });
    await item("a lost race").getByRole("button", { name: "Accept" }).click();
    await page.getByText("That could not be done. It was withdrawn.").waitFor();
    await page.getByText("No money was moved.").waitFor();
    await page.unroute(path);
    await closeSaid(page);
  });

  it("is found out when the answer was lost and the row is gone", async () => {
    const cid = await sent("a lost answer");
    const path = `**${transfers}/${cid}/accept*`;
    await page.route(path, async (route) => {
      await route.fetch();
      await item("a lost answer").waitFor({ state: "detached" });
      await route.abort();
    });
    await item("a lost answer").getByRole("button", { name: "Accept" }).click();
    await page.getByRole("status").getByText("Accepted.").waitFor();
    await page.unroute(path);
  });

  describe("of every kind: a payment and a subscription that a shop asks for", () => {
    const kinds = [
      {
        title: "Payment requested by",
        path: "app-payment-requests",
        make: (description: string): Command =>
          payments.create(AppPaymentRequest, {
            ...parties(),
            receiverAmounts: [
              { receiver: shop, amount: { amount: numeric("0.5"), unit: "AmuletUnit" } },
            ],
            description,
            expiresAt: BigInt((Date.now() + 86_400_000) * 1_000),
          }),
      },
      {
        title: "Subscription offered by",
        path: "subscription-requests",
        make: (description: string): Command =>
          payments.create(SubscriptionRequest, {
            subscriptionData: { ...parties(), receiver: shop, description },
            payData: {
              paymentAmount: { amount: numeric("0.5"), unit: "AmuletUnit" },
              paymentInterval: minutes(60 * 24 * 30),
              paymentDuration: minutes(60 * 24),
            },
          }),
      },
    ] as const;
    before(async () => {
      await page.goto(`${node.base}/wallet/inbox`);
      await logIn(page, "bob");
    });
    const parties = () => ({
      sender: bob,
      provider: shop,
      dso: node.validator.wallet.settings.dso,
    });
    for (const { title, path, make } of kinds) {
      const asked = async (what: string): Promise<string> => {
        const cid = await submitAs(node, [bob, shop], make(`${title} ${what}`));
        await item(`${title} ${what}`).waitFor();
        return `/v0/wallet/${path}/${cid}`;
      };
      const press = async (what: string, verb: string): Promise<void> => {
        await item(`${title} ${what}`).getByRole("button", { name: verb }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: verb }).click();
      };

      it(`${title}: rejected elsewhere while the question was open`, async () => {
        const at = await asked("asked");
        await item(`${title} asked`).getByRole("button", { name: "Reject" }).click();
        await page.getByRole("alertdialog").waitFor();
        await node.api("bob", "POST", `${at}/reject`);
        await page.getByText("is over, and you did nothing. It was rejected.").waitFor();
        await closeSaid(page);
      });

      it(`${title}: a lost race`, async () => {
        const at = await asked("raced");
        await page.route(`**${at}/accept*`, async (route) => {
          await node.api("bob", "POST", `${at}/reject`);
          await item(`${title} raced`).waitFor({ state: "detached" });
          await route.continue();
        });
        await press("raced", "Accept");
        await page.getByText("That could not be done. It was rejected.").waitFor();
        await page.unroute(`**${at}/accept*`);
        await closeSaid(page);
      });

      it(`${title}: a lost answer`, async () => {
        const at = await asked("lost");
        await page.route(`**${at}/reject*`, async (route) => {
          await route.fetch();
          await item(`${title} lost`).waitFor({ state: "detached" });
          await route.abort();
        });
        await press("lost", "Reject");
        await page.getByRole("status").getByText("Rejected.").waitFor();
        await page.unroute(`**${at}/reject*`);
        await closeSaid(page);
      });
    }
  });

  it("is not said when one goes elsewhere with the question open, or logs out", async () => {
    await sent("left alone");
    await item("left alone").getByRole("button", { name: "Reject" }).click();
    await page.getByRole("alertdialog").waitFor();
    await page.evaluate(() => history.pushState(null, "", "/wallet/holdings"));
    await page.getByRole("heading", { level: 1, name: "Holdings" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("User name").waitFor();
    await eventually(async () =>
      expect(await page.getByText("is over, and you did nothing").count()).to.equal(0),
    );
  });
});
