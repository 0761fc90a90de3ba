import { MintingDelegationProposal, walletPackage } from "@tallystick/coin";
import { commandsOf, int64From } from "@tallystick/core";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { rightOf, submitAs } from "../browser/app-contracts.js";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { type ExternalParty, proposeDelegation, servedParty } from "../browser/external-party.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { askForAllocations, tradeApp } from "../browser/trade-app.js";
import { askForPartsV2, tradeAppV2 } from "../browser/trade-app-v2.js";

const wallets = commandsOf(walletPackage);
const microsPerHour = 3_600_000_000;

describe("allocations and delegations in the browser wallet", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice: string;
  let shop: string;
  before(async () => {
    node = await startTestNode({ manualClock: true, packages: [tradeApp, tradeAppV2] });
    alice = await node.userWith("alice", "100");
    shop = await node.userWith("shop", "0");
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "100" });
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/allocations`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const card = (title: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title }) });
  const confirm = (verb: string) =>
    page.getByRole("alertdialog").getByRole("button", { name: verb }).click();
  const free = async (): Promise<string> => {
    const answer = await node.api<{ effective_unlocked_qty: string }>(
      "alice",
      "GET",
      "/v0/wallet/balance",
    );
    return answer.effective_unlocked_qty;
  };

  describe("23: allocations", () => {
    const ask = (id: string): Promise<string> =>
      askForAllocations(node, shop, id, {
        pay: { sender: alice, receiver: shop, amount: "12.5" },
        goods: { sender: shop, receiver: alice, amount: "3" },
      });

    it("23: accepts what an app asks for, withdraws it, and rejects a request", async () => {
      await card("Requests").getByText("No requests").waitFor();
      const before = await free();
      await ask("Trade <b>42</b>");
      await card("Requests").getByText("Trade <b>42</b>").waitFor();
      await card("Requests").getByRole("button", { name: "Allocate leg pay" }).click();
      await page.getByText("12.50 CC are locked for this settlement.").waitFor();
      await page.getByText("What it does, as a picture").waitFor();
      await confirm("Allocate");
      await card("Allocated").getByRole("heading", { name: "Trade <b>42</b>" }).waitFor();
      expect(await free()).to.equal("987.5000000000");
      await card("Allocated").getByRole("button", { name: "Withdraw" }).click();
      await confirm("Withdraw");
      await card("Allocated").getByText("No coins are allocated").waitFor();
      expect(await free()).to.equal(before);
      await card("Requests").getByRole("button", { name: "Reject" }).click();
      await confirm("Reject");
      await card("Requests").getByText("No requests").waitFor();
    });

    it("23: allocates coins to a leg by the form, and withdraws them", async () => {
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
      await confirm("Withdraw");
      await page.getByText("No coins are allocated").waitFor();
    });
  });

  describe("23: allocations of the second version", () => {
    const part = { sends: "12.5", receives: "3" };
    const ask = (id: string, more: object = {}) =>
      askForPartsV2(node, shop, id, [{ ...part, from: alice, other: shop, ...more }]);

    it("23: says each leg in words, locks what is more sent than received, and withdraws", async () => {
      const before = await free();
      await askForPartsV2(node, shop, "Swap <i>7</i>", [
        { ...part, from: alice, other: shop },
        { ...part, from: shop, other: alice, sends: "3", receives: "12.5" },
      ]);
      const request = card("Requests").locator(".allocation-request");
      await request.getByRole("heading", { name: "Swap <i>7</i>" }).waitFor();
      const said = (await request.innerText()).replaceAll(/\s+/g, " ");
      expect(said).to.match(/pay: You send 12\.5000000000 CC/);
      expect(said).to.match(/goods: You receive 3\.0000000000 CC/);
      expect(said).to.include("9.5000000000 CC are locked until it is settled or cancelled");
      expect(said).to.include("You can take it back until it is settled.");
      expect(said, said).to.match(/pay: .+ sends 3\.0000000000 CC/);
      await request.getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("alertdialog").getByText("are locked until it is settled").waitFor();
      const effects = page.getByRole("alertdialog").getByRole("list", { name: "What it would do" });
      await effects.getByText("Locked:").waitFor();
      await eventually(async () =>
        expect((await effects.innerText()).replaceAll(/\s+/g, " ")).to.match(
          /^Locked: \+9\.5000000000 CC/,
        ),
      );
      expect(await free()).to.equal(before);
      await confirm("Allocate");
      await card("Allocated").getByRole("heading", { name: "Swap <i>7</i>" }).waitFor();
      expect(Number(before) - Number(await free())).to.equal(9.5);
      await request.getByText("Allocated").waitFor();
      await card("Allocated").getByRole("button", { name: "Withdraw" }).click();
      await confirm("Withdraw");
      await card("Allocated").getByText("No coins are allocated").waitFor();
      expect(await free()).to.equal(before);
      await request.getByRole("button", { name: "Reject" }).click();
      await confirm("Reject");
      await card("Requests").getByText("No requests").waitFor();
    });

    it("23: says what binds, and lets it be taken back after its deadline", async () => {
      await ask("bound", { committed: "until-deadline", keeps: "2" });
      const request = card("Requests").locator(".allocation-request");
      await request.getByText("you cannot take it back before its deadline").waitFor();
      await request.getByText("for further rounds of the settlement").waitFor();
      await request.getByRole("button", { name: "Allocate" }).click();
      await confirm("Allocate");
      await card("Allocated").getByRole("heading", { name: "bound" }).waitFor();
      await eventually(async () =>
        expect(await card("Allocated").getByRole("button", { name: "Withdraw" }).count()).to.equal(
          0,
        ),
      );
      await request.getByRole("button", { name: "Reject" }).click();
      await confirm("Reject");
      await ask("forever", { committed: "always" });
      await request.getByText("you cannot take it back, as there is no deadline").waitFor();
      await request.getByRole("button", { name: "Reject" }).click();
      await confirm("Reject");
      await card("Requests").getByText("No requests").waitFor();
      // the network ends it at its deadline
      await node.pass(3_601);
      await card("Allocated").getByText("No coins are allocated").waitFor();
    });
  });

  describe("24: delegations", () => {
    let saver: ExternalParty;
    const propose = (limit: number, hours: number): Promise<void> =>
      proposeDelegation(node, saver, alice, { limit, hours });
    const limits = async (): Promise<ReadonlyArray<string>> => {
      const { delegations } = await node.api<{
        delegations: ReadonlyArray<{ contract: { payload: { amuletMergeLimit: string } } }>;
      }>("alice", "GET", "/v0/wallet/minting-delegations");
      return delegations.map(({ contract }) => contract.payload.amuletMergeLimit);
    };

    it("24: warns of a beneficiary that is not hosted, and rejects", async () => {
      await submitAs(
        node,
        [shop],
        wallets.create(MintingDelegationProposal, {
          delegation: {
            beneficiary: shop,
            delegate: alice,
            dso: node.validator.wallet.settings.dso,
            expiresAt: BigInt(node.validator.wallet.now() + microsPerHour),
            amuletMergeLimit: rightOf(int64From(7)),
          },
        }),
      );
      await goTo(page, "/wallet/delegations", "Delegations");
      await page.getByText("This node does not serve the beneficiary").first().waitFor();
      const accept = page.getByRole("button", { name: "Accept" });
      await eventually(async () =>
        expect(await accept.getAttribute("aria-disabled")).to.equal("true"),
      );
      await page.getByRole("button", { name: "Reject" }).click();
      await confirm("Reject");
      await page.getByText("No proposals").waitFor();
    });

    it("24: accepts a delegation, replaces it by another one, and withdraws it", async () => {
      saver = await servedParty(node, "saver");
      await propose(10, 48);
      await page.getByRole("button", { name: "Accept" }).click();
      await page.getByText("Your wallet mints rewards for the beneficiary").waitFor();
      await confirm("Accept");
      await card("Active").getByText("10 coins on").waitFor();
      expect(await limits()).to.deep.equal(["10"]);
      await propose(20, 72);
      await page.getByText("It would replace the delegation that is active").waitFor();
      await page.getByRole("button", { name: "Replace" }).click();
      await page.getByText("merge from 10 coins on becomes from 20 on").waitFor();
      await confirm("Replace");
      await card("Active").getByText("20 coins on").waitFor();
      expect(await limits()).to.deep.equal(["20"]);
      await card("Active").getByRole("button", { name: "Withdraw" }).click();
      await confirm("Withdraw");
      await card("Active").getByText("No delegations").waitFor();
      expect(await limits()).to.deep.equal([]);
    });
  });
});
