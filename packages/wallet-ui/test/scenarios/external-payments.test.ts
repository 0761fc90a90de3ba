import { AppPaymentRequest } from "@tallystick/coin";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { partyInBrowser, signInBrowser, signingDialog, signWords } from "../browser/browser-key.js";
import { eventually } from "../browser/eventually.js";
import { externalParty, type ExternalParty, submitSigned } from "../browser/external-party.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { stoppedClock } from "../browser/tour.js";

const daySeconds = 86_400;
const hourMicros = 3_600_000_000;

describe("payments of a party whose key is in the browser", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let savings = "";
  let shop: ExternalParty;
  before(async () => {
    node = await startTestNode({
      manualClock: true,
      http: { ...stoppedClock(), maxSelfAllocatedParties: 9 },
    });
    await node.userWith("alice", "0");
    shop = await externalParty(node, "shop");
    await node.validator.ledger.grantUserRights("alice", [
      { kind: "CanActAs", party: shop.partyId },
    ]);
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    savings = await partyInBrowser(node, page, "savings");
    await page.getByRole("button", { name: /^Act for this party: savings/ }).click();
    await goTo(page, "/wallet", "Home");
    await page.locator("#tap-amount-field").fill("10");
    await page.locator("#tap-button").click();
    await signWords(page, /^Gives savings/);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const question = (verb: string) =>
    page.getByRole("alertdialog").getByRole("button", { name: verb, exact: true });
  const balance = async (): Promise<ReadonlyArray<number>> => {
    const path = `/v0/wallet/balance?party=${encodeURIComponent(savings)}`;
    const found = await node.api<Record<string, string>>("alice", "GET", path);
    return [Number(found["effective_unlocked_qty"]), Number(found["effective_locked_qty"])];
  };

  it("are made once it has read and signed them, and not when it does not want to", async () => {
    const [free = 0] = await balance();
    await submitSigned(
      node,
      [{ partyId: savings, sign: (hash) => signInBrowser(page, hash) }, shop],
      {
        CreateCommand: {
          templateId: `#splice-wallet-payments:${AppPaymentRequest.name}`,
          createArguments: {
            sender: savings,
            receiverAmounts: [
              { receiver: shop.partyId, amount: { amount: "0.2", unit: "USDUnit" } },
            ],
            provider: shop.partyId,
            dso: node.validator.wallet.settings.dso,
            expiresAt: new Date((node.validator.wallet.now() + hourMicros) / 1_000).toISOString(),
            description: "a ticket",
          },
        },
      },
      "alice",
    );
    await goTo(page, "/wallet/inbox", "Inbox");
    const item = page.getByRole("listitem").filter({ hasText: "a ticket" });
    await item.getByRole("button", { name: "Accept" }).click();
    await question("Accept").click();
    const dialog = signingDialog(page);
    await dialog
      .getByRole("list", { name: "What you sign" })
      .getByText(/^Pays coins for 0\.2000000000 USD to shop.* for "a ticket"/)
      .waitFor();
    const locked = dialog.getByRole("list", { name: "What is locked or freed" });
    await eventually(async () =>
      expect((await locked.innerText()).replaceAll(/\s+/g, " ")).to.match(
        /Locked: \+2\.0000000000/,
      ),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Do not sign" }).click();
    await page.getByText("You did not sign it. Nothing was sent.").first().waitFor();
    expect(await balance()).to.deep.equal([free, 0]);
    await item.getByRole("button", { name: "Accept" }).click();
    await question("Accept").click();
    await signWords(page, /^Pays coins for 0\.2000000000 USD/);
    await page.getByText("Waits for the app").first().waitFor();
    expect(await balance()).to.deep.equal([free - 2, 2]);
  });

  it("begin a subscription, wait for its signature when they are due, and end with it", async () => {
    await goTo(page, "/wallet/names", "Names");
    await page.getByRole("textbox", { name: "Name" }).fill("savings");
    await page.getByText("Available", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Review the subscription" }).click();
    await signWords(page, /^Asks for the name savings\.unverified\.ans/);
    await page.getByText("You sign each of them: it is in your inbox from 30 days").waitFor();
    await page.getByRole("button", { name: "Confirm subscription" }).click();
    await signWords(page, /^Subscribes to .* every 90 days, and pays the first time/);
    await page.getByRole("heading", { name: "The subscription is confirmed." }).waitFor();
    await page.getByRole("link", { name: "Go to the wallet" }).click();
    await node.validator.wallet.scheduler.settle();
    await goTo(page, "/wallet/subscriptions", "Subscriptions");
    await page.getByText("Active", { exact: true }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: /^Pay for/ }).count()).to.equal(0),
    );
    await node.pass(61 * daySeconds);
    await page.getByText("Waits for you", { exact: true }).waitFor();
    await page.getByText("this node pays nothing by itself for a party").waitFor();
    await goTo(page, "/wallet/inbox", "Inbox");
    const item = page.getByRole("listitem").filter({ hasText: "Payment due" });
    await item.getByRole("button", { name: "Pay", exact: true }).click();
    await page.getByText("The coins are locked until the app collects them.").waitFor();
    await question("Pay").click();
    await signWords(page, /^Pays for the subscription to /);
    await item.waitFor({ state: "detached" });
    await node.validator.wallet.scheduler.settle();
    await goTo(page, "/wallet/subscriptions", "Subscriptions");
    await page.getByText("Active", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Cancel subscription/ }).click();
    await question("Cancel subscription").click();
    await signWords(page, /^Cancels the subscription to /);
    await page.getByText("No subscriptions").waitFor();
  });
});
