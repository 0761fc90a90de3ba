import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goByKeys,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { goldToken, offerGold } from "../browser/gold.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const passphrase = "correct horse battery";
const transfersPath = "/v0/wallet/token-standard/transfers";

describe("several items of a party whose key is in the browser", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let savings = "";
  let executions = 0;
  before(async () => {
    const { goldPackage, registry } = await goldToken();
    const http = { maxSelfAllocatedParties: 9 };
    node = await startTestNode({ http, packages: [goldPackage], registry });
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "100" });
    await node.userWith("alice", "1");
    await node.userWith("bob", "100");
    browser = await openBrowser({ expected: /interactive-submission/ });
    page = await browser.page();
    page.on("request", (request) => {
      if (request.url().includes("/interactive-submission/execute")) executions += 1;
    });
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    await page.getByLabel("Name of the party").fill("savings");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
    await page.getByLabel("Repeat the passphrase").fill(passphrase);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the backup" }).click();
    await download;
    await page.getByRole("button", { name: "Unlock the keys" }).click();
    await page.getByRole("button", { name: "Make its party" }).click();
    await page.getByRole("button", { name: "Sign and make the party" }).click();
    await page.getByText("you sign each thing that you do").waitFor();
    const act = page.getByRole("button", { name: /^Act for this party: savings/ });
    const label = (await act.getAttribute("aria-label")) ?? "";
    savings = /savings::1220[0-9a-f]{64}/.exec(label)?.[0] ?? "";
    await act.click();
    await page.getByRole("link", { name: "acting for" }).waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const unlocked = async (): Promise<number> => {
    const path = `/v0/wallet/balance?party=${encodeURIComponent(savings)}`;
    const balance = await node.api<{ effective_unlocked_qty: string }>("alice", "GET", path);
    return Number(balance.effective_unlocked_qty);
  };
  const send = (memo: string) =>
    node.api<{ output: { transfer_instruction_cid?: string } }>("bob", "POST", transfersPath, {
      receiver_party_id: savings,
      amount: "1",
      description: memo,
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: memo,
    });
  const memos = ["first", "second", "third", "fourth"];
  const several = () => page.getByRole("alertdialog", { name: "Sign 4 with your key" });
  const ends = () => page.getByRole("region", { name: "What became of each" });
  const rows = () => several().getByRole("list", { name: "Each that you sign" }).locator("> li");
  const cids = new Map<string, string>();
  const withdraw = (memo: string) =>
    node.api("bob", "POST", `${transfersPath}/${cids.get(memo)}/withdraw`);
  const acceptAll = async (): Promise<void> => {
    await page.getByRole("checkbox", { name: "Choose all 4" }).check();
    await page.getByRole("button", { name: "Accept 4" }).click();
    const question = page.getByRole("alertdialog", { name: "Accept all 4?" });
    await question.getByRole("button", { name: "Accept 4" }).click();
    await several().waitFor();
  };
  const decided = async (accepted: number): Promise<void> => {
    await page.getByText("4 of 4 decided").waitFor();
    await eventually(async () =>
      expect(await ends().getByText("Accepted", { exact: true }).count()).to.equal(accepted),
    );
    await eventually(async () =>
      expect(await ends().getByText("Not accepted").count()).to.equal(4 - accepted),
    );
    await ends().getByRole("button", { name: "Done" }).click();
  };
  const signFour = async (name: string): Promise<void> => {
    const unlock = several().getByRole("button", { name: "Unlock the keys" });
    if (await unlock.isVisible()) await unlock.click();
    await several().getByRole("button", { name, exact: true }).click();
    await several().waitFor({ state: "detached" });
  };
  let ran = 0;
  let balance = 0;
  beforeEach(async () => {
    ran = executions;
    balance = await unlocked();
    for (const memo of memos.filter((each) => !cids.has(each))) {
      const { output } = await send(`${memo} ${executions}`);
      cids.set(memo, output.transfer_instruction_cid ?? "");
    }
    await goByKeys(page, "h", "/wallet");
    await goByKeys(page, "i", "/wallet/inbox");
  });

  it("signs none of them when the person does not want to", async () => {
    await acceptAll();
    await rows().nth(3).locator("summary span").getByText("Accepts the transfer of 1.").waitFor();
    await several().getByRole("button", { name: "Do not sign" }).click();
    await decided(0);
    expect(executions).to.equal(ran);
    expect(await unlocked()).to.equal(balance);
  });

  it("signs what fits its hash, and refuses one that does not", async () => {
    const path = `**${transfersPath}/${cids.get("third")}/accept*`;
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const hash = Buffer.alloc(32, 7).toString("base64");
      const json = { ...(await response.json()), prepared_transaction_hash: hash };
      return route.fulfill({ response, json });
    });
    await acceptAll();
    await several().getByText("The server asks to sign 0707").waitFor();
    await rows().nth(3).locator("summary span").getByText("Accepts the transfer of 1.").waitFor();
    await several().getByRole("button", { name: "Sign 3", exact: true }).waitFor();
    await eventually(async () =>
      expect(await several().getByRole("button", { name: "Sign 4" }).count()).to.equal(0),
    );
    await eventually(async () =>
      expect(await rows().locator("summary").getByText("Accepts the transfer").count()).to.equal(3),
    );
    await signFour("Sign 3");
    await decided(3);
    await page.unroute(path);
    expect(executions).to.equal(ran + 3);
    expect(await unlocked()).to.equal(balance + 3);
    for (const memo of ["first", "second", "fourth"]) cids.delete(memo);
  });

  it("reads each, signs all at once, and executes one by one: a lost race is told", async () => {
    let [open, most] = [0, 0];
    const path = "**/v2/interactive-submission/executeAndWait";
    await page.route(path, async (route) => {
      open += 1;
      most = Math.max(most, open);
      const response = await route.fetch();
      open -= 1;
      return route.fulfill({ response });
    });
    await acceptAll();
    await rows().nth(3).locator("summary span").getByText("Accepts the transfer of 1.").waitFor();
    await rows().nth(1).locator("summary").first().click();
    await rows().nth(1).getByText("Everything that is signed").click();
    await rows().nth(1).getByRole("region").getByText("Command: ").waitFor();
    for (const width of [1_280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityErrors(page), `${width}`).to.deep.equal([]);
      expect(await sidewaysOverflow(page), `${width}`).to.equal(0);
    }
    await page.setViewportSize({ width: 1_280, height: 900 });
    await withdraw("second");
    await signFour("Sign 4");
    await decided(3);
    await page.getByText("3 of 4 accepted.").last().waitFor();
    await page.unroute(path);
    expect(executions).to.equal(ran + 4);
    expect(most).to.equal(1);
    expect(await unlocked()).to.equal(balance + 3);
    cids.clear();
  });

  it("rejects several with one signature", async () => {
    await page.getByRole("checkbox", { name: "Choose all 4" }).check();
    await page.getByRole("button", { name: "Reject 4" }).click();
    const question = page.getByRole("alertdialog", { name: "Reject all 4?" });
    await question.getByText("You do not receive 4.00 CC").waitFor();
    await question.getByRole("button", { name: "Reject 4" }).click();
    await rows().nth(3).locator("summary span").getByText("Rejects the transfer of 1.").waitFor();
    await signFour("Sign 4");
    await page.getByText("4 of 4 decided").waitFor();
    await eventually(async () =>
      expect(await ends().getByText("Rejected", { exact: true }).count()).to.equal(4),
    );
    await ends().getByRole("button", { name: "Done" }).click();
    expect(executions).to.equal(ran + 4);
    expect(await unlocked()).to.equal(balance);
    cids.clear();
  });

  it("signs what pays by itself, as all of it would be prepared with the same coins", async () => {
    const path = "**/v0/wallet/inbox?*";
    await page.route(path, async (route) => {
      const response = await route.fetch();
      const { items, ...others } = await response.json();
      const kind = (description: string) =>
        /^(first|second) /.test(description) ? { kind: "payment-request" } : {};
      const json = {
        ...others,
        items: items.map((item: { readonly description: string }) => ({
          ...item,
          ...kind(item.description),
        })),
      };
      return route.fulfill({ response, json });
    });
    // what arrives has the page read all again
    await send("fifth");
    await page.getByRole("checkbox", { name: "Choose all 5" }).check();
    await page.getByRole("button", { name: "Accept 5" }).click();
    const question = page.getByRole("alertdialog", { name: "Accept all 5?" });
    await question.getByText("By 2 of them you agree to pay.").waitFor();
    await question.getByRole("button", { name: "Accept 5" }).click();
    for (const name of ["Sign 3", "Sign", "Sign"]) {
      const dialog = page.getByRole("alertdialog");
      const unlock = dialog.getByRole("button", { name: "Unlock the keys" });
      const sign = dialog.getByRole("button", { name, exact: true });
      await sign.waitFor();
      if (await unlock.isVisible()) await unlock.click();
      const executed = page.waitForResponse("**/v2/interactive-submission/executeAndWait");
      await sign.click();
      await executed;
    }
    await page.getByText("5 of 5 decided").waitFor();
    await eventually(async () =>
      expect(await ends().getByText("Accepted", { exact: true }).count()).to.equal(5),
    );
    await page.unroute(path);
    expect(executions).to.equal(ran + 5);
    expect(await unlocked()).to.equal(balance + 5);
  });

  it("lists what is signed of another token by its instrument and its administrator", async () => {
    const { ledger } = node.validator;
    await offerGold(ledger, { issuer: "gold", to: savings, amount: "5.5" });
    const gold = page.getByRole("listitem").filter({ hasText: "Gold of gold" });
    await gold.getByRole("button", { name: "Accept" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Sign with your key" });
    const moved = dialog.getByRole("list", { name: "What changes owners" });
    await moved.getByText("+5.5000000000").waitFor();
    await moved.getByText("Gold of gold").waitFor();
    await eventually(async () => expect(await accessibilityErrors(page)).to.deep.equal([]));
    await dialog.getByLabel("I have read this and want to sign it all the same").check();
    const unlock = dialog.getByRole("button", { name: "Unlock the keys" });
    if (await unlock.isVisible()) await unlock.click();
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    await gold.getByRole("button", { name: "Accept" }).waitFor({ state: "detached" });
    await page.getByText("Accepted.").last().waitFor();
    expect(executions).to.equal(ran + 1);
    expect(await unlocked()).to.equal(balance);
  });
});
