import { expect } from "chai";
import { decodeJwt } from "jose";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goTo,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import {
  type IdentityProvider,
  nodeAudience,
  startIdentityProvider,
  walletClient,
} from "../browser/identity-provider.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** Everything that a page could read again after a reload, or send by itself. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases]);
  });

/** Says who it is, on the page of the provider. */
const identify = async (page: Page, account: string): Promise<void> => {
  await page.getByLabel("Account").fill(account);
  await page.getByRole("button", { name: "Continue" }).click();
};

describe("logging in at an identity provider", () => {
  let provider: IdentityProvider;
  let node: TestNode;
  let browser: Browser;
  let stranger: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    provider = await startIdentityProvider();
    const { issuer, jwksUrl: url } = provider;
    node = await startTestNode({
      http: {
        auth: {
          kind: "services",
          services: [
            { kind: "jwks", url, algorithms: ["RS256"], issuer, audience: nodeAudience },
            // for what the test does by itself
            { kind: "unsafe", secret: "unsafe", audience: "https://canton.network.global" },
          ],
        },
        browserLogin: { issuer, clientId: walletClient, audience: nodeAudience },
      },
    });
    provider.serve(node.base);
    bob = await node.userWith("bob", "10");
    browser = await openBrowser({
      // a token of five seconds may be over when it arrives
      expected:
        /ERR_FAILED.*token-standard\/transfers|40[013] .*(\/token|user-status|\/v[02]\/)|WebSocket/,
    });
    // the streams, too, are refused to who was deactivated
    const refused = /403 .*\/v[02]\/|\/v2\/(updates|state\/ledger-end\/moves)' failed.* 403 /;
    stranger = await openBrowser({ expected: refused });
    page = await browser.page();
  });
  after(async () => {
    await stranger.close();
    await browser.close();
    await node.close();
    await provider.close();
  });
  afterEach(() => expect([...browser.errors, ...stranger.errors]).to.deep.equal([]));

  it("scenario 2: logs in by a code with PKCE, and keeps tokens in memory alone", async () => {
    const authorized: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/auth") authorized.push(searchParams);
    });
    await page.goto(`${node.base}/wallet/`);
    await page.getByText("You log in at 127.0.0.1").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Log in" }).click();
    await identify(page, "alice");
    await page.getByRole("button", { name: "Open my wallet" }).click();
    await page.getByRole("heading", { name: "Balance", exact: true }).waitFor();
    const [asked] = authorized;
    expect(asked?.get("response_type")).to.equal("code");
    expect(asked?.get("code_challenge_method")).to.equal("S256");
    expect(asked?.get("code_challenge")).to.match(/^[\w-]{43}$/);
    await page.waitForURL(/\/wallet\/?$/);
    await eventually(async () =>
      expect(await keptBy(page)).not.to.match(/eyJ|code_verifier|token/),
    );
    await node.api("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    await page.getByText("100.00 CC").first().waitFor();
  });

  it("scenario 2: comes back from a reload to the same page, without a question", async () => {
    await page.goto(`${node.base}/wallet/history?kind=tap`);
    await page.getByRole("heading", { name: "History", exact: true }).waitFor();
    await page.waitForURL(({ search }) => search === "?kind=tap");
    expect(provider.grants).to.deep.equal(["authorization_code", "authorization_code"]);
  });

  it("scenario 2: renews an expired token in the middle of an action, which is done once", async () => {
    provider.setLifetime(5);
    await page.goto(`${node.base}/wallet/send`);
    await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(bob);
    await page.getByLabel(/^Amount/).fill("3");
    await page.getByRole("button", { name: "Review" }).click();
    const tokens: string[] = [];
    const isOver = (token: string): boolean => (decodeJwt(token).exp ?? 0) * 1_000 < Date.now();
    await page.route("**/v0/wallet/token-standard/transfers*", async (route) => {
      const token = route.request().headers()["authorization"]?.slice("Bearer ".length) ?? "";
      tokens.push(token);
      if (!isOver(tokens[0] ?? "")) {
        // taken by the node, and the answer is lost
        await route.fetch();
        return route.abort();
      }
      return route.continue();
    });
    await page.getByRole("button", { name: "Send 3.00 CC" }).click();
    await page.getByText("Checking").waitFor();
    await page.getByText("Waiting for the receiver").waitFor();
    await page.unroute("**/v0/wallet/token-standard/transfers*");
    expect(new Set(tokens).size).to.be.greaterThan(1);
    expect(provider.grants).to.include("refresh_token");
    expect(await node.api("alice", "GET", "/v0/wallet/inbox")).to.include({ total: 1 });
    await eventually(async () => expect(await keptBy(page)).not.to.match(/eyJ/));
  });

  it("scenario 2: says so when the provider renews it no longer", async () => {
    await provider.revokeGrants();
    await page.getByText("Your login has ended. Log in again").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page)).to.equal(0);
    await page.setViewportSize({ width: 1_280, height: 900 });
    provider.setLifetime(3_600);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Send", exact: true }).waitFor();
  });

  describe("in the review of a transfer", () => {
    const review = () => page.getByRole("heading", { name: "Review" });
    const receiver = () => page.getByRole("combobox", { name: "Receiver", exact: true });
    const sends = () => page.getByRole("button", { name: "Send 1.75 CC" });
    const transfers = "**/v0/wallet/token-standard/transfers*";
    /** Begins a transfer that no other has the memo of, and reviews it. */
    const reviewed = async (memo: string): Promise<void> => {
      await page.goto(`${node.base}/wallet`);
      await page.getByRole("heading", { name: "Balance", exact: true }).waitFor();
      await goTo(page, "/wallet/send", "Send");
      await receiver().fill(bob);
      await page.getByLabel(/^Amount/).fill("1.75");
      await page.getByLabel("Description (optional)").fill(memo);
      await page.getByRole("button", { name: "Review" }).click();
      await sends().waitFor();
    };
    const expectReview = async (memo: string): Promise<void> => {
      await sends().waitFor();
      await page.getByText(memo).waitFor();
    };
    const expectForm = async (memo: string): Promise<void> => {
      await page.getByRole("heading", { name: "What to send" }).waitFor();
      await eventually(async () => expect(await receiver().inputValue()).to.equal(bob));
      await eventually(async () =>
        expect(await page.getByLabel("Description (optional)").inputValue()).to.equal(memo),
      );
    };
    /** How often the transfer was made. */
    const sent = async (memo: string): Promise<number> => {
      const { items } = await node.api<{
        items: ReadonlyArray<{ readonly description: string }>;
      }>("alice", "GET", "/v0/wallet/inbox?direction=sent");
      return items.filter(({ description }) => description === memo).length;
    };
    /** The login ends at the next request that needs another token. */
    const endLogin = async (): Promise<void> => {
      await provider.revokeGrants();
      await page.getByText("Your login has ended. Log in again").waitFor();
      provider.setLifetime(3_600);
    };
    const logInAgain = () => page.getByRole("button", { name: "Log in" }).click();

    it("comes back to it from a login that ended, with its draft and its focus", async () => {
      const memo = "over a login";
      provider.setLifetime(5);
      await reviewed(memo);
      await endLogin();
      await logInAgain();
      await expectReview(memo);
      const hasFocus = await review().evaluate((heading) => heading === document.activeElement);
      expect(hasFocus).to.equal(true);
      await page.getByRole("button", { name: "Back" }).click();
      await expectForm(memo);
      await page.getByRole("button", { name: "Review" }).click();
      await sends().click();
      await page.getByText("Waiting for the receiver").waitFor();
      expect(await sent(memo)).to.equal(1);
    });

    it("comes back to it from a reload, and by Back and Forward of the browser", async () => {
      const memo = "there and back";
      await reviewed(memo);
      await page.reload();
      await expectReview(memo);
      await page.goBack();
      await expectForm(memo);
      await page.goForward();
      await expectReview(memo);
      await page.reload();
      await expectReview(memo);
      await page.getByRole("button", { name: "Back" }).click();
      await expectForm(memo);
      expect(await sent(memo)).to.equal(0);
    });

    it("leads by Back and Forward to no page of the provider after a login that ended", async () => {
      const memo = "no way to the provider";
      provider.setLifetime(5);
      await reviewed(memo);
      await endLogin();
      await logInAgain();
      await expectReview(memo);
      await page.goBack();
      await expectForm(memo);
      await page.goForward();
      await expectReview(memo);
      await page.getByRole("button", { name: "Back" }).click();
      await expectForm(memo);
      // the form before the review, and what was before that
      await page.goBack();
      await expectForm(memo);
      await page.goBack();
      await page.getByRole("heading", { name: "Balance", exact: true }).waitFor();
      await page.goForward();
      await expectForm(memo);
    });

    it("sends nothing where the login ended before it was sent, and once afterwards", async () => {
      const memo = "ended before";
      const preview = "**/v0/wallet/transfers/preview*";
      provider.setLifetime(5);
      await reviewed(memo);
      // it is asked again before it is sent
      await page.route(preview, async (route) => {
        await provider.revokeGrants();
        await page.getByText("Your login has ended. Log in again").waitFor();
        await route.fulfill({ status: 401, body: '{"error":"the token has expired"}' });
      });
      const answered = page.waitForResponse(preview);
      await sends().click();
      await answered;
      await page.unroute(preview);
      provider.setLifetime(3_600);
      await logInAgain();
      await expectReview(memo);
      expect(await sent(memo)).to.equal(0);
      await sends().click();
      await page.getByText("Waiting for the receiver").waitFor();
      expect(await sent(memo)).to.equal(1);
    });

    it("sends once what was taken when the login ended, and its answer lost", async () => {
      const memo = "ended after";
      provider.setLifetime(5);
      await reviewed(memo);
      await page.route(transfers, async (route) => {
        await route.fetch();
        await provider.revokeGrants();
        return route.abort();
      });
      await sends().click();
      await page.getByText("Your login has ended. Log in again").waitFor();
      await page.unroute(transfers);
      provider.setLifetime(3_600);
      await logInAgain();
      await page.getByText("Waiting for the receiver").waitFor();
      expect(await sent(memo)).to.equal(1);
    });
  });

  it("scenario 2: a logout in one tab ends all, and the provider's session too", async () => {
    const other = await browser.page();
    await other.goto(`${node.base}/wallet/`);
    await other.getByRole("button", { name: "Log in" }).click();
    await other.getByRole("heading", { name: "Balance", exact: true }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await other.getByText("You logged out in another tab").waitFor();
    await page.getByRole("button", { name: "Yes" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    for (const tab of [page, other]) {
      await tab.getByRole("button", { name: "Log in" }).click();
      await tab.getByRole("heading", { name: "Who are you?" }).waitFor();
    }
    await other.close();
  });

  it("scenario 3: says for whom a token is that is not for this node", async () => {
    provider.setAudience("https://another.example");
    await identify(page, "alice");
    await page.getByText(`the token is not meant for the audience ${nodeAudience}`).waitFor();
    await page.getByText("the identity provider and this node are not set up for").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    provider.setAudience(nodeAudience);
  });

  it("scenario 3: says who is not known, and who was deactivated", async () => {
    const tab = await stranger.page();
    await tab.goto(`${node.base}/wallet/`);
    await tab.getByRole("button", { name: "Log in" }).click();
    await identify(tab, "mallory");
    await tab.getByText("The user mallory has no wallet on this node yet.").waitFor();
    await tab.getByRole("button", { name: "Open my wallet" }).click();
    await tab.getByRole("heading", { name: "Balance", exact: true }).waitFor();
    await node.api("ledger-api-user", "PATCH", "/v2/users/mallory", {
      user: { id: "mallory", isDeactivated: true },
      updateMask: { paths: ["is_deactivated"] },
    });
    await tab.reload();
    await tab.getByText("the user mallory is deactivated").waitFor();
  });

  it("scenario 3: names the right that is missing", async () => {
    await page.goto(`${node.base}/console/users`);
    await page.getByText("You lack a right: ParticipantAdmin").waitFor();
    await page.getByText("You are logged in as alice.").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });
});
