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
import { startDapp } from "../browser/dapp-site.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { tradeApp } from "../browser/trade-app.js";

const sessionsPath = "/v0/wallet/dapp/sessions";

describe("a web page that uses the wallet by the official SDK", function () {
  let node: TestNode;
  let dapp: Awaited<ReturnType<typeof startDapp>>;
  let browser: Browser;
  let page: Page;
  let alice: string;
  before(async () => {
    node = await startTestNode({ packages: [tradeApp] });
    dapp = await startDapp();
    alice = await node.userWith("alice", "100");
    // what is refused at the end is an error of the console, too
    browser = await openBrowser({ expected: /\/api\/v0\/dapp/ });
    page = await browser.page();
    await page.goto(`${dapp.origin}/?rpc=${encodeURIComponent(`${node.base}/api/v0/dapp`)}`);
  });
  after(async () => {
    await browser.close();
    await dapp.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  /** Presses a button of the page, and logs in to the window of the wallet that it opens. */
  const walletAfter = async (button: string): Promise<Page> => {
    const opened = browser.context
      .pages()
      .find((each) => each !== page && each.url().startsWith(node.base));
    const waiting = opened === undefined ? browser.context.waitForEvent("page") : undefined;
    await page.getByRole("button", { name: button }).click();
    const wallet = (await waiting) ?? opened;
    if (wallet === undefined) throw new Error("no window was opened");
    await wallet.waitForURL(/\/wallet\/(connect|approve)/);
    await logIn(wallet, "alice");
    return wallet;
  };
  const says = (text: string | RegExp) => page.locator("output").getByText(text).waitFor();

  it("is not connected when the user rejects it", async () => {
    const wallet = await walletAfter("Connect");
    await wallet.getByText(dapp.origin).waitFor();
    await wallet.getByRole("button", { name: "Reject" }).click();
    await wallet.getByText("The page is not connected").waitFor();
    expect(await node.api("alice", "GET", sessionsPath)).to.deep.equal({ sessions: [] });
    await page.reload();
  });

  it("is connected by its origin, and lists the account", async () => {
    const wallet = await walletAfter("Connect");
    await wallet.getByText("It does not get your login.").waitFor();
    expect(await accessibilityErrors(wallet)).to.deep.equal([]);
    await wallet.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(wallet)).to.equal(0);
    await wallet.getByRole("button", { name: "Connect" }).click();
    await says(/^connect done/);
    await page.getByRole("button", { name: "Accounts" }).click();
    await says(alice);
    const found = await node.api<{ sessions: ReadonlyArray<{ origin: string }> }>(
      "alice",
      "GET",
      sessionsPath,
    );
    expect(found.sessions.map(({ origin }) => origin)).to.deep.equal([dapp.origin]);
  });

  const want = () =>
    page.evaluate((wanted) => Reflect.set(window, "wanted", wanted), {
      CreateCommand: {
        templateId: "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal",
        createArguments: {
          receiver: alice,
          provider: node.validator.wallet.settings.operator,
          expectedDso: node.validator.wallet.settings.dso,
        },
      },
    });

  it("has a transaction rejected, and another one approved", async () => {
    await want();
    const first = await walletAfter("Execute");
    await first.getByRole("region", { name: "What it would do" }).waitFor();
    await first.getByRole("button", { name: "Reject" }).click();
    await first.getByText("Nothing was done").waitFor();
    await says(/^execute failed/);
    const second = await walletAfter("Execute");
    await second.getByText("accepts transfers to").waitFor();
    expect(await accessibilityErrors(second)).to.deep.equal([]);
    await second.getByRole("list", { name: "What it would do" }).waitFor();
    await second.getByRole("button", { name: "Approve" }).click();
    await second.getByText("Executed").waitFor();
    await says(/^execute done.*updateId/);
  });

  it("has nothing approved by one click that has no words, and can have it rejected", async () => {
    const now = new Date().toISOString();
    const meta = { values: {} };
    await page.evaluate((wanted) => Reflect.set(window, "wanted", wanted), {
      CreateCommand: {
        templateId: "#test-trades:Test.Trades:Trade",
        createArguments: {
          settlement: {
            executor: alice,
            settlementRef: { id: "unknown", cid: null },
            requestedAt: now,
            allocateBefore: now,
            settleBefore: now,
            meta,
          },
          transferLegs: {},
          meta,
        },
      },
    });
    const wallet = await walletAfter("Execute");
    const doubts = wallet.getByRole("group", { name: "Doubts" });
    await doubts.getByText("unknown: Creates a contract of test-trades").waitFor();
    const approves = wallet.getByRole("button", { name: "Approve" });
    await eventually(async () =>
      expect(await approves.getAttribute("aria-disabled")).to.equal("true"),
    );
    for (const colorScheme of ["light", "dark"] as const) {
      await wallet.emulateMedia({ colorScheme });
      expect(await accessibilityErrors(wallet)).to.deep.equal([]);
    }
    await doubts.getByRole("checkbox").check();
    await eventually(async () =>
      expect(await approves.getAttribute("aria-disabled")).to.equal(null),
    );
    await doubts.getByRole("checkbox").uncheck();
    await wallet.getByRole("button", { name: "Reject" }).click();
    await wallet.getByText("Nothing was done").waitFor();
    await says(/^execute failed/);
  });

  it("is refused from another origin, and after it was revoked", async () => {
    const token = await page.evaluate(() => {
      const kept = Object.values({ ...localStorage }).join(" ");
      return /"accessToken":"([^"]+)"/.exec(kept)?.[1] ?? "";
    });
    expect(token).not.to.equal("");
    const call = async (origin: string): Promise<string> => {
      const answer = await fetch(`${node.base}/api/v0/dapp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          origin,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "listAccounts" }),
      });
      return `${answer.status} ${await answer.text()}`;
    };
    expect(await call("http://127.0.0.1:1")).to.match(/^403 /);
    expect(await call(dapp.origin)).to.contain(alice);
    const { sessions } = await node.api<{ sessions: ReadonlyArray<{ id: string }> }>(
      "alice",
      "GET",
      sessionsPath,
    );
    for (const { id } of sessions) await node.api("alice", "DELETE", `${sessionsPath}/${id}`);
    expect(await call(dapp.origin)).not.to.contain(alice);
    expect(await call(dapp.origin)).to.match(/"code":4100|^401 /);
    await page.getByRole("button", { name: "Accounts" }).click();
    // the SDK says nothing of an answer that is an error
    await says(/^accounts (failed|done: undefined$)/);
  });
});
