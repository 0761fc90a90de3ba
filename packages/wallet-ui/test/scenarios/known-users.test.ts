import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const list = (page: Page) => page.getByRole("region", { name: "Or continue as" });

const continueAs = (page: Page, name: RegExp) => list(page).getByRole("button", { name }).click();

describe("the users that a development login offers", () => {
  let node: TestNode;
  let browser: Browser;
  let first: Page;
  let second: Page;
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    await node.userWith("bob", "20.5");
    browser = await openBrowser();
    first = await browser.page();
    second = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("are those with a wallet, each with its balance, by keyboard too", async () => {
    await first.goto(`${node.base}/wallet/`);
    await list(first).waitFor();
    await eventually(async () =>
      expect(await list(first).getByRole("listitem").allInnerTexts()).to.satisfy(
        (texts: ReadonlyArray<string>) => texts.some((text) => /bob\s+205\.00\s+CC/.test(text)),
      ),
    );
    expect(await accessibilityErrors(first)).to.deep.equal([]);
    await list(first)
      .getByRole("button", { name: /^alice 100\.00 CC$/ })
      .press("Enter");
    await first.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  });

  it("stay two users in two tabs, also when one logs out", async () => {
    await second.goto(`${node.base}/wallet/`);
    await continueAs(second, /^bob/);
    const user = (page: Page) => page.locator("#logged-in-user");
    await second.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    await eventually(async () =>
      expect([await user(first).innerText(), await user(second).innerText()]).to.deep.equal([
        "alice",
        "bob",
      ]),
    );
    await first.locator("#wallet-balance-amulet").getByText("100.00 CC").first().waitFor();
    await second.locator("#wallet-balance-amulet").getByText("205.00 CC").first().waitFor();
    await first.getByRole("button", { name: "Log out" }).click();
    await list(first).waitFor();
    await second.getByRole("link", { name: "History" }).first().click();
    await second.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await eventually(async () => expect(await user(second).innerText()).to.equal("bob"));
  });

  it("log out in all tabs of the same user", async () => {
    await continueAs(first, /^bob/);
    await first.getByRole("button", { name: "Log out" }).click();
    await second.getByText("You logged out in another tab").waitFor();
  });

  it("are listed by a node with this login alone", async () => {
    const closed = await startTestNode({
      http: {
        auth: {
          kind: "services",
          services: [{ kind: "unsafe", secret: "another", audience: "elsewhere" }],
        },
      },
    });
    try {
      await first.goto(`${closed.base}/wallet/`);
      await first.getByText("This node has no login for browsers").waitFor();
      await eventually(async () => expect(await list(first).count()).to.equal(0));
      const refusal = await closed
        .api("ledger-api-user", "GET", "/v0/admin/automation/wallets")
        .catch(String);
      expect(refusal).to.match(/ 401 /);
    } finally {
      await closed.close();
    }
  });
});
