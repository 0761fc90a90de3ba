import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** Fills in the form that is open, and goes to its review. */
const review = async (
  page: Page,
  to: string,
  amount: string,
  { isOffer = false, validFor = "" } = {},
): Promise<void> => {
  await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(to);
  await page.getByLabel(/^Amount/).fill(amount);
  if (isOffer) await page.getByLabel("How", { exact: true }).selectOption("transfer-offer");
  if (validFor !== "") await page.getByLabel("The receiver can accept for").selectOption(validFor);
  await page.getByRole("button", { name: "Review" }).click();
};

describe("offers that end otherwise than one hoped", () => {
  let node: TestNode;
  let alices: Browser;
  let bobs: Browser;
  let alice: Page;
  let bob: Page;
  let bobsParty = "";
  before(async () => {
    node = await startTestNode({ manualClock: true });
    await node.userWith("alice", "10");
    // the operator pays for preapprovals
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "100" });
    bobsParty = await node.userWith("bob", "1");
    alices = await openBrowser({ expected: /ERR_FAILED.*transfer-offers/ });
    bobs = await openBrowser();
    alice = await alices.page();
    bob = await bobs.page();
    await bob.goto(`${node.base}/wallet/`);
    await logIn(bob, "bob");
    await alice.goto(`${node.base}/wallet/send`);
    await logIn(alice, "alice");
  });
  after(async () => {
    await alices.close();
    await bobs.close();
    await node.close();
  });
  afterEach(() => expect([...alices.errors, ...bobs.errors]).to.deep.equal([]));

  const balanceOf = (user: string): Promise<unknown> => node.api(user, "GET", "/v0/wallet/balance");

  /** To a page of the wallet without a reload, which would end the login. */
  const go = async (page: Page, name: string): Promise<void> => {
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name, exact: true }).click();
  };

  const newForm = async (): Promise<void> => {
    await go(alice, "Home");
    await go(alice, "Send");
  };

  it("scenario 8: an offer expires; countdown, state and lock follow", async () => {
    await review(alice, bobsParty, "4", { validFor: "3600" });
    await alice.getByRole("button", { name: "Send 4.00 CC" }).click();
    await alice.getByText("Waiting for the receiver").waitFor();
    const item = bob.getByRole("listitem").filter({ hasText: "Transfer from" });
    await item.getByText(/^(1 h 00 min|60:00|59:[0-9]{2}) left$/).waitFor();
    expect(await balanceOf("alice")).to.include({ effective_locked_qty: "4.0000000000" });
    await node.pass(3_540);
    for (const place of [item, alice]) await place.getByText(/^(1:00|0:5[0-9]) left$/).waitFor();
    await node.pass(90);
    await alice.getByText("It was not accepted in time; the coins are yours again.").waitFor();
    await bob.getByText("Nothing waits").waitFor();
    await go(alice, "Home");
    const locked = alice.getByText("Locked", { exact: true }).locator("..");
    await locked.getByText("0.00 CC").first().waitFor();
    const balance = await balanceOf("alice");
    expect(balance).to.include({ effective_locked_qty: "0.0000000000" });
  });

  it("scenario 8: says of an offer that is over that it is not cleared yet, until it is", async () => {
    await newForm();
    await review(alice, bobsParty, "3", { validFor: "3600" });
    await alice.getByRole("button", { name: "Send 3.00 CC" }).click();
    await alice.getByText("Waiting for the receiver").waitFor();
    await node.api("ledger-api-user", "POST", "/v0/admin/automation/pause");
    try {
      await go(alice, "Inbox");
      const sent = alice.getByRole("listitem").filter({ hasText: "Transfer to" });
      await sent.getByText("Waits for the receiver").waitFor();
      await node.pass(3_700);
      await sent.getByText("Expired, and not cleared yet").waitFor();
      await sent.getByRole("link", { name: "Transfer to" }).click();
      await alice.getByText("The wallet clears it by itself").waitFor();
      expect(await accessibilityErrors(alice)).to.deep.equal([]);
      expect(await balanceOf("alice")).to.include({ effective_locked_qty: "3.0000000000" });
      const received = bob.getByRole("listitem").filter({ hasText: "Transfer from" });
      await received.getByText("Expired, and not cleared yet").waitFor();
      await eventually(async () =>
        expect(await received.getByRole("button", { name: "Accept" }).count()).to.equal(0),
      );
    } finally {
      await node.api("ledger-api-user", "POST", "/v0/admin/automation/resume");
    }
    await node.pass(60);
    await alice.getByText("This was expired.").waitFor();
    expect(await balanceOf("alice")).to.include({ effective_locked_qty: "0.0000000000" });
  });

  it("scenario 9: an accepted offer that cannot be paid says why, and moves nothing", async () => {
    await newForm();
    await review(alice, bobsParty, "60", { isOffer: true });
    await alice.getByRole("button", { name: "Send 60.00 CC" }).click();
    await alice.getByText("Waiting for the receiver").waitFor();
    const item = bob.getByRole("listitem").filter({ hasText: "Offer from" });
    await item.waitFor();
    await node.api("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bobsParty,
      amount: "55",
      description: "",
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: "locks-most-of-it",
    });
    await item.getByRole("link", { name: "Offer from" }).click();
    await bob.getByRole("button", { name: "Accept" }).click();
    await alice.getByText("out of funds (missing ").waitFor();
    await alice.getByText("nothing was paid").waitFor();
    expect(await accessibilityErrors(alice)).to.deep.equal([]);
    await bob.getByText("out of funds (missing ").waitFor();
    await bob.getByText("Nothing was paid.").waitFor();
    expect(await accessibilityErrors(bob)).to.deep.equal([]);
    expect(await balanceOf("bob")).to.include({ effective_unlocked_qty: "10.0000000000" });
  });

  it("scenario 9: an offer whose answer was lost, and that was accepted, is known again", async () => {
    await go(bob, "Home");
    await newForm();
    await review(alice, bobsParty, "2", { isOffer: true });
    const path = "**/v0/wallet/transfer-offers*";
    let requests = 0;
    let answer = (): void => undefined;
    const accepted = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await alice.route(path, async (route) => {
      requests += 1;
      await route.fetch();
      await accepted;
      return route.abort();
    });
    await alice.getByRole("button", { name: "Send 2.00 CC" }).click();
    const item = bob.getByRole("listitem").filter({ hasText: "Offer from" });
    await item.getByRole("button", { name: "Accept" }).click();
    await bob.getByText("received 2.00 CC").first().waitFor();
    answer();
    await alice.getByText("The receiver has the coins.").waitFor();
    await alice.unroute(path);
    expect(requests).to.equal(1);
    expect(await balanceOf("bob")).to.include({ effective_unlocked_qty: "12.0000000000" });
  });

  it("scenario 10: a form turns direct when the receiver approves in advance, and back", async () => {
    await newForm();
    await alice.getByRole("combobox", { name: "Receiver", exact: true }).fill(bobsParty);
    await alice.getByLabel(/^Amount/).fill("1.5");
    await alice.getByText("Two steps: the coins are locked").waitFor();
    await go(bob, "Settings");
    await bob.getByRole("button", { name: "Allow direct transfers" }).click();
    const dialog = bob.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Allow direct transfers" }).click();
    await alice.getByText("Direct: the receiver has approved transfers in advance").waitFor();
    await alice.getByRole("button", { name: "Review" }).click();
    await alice.getByText("Direct: the receiver has approved transfers in advance").waitFor();
    await bob.getByRole("button", { name: "Cancel direct transfers" }).click();
    await dialog.getByRole("button", { name: "Cancel direct transfers" }).click();
    await bob.getByRole("button", { name: "Allow direct transfers" }).waitFor();
    await alice.getByRole("button", { name: "Send 1.50 CC" }).click();
    await alice.getByText("Something changed since you looked, and nothing was sent.").waitFor();
    await alice.getByText("Two steps: the coins are locked").waitFor();
    expect(await balanceOf("bob")).to.include({ effective_unlocked_qty: "12.0000000000" });
    await alice.getByRole("button", { name: "Send 1.50 CC" }).click();
    await alice.getByText("Waiting for the receiver").waitFor();
  });
});
