import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { proposeDelegation, servedParty } from "../browser/external-party.js";
import { absentHooks, hooksOfSources, publicHooks } from "../browser/public-hooks.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { type Stop, stoppedClock, tourStops, tourUser } from "../browser/tour.js";
import { askForAllocations, tradeApp } from "../browser/trade-app.js";

/** The sources; this file is compiled into `dist/test`. */
const sources = fileURLToPath(new URL("../../../src", import.meta.url));

const tickSeconds = 600;

/** Gets the operator a name, which is a subscription. */
const getName = async (node: TestNode): Promise<void> => {
  const { subscriptionRequestCid: cid } = await node.api<{ subscriptionRequestCid: string }>(
    tourUser,
    "POST",
    "/v0/entry/create",
    { name: "hooks.unverified.ans", url: "", description: "" },
  );
  await node.api(tourUser, "POST", `/v0/wallet/subscription-requests/${cid}/accept`);
  await node.pass(1);
};

interface Row {
  readonly event_id: string;
  readonly validator_rewards_used?: string;
}

describe("the hooks of the public wallet's tests", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let stops: ReadonlyArray<Stop>;
  const seen = new Set<string>();
  before(async () => {
    node = await startTestNode({ manualClock: true, packages: [tradeApp], http: stoppedClock() });
    // rounds whose rewards are collected
    for (let tick = 0; tick < 6; tick++) await node.pass(tickSeconds);
    stops = await tourStops(node);
    const { operator } = node.validator.wallet.settings;
    const shop = node.validator.wallet.users.partyOf("shop") ?? "";
    await askForAllocations(node, shop, "A trade", {
      pay: { sender: operator, receiver: shop, amount: "1.5" },
    });
    await proposeDelegation(node, await servedParty(node, "saver"), operator);
    await getName(node);
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  /** Waits for elements by their hooks, and notes that they are there. */
  const find = async (...hooks: ReadonlyArray<string>): Promise<void> => {
    for (const hook of hooks) {
      expect(publicHooks, hook).to.include(hook);
      await page.locator(hook).first().waitFor({ state: "attached" });
      seen.add(hook);
    }
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll("[id]")].map(({ id }) => id),
    );
    expect(ids).to.have.length(new Set(ids).size);
  };

  it("are where one logs in and opens a wallet", async () => {
    await page.goto(`${node.base}/wallet/login`);
    await find("#user-id-field", "#login-button");
    await page.locator("#user-id-field").fill("carol");
    await page.locator("#login-button").click();
    await find("#onboard-button", "[data-testid=wallet-onboarding-welcome-title]");
    await page.locator("#onboard-button").click();
    await page.locator("#navlink-settings").click();
    await page.locator("#create-transfer-preapproval").click();
    await find("#create-transfer-preapproval", "#preapproval-confirmation-dialog-accept-button");
    await page.goto(`${node.base}/wallet/`);
    await logIn(page, tourUser);
  });

  it("are on the pages of balance, sending, inbox and history", async () => {
    await find("#logged-in-user", "#logout-button", "#navlink-send", "#wallet-balance-amulet");
    await find("#wallet-balance-usd", "#tap-amount-field", "#tap-button", ".party-id");
    await find("[data-selenium-text]", "[data-resolved-party-id]", ".tx-row", ".tx-action");
    await find(".tx-row-balance_change", ".tx-amount-amulet", ".transfer-offer");
    await find(".transfer-offer-accept", ".transfer-offer-reject", ".transfer-offer-sender");
    await find(".transfer-offer-expiry");
    await goTo(page, "/wallet/inbox", "Inbox");
    await find(".transfer-offers-count");
    await eventually(async () =>
      expect(await page.locator(".transfer-offers-count").innerText()).to.match(/^\d+$/),
    );
    await goTo(page, "/wallet/send", "Send");
    await find("#create-offer-receiver", "#create-offer-amulet-amount");
    await find("#create-offer-expiration-days", "#create-offer-description");
    await find("#create-offer-submit-button", "#toggle-token-standard-transfer");
    await goTo(page, "/wallet/history", "History");
    await find(".tx-row-transfer", ".tx-subtype", ".tx-row-cell-type", ".tx-row-cell-date");
    await find(".tx-row-cell-receiver", ".sender-or-receiver", ".tx-row-cell-balance-change");
    const { items } = await node.api<{ items: ReadonlyArray<Row> }>(
      tourUser,
      "POST",
      "/v0/wallet/transactions",
      { page_size: 100 },
    );
    const rewarded = items.find((row) => Number(row.validator_rewards_used ?? "0") > 0);
    const path = `/wallet/history/${encodeURIComponent(rewarded?.event_id ?? "")}`;
    await goTo(page, path, "Transaction");
    await find(".update-id", ".tx-reward-validator-amulet");
  });

  it("are on the pages of allocations and of the fund", async () => {
    await goTo(page, "/wallet/allocations", "Allocations");
    await find("#create-allocation-settlement-ref-id", "#create-allocation-settlement-executor-0");
    await find("#create-allocation-transfer-leg-id-0", "#create-allocation-0-amulet-amount");
    await find("#create-allocation-transfer-leg-receiver-0", "#create-allocation-submit-button");
    await find(".allocation-request", ".allocation-request-accept", ".allocation-request-reject");
    await page.locator(".allocation-request-accept").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Allocate" }).click();
    await find(".allocation", ".allocation-withdraw");
    await goTo(page, "/wallet/fund", "Development fund");
    await page.getByRole("button", { name: "Give from the fund" }).click();
    await find("#unclaimed-total-amount", "#development-fund-allocation-beneficiary");
    await find("#development-fund-allocation-amount", "#development-fund-allocation-expires-at");
    await find("#development-fund-allocation-reason", "#development-fund-allocation-submit-button");
  });

  it("are on the page of delegations and its dialogs", async () => {
    await goTo(page, "/wallet/delegations", "Delegations");
    await find("#delegations-page", "#no-delegations-message", ".proposal-row");
    await find(".proposal-accept", ".proposal-reject");
    await page.locator(".proposal-reject").click();
    await find("#reject-proposal-confirmation-dialog-accept-button");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".proposal-accept").click();
    await find("#accept-proposal-confirmation-dialog-accept-button");
    await page.locator("#accept-proposal-confirmation-dialog-accept-button").click();
    await find(".delegation-row", ".delegation-cancel", "#no-proposals-message");
    await page.locator(".delegation-cancel").click();
    await find("#cancel-delegation-confirmation-dialog-accept-button");
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  it("are where apps are paid", async () => {
    const pathOf = (part: string): string =>
      stops.map(([path]) => path).find((path) => path.includes(part)) ?? "";
    await goTo(page, "/wallet/subscriptions", "Subscriptions");
    await find(".sub-cancel-button");
    await goTo(page, pathOf("confirm-payment"), "Confirm payment");
    await find(".payment-accept", ".payment-total-amulet");
    await goTo(page, pathOf("confirm-subscription"), "Confirm subscription");
    await find(".sub-request-accept-button");
  });

  it("are in the sources where no test has what they show", () => {
    for (const [hook, file] of Object.entries(hooksOfSources)) {
      const name = hook.slice(1).replace("-notification", "-${row.transaction_type}");
      expect(readFileSync(join(sources, file), "utf8"), hook).to.contain(name);
    }
  });

  it("are all there, or it is written why not", () => {
    const known = [...seen, ...Object.keys(hooksOfSources), ...Object.keys(absentHooks)];
    expect(known.toSorted()).to.deep.equal(publicHooks.toSorted());
  });
});
