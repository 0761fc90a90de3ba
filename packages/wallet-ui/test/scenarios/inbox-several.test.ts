import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

interface Inbox {
  readonly items: ReadonlyArray<{ readonly contract_id: string; readonly description: string }>;
}

describe("the lines of the inbox", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let [alice, bob] = ["", ""];
  before(async () => {
    node = await startTestNode();
    alice = await node.userWith("alice", "100");
    bob = await node.userWith("bob", "1");
    browser = await openBrowser({ expected: /transfers\/[0-9a-f]+\/accept/ });
    page = await browser.page();
    for (const memo of ["one", "two", "three", "four", "five", "six", "seven"]) await send(memo);
    await page.goto(`${node.base}/wallet/inbox`);
    await logIn(page, "bob");
    await line("seven").waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const transfers = "/v0/wallet/token-standard/transfers";
  const line = (memo: string) =>
    page.getByRole("listitem").filter({ hasText: `Transfer from ${memo}` });
  const sendAs = (user: string, receiver: string, amount: string, memo: string) =>
    node.api(user, "POST", transfers, {
      receiver_party_id: receiver,
      amount,
      description: memo,
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: memo,
    });
  const send = (memo: string) => sendAs("alice", bob, "1.5", memo);
  const cidOf = async (memo: string): Promise<string> => {
    const { items } = await node.api<Inbox>("bob", "GET", "/v0/wallet/inbox");
    return items.find(({ description }) => description === memo)?.contract_id ?? "";
  };
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest("li")?.textContent ?? "");

  it("take one row each, of at most 52 pixels, and two on a phone", async () => {
    const heightOf = async (): Promise<number> => (await line("two").boundingBox())?.height ?? 0;
    await eventually(async () => expect(await heightOf()).to.be.within(44, 52));
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => expect(await heightOf()).to.be.below(84));
    expect(await sidewaysOverflow(page)).to.equal(0);
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1_280, height: 900 });
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("are walked, accepted, rejected and opened by the keyboard", async () => {
    await line("seven").focus();
    await page.keyboard.press("ArrowDown");
    await eventually(async () => expect(await focused()).to.contain("six"));
    await page.keyboard.press("a");
    await page.getByRole("status").getByText("Accepted.").waitFor();
    await line("six").waitFor({ state: "detached" });
    await eventually(async () => expect(await focused()).to.contain("five"));
    await page.keyboard.press("r");
    await page.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click();
    await line("five").waitFor({ state: "detached" });
    await line("four").focus();
    await page.keyboard.press("Enter");
    await page.getByText("Accept or reject it.").waitFor();
    await page.goBack();
    await line("four").waitFor();
  });

  it("keep the line that has the focus in its place while others come", async () => {
    await page.setViewportSize({ width: 1_280, height: 420 });
    await line("two").focus();
    await page.keyboard.press("ArrowDown");
    await eventually(async () => expect(await focused()).to.contain("one"));
    const topOf = async (): Promise<number> =>
      Math.round((await line("one").boundingBox())?.y ?? 0);
    const before = await topOf();
    await send("late");
    await line("late").waitFor();
    await eventually(async () => expect(await topOf()).to.be.closeTo(before, 1));
    await eventually(async () => expect(await focused()).to.contain("one"));
    await page.setViewportSize({ width: 1_280, height: 900 });
  });

  it("are accepted together: once each, a lost race and a lost answer told", async () => {
    const [raced, lost] = [await cidOf("three"), await cidOf("two")];
    let sent = 0;
    page.on("request", (request) => {
      if (/transfers\/[0-9a-f]+\/accept/.test(request.url())) sent += 1;
    });
    await page.route(`**${transfers}/${raced}/accept*`, async (route) => {
      await node.api("alice", "POST", `${transfers}/${raced}/withdraw`);
      await route.continue();
    });
    await page.route(`**${transfers}/${lost}/accept*`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("checkbox", { name: "Choose all 6" }).check();
    await line("late").getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Accept 5" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Accept all 5?" });
    await dialog.getByText("7.50 CC").first().waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await dialog.getByRole("button", { name: "Accept 5" }).click();
    await page.getByText("5 of 5 decided").waitFor();
    const ends = page.getByRole("region", { name: "What became of each" });
    await eventually(async () =>
      expect(await ends.getByText("Accepted", { exact: true }).count()).to.equal(4),
    );
    await eventually(async () => expect(await ends.getByText("Not accepted").count()).to.equal(1));
    await ends.getByText("It was withdrawn.").waitFor();
    await eventually(async () =>
      expect(await page.getByText("That could not be done.").count()).to.equal(0),
    );
    await page.getByText("4 of 5 accepted.").waitFor();
    expect(sent).to.equal(5);
    await ends.getByRole("button", { name: "Done" }).click();
    await eventually(async () => expect(await line("late").count()).to.equal(1));
    const { items } = await node.api<Inbox>("bob", "GET", "/v0/wallet/inbox");
    expect(items.map(({ description }) => description)).to.deep.equal(["late"]);
  });

  it("are rejected or withdrawn together, by the keyboard, as many as can be", async () => {
    for (const memo of ["refused", "refused too"]) await send(memo);
    for (const memo of ["mine", "mine too"]) await sendAs("bob", alice, "0.25", memo);
    const sentLine = (memo: string) =>
      page.getByRole("listitem").filter({ hasText: `Transfer to ${memo}` });
    await sentLine("mine too").waitFor();
    await page.getByRole("checkbox", { name: "Choose all 5" }).check();
    await line("late").getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Accept 2" }).waitFor();
    await line("refused too").focus();
    await page.keyboard.press("Shift+R");
    const rejecting = page.getByRole("alertdialog", { name: "Reject all 2?" });
    await rejecting.getByText("You do not receive 3.00 CC").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await rejecting.getByRole("button", { name: "Reject 2" }).click();
    await page.getByText("2 rejected.").waitFor();
    const ends = page.getByRole("region", { name: "What became of each" });
    await eventually(async () =>
      expect(await ends.getByText("Rejected", { exact: true }).count()).to.equal(2),
    );
    await page.getByText("2 chosen").waitFor();
    await sentLine("mine").first().focus();
    await page.keyboard.press("Shift+W");
    const withdrawing = page.getByRole("alertdialog", { name: "Withdraw all 2?" });
    await withdrawing.getByText("You take back 0.50 CC").waitFor();
    await withdrawing.getByRole("button", { name: "Withdraw 2" }).click();
    await page.getByText("2 withdrawn.").waitFor();
    const { items } = await node.api<Inbox>("bob", "GET", "/v0/wallet/inbox");
    expect(items.map(({ description }) => description)).to.deep.equal(["late"]);
  });
});
