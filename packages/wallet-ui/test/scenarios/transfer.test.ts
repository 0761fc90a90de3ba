import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, openBrowser, logIn } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** Opens a page of the wallet by its address, and logs in. */
const open = async (page: Page, node: TestNode, user: string, path: string): Promise<void> => {
  await page.goto(node.base + path);
  await logIn(page, user);
  await page.getByRole("heading", { level: 1 }).waitFor();
};

const newForm = async (page: Page): Promise<void> => {
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.getByRole("link", { name: "Home" }).click();
  await pages.getByRole("link", { name: "Send" }).click();
};

const fillIn = async (
  page: Page,
  { to, amount, memo }: { to: string; amount: string; memo?: string },
): Promise<void> => {
  await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(to);
  await page.getByLabel(/^Amount/).fill(amount);
  if (memo !== undefined) await page.getByLabel("Description (optional)").fill(memo);
};

describe("transfers between two browsers", () => {
  let node: TestNode;
  let alices: Browser;
  let bobs: Browser;
  let alice: Page;
  let bob: Page;
  const party = { alice: "", bob: "" };
  before(async () => {
    node = await startTestNode();
    party.alice = await node.userWith("alice", "100");
    party.bob = await node.userWith("bob", "100");
    alices = await openBrowser();
    bobs = await openBrowser();
    alice = await alices.page();
    bob = await bobs.page();
    await open(bob, node, "bob", "/wallet/");
    await open(alice, node, "alice", "/wallet/");
  });
  after(async () => {
    await alices.close();
    await bobs.close();
    await node.close();
  });
  afterEach(() => {
    expect(alices.errors).to.deep.equal([]);
    expect(bobs.errors).to.deep.equal([]);
  });

  const balanceOf = async (user: string): Promise<unknown> =>
    node.api(user, "GET", "/v0/wallet/balance");

  /** Sends from alice's open form; returns when it waits for bob. */
  const send = async (amount: string, memo: string): Promise<void> => {
    await newForm(alice);
    await fillIn(alice, { to: party.bob, amount, memo });
    await alice.getByText("Two steps: the coins are locked").waitFor();
    await alice.getByRole("button", { name: "Review" }).click();
    await alice.getByRole("button", { name: /^Send / }).click();
    await alice.getByText("Waiting for the receiver").waitFor();
  };

  it("scenario 5: reviews a transfer, sends it, and the receiver accepts it in another browser", async () => {
    await newForm(alice);
    await fillIn(alice, { to: party.bob, amount: "7.25", memo: "For lunch" });
    await alice.getByRole("button", { name: "Review" }).click();
    await alice.getByText("You have never sent anything to this party.").waitFor();
    await eventually(async () =>
      expect(await alice.getByRole("main").innerText()).to.include(party.bob),
    );
    await alice.getByText("What it does, as a picture").press("Enter");
    const picture = alice.getByRole("group", { name: "Picture of the transaction" });
    await picture.getByText("992.75 CC", { exact: true }).waitFor();
    await picture.getByText("7.25 CC", { exact: true }).waitFor();
    expect(await accessibilityErrors(alice)).to.deep.equal([]);
    await alice.getByRole("button", { name: "Send 7.25 CC" }).click();
    await alice.getByText("Waiting for the receiver").waitFor();
    const item = bob.getByRole("listitem").filter({ hasText: "For lunch" });
    await item.getByRole("button", { name: "Accept" }).click();
    await bob.getByText("received 7.25 CC").first().waitFor();
    await alice.getByText("The receiver has the coins.").waitFor();
    expect(await balanceOf("alice")).to.include({ effective_unlocked_qty: "992.7500000000" });
    expect(await balanceOf("bob")).to.include({ effective_unlocked_qty: "1007.2500000000" });
    for (const [user, page] of [
      ["alice", alice],
      ["bob", bob],
    ] as const) {
      const pages = page.getByRole("navigation", { name: "Pages" });
      await pages.getByRole("link", { name: "History" }).click();
      await page
        .getByRole("table", { name: "Transactions" })
        .getByText("7.25 CC")
        .first()
        .waitFor();
      const { items } = await node.api<{ items: ReadonlyArray<unknown> }>(
        user,
        "POST",
        "/v0/wallet/transactions",
        { page_size: 100 },
      );
      const cells = page.getByRole("row").filter({ has: page.getByRole("cell") });
      await eventually(async () => expect(await cells.count(), user).to.equal(items.length));
      await pages.getByRole("link", { name: "Home" }).click();
    }
  });

  it("scenario 6: gives back what the receiver rejects", async () => {
    await send("5", "Not wanted");
    const item = bob.getByRole("listitem").filter({ hasText: "Not wanted" });
    await item.getByRole("button", { name: "Reject" }).click();
    await bob.getByRole("alertdialog").getByText("What it would do").click();
    await bob.getByText("Your balance stays as it is.").waitFor();
    await bob.getByText("What it does, as a picture").click();
    await bob.getByRole("group", { name: "Picture of the transaction" }).waitFor();
    await bob.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click();
    await alice.getByText("The receiver did not want it").waitFor();
    expect(await balanceOf("alice")).to.include({
      effective_unlocked_qty: "992.7500000000",
      effective_locked_qty: "0.0000000000",
    });
  });

  it("scenario 7: takes a transfer back, and the receiver's card says so", async () => {
    await send("6", "Taken back");
    await bob
      .getByRole("listitem")
      .filter({ hasText: "Taken back" })
      .getByRole("link", { name: "Transfer from" })
      .click();
    await bob.getByText("Next: Accept or reject it.").waitFor();
    await bob.getByText("What it would do").click();
    await bob.getByText("Your balance: +6.0000000000").first().waitFor();
    await alice.getByRole("link", { name: "Show in the inbox" }).click();
    await alice.getByText("Next: The other party accepts or rejects it.").waitFor();
    await alice.getByRole("button", { name: "Withdraw" }).click();
    await alice.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await alice.getByText("This was withdrawn.").waitFor();
    await bob.getByText("This was withdrawn.").waitFor();
  });
});
