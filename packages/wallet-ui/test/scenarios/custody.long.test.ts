import { readFile } from "node:fs/promises";
import {
  decodePreparedTransaction,
  encodePreparedTransaction,
  hashPreparedTransaction,
  type PreparedTransaction,
} from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Page, Route } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goByKeys,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startDapp } from "../browser/dapp-site.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const passphrase = "correct horse battery";
const transfersPath = "/v0/wallet/token-standard/transfers";

/** What the node has prepared, as its 202 says it. */
interface Prepared {
  readonly command_id: string;
  readonly prepared_transaction: string;
  readonly prepared_transaction_hash: string;
  readonly hashing_scheme_version: string;
}

/** The same with a transaction that was changed, and a hash that fits it. */
const withTransaction = (
  prepared: Prepared,
  change: (transaction: PreparedTransaction) => PreparedTransaction,
): Prepared => {
  const read = decodePreparedTransaction(Buffer.from(prepared.prepared_transaction, "base64"));
  if (isLeft(read)) throw new Error(read.left.message);
  const changed = change(read.right);
  const hashed = hashPreparedTransaction(changed, "HASHING_SCHEME_VERSION_V2");
  if (isLeft(hashed)) throw new Error(hashed.left.message);
  return {
    ...prepared,
    prepared_transaction: Buffer.from(encodePreparedTransaction(changed)).toString("base64"),
    prepared_transaction_hash: Buffer.from(hashed.right.hash).toString("base64"),
  };
};

describe("a party whose key is in the browser", function () {
  let node: TestNode;
  let browser: Browser;
  let second: Browser;
  let dapp: Awaited<ReturnType<typeof startDapp>>;
  let page: Page;
  let bob: string;
  let carol: string;
  let savings = "";
  let backup = "";
  let executions = 0;
  before(async () => {
    node = await startTestNode({ http: { maxSelfAllocatedParties: 9 } });
    await node.api("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "100" });
    await node.userWith("alice", "1");
    bob = await node.userWith("bob", "100");
    carol = await node.userWith("carol", "1");
    await node.api("carol", "POST", "/v0/wallet/transfer-preapproval");
    dapp = await startDapp();
    browser = await openBrowser({ expected: /interactive-submission/ });
    second = await openBrowser({ colorScheme: "dark" });
    page = await browser.page();
    page.on("request", (request) => {
      if (request.url().includes("/interactive-submission/execute")) executions += 1;
    });
  });
  after(async () => {
    await browser.close();
    await second.close();
    await dapp.close();
    await node.close();
  });
  afterEach(() => expect([...browser.errors, ...second.errors]).to.deep.equal([]));

  const pathOf = {
    h: "/wallet",
    i: "/wallet/inbox",
    p: "/wallet/settings",
    s: "/wallet/send",
    t: "/wallet/history",
    y: "/wallet/parties",
  } as const;
  const go = async (letter: keyof typeof pathOf, heading: string, on = page): Promise<void> => {
    await goByKeys(on, letter, pathOf[letter]);
    await on.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
  const dialogOn = (on: Page) => on.getByRole("alertdialog", { name: "Sign with your key" });
  const sign = async (words: RegExp | string, on = page): Promise<void> => {
    const dialog = dialogOn(on);
    await dialog.getByRole("list", { name: "What you sign" }).getByText(words).waitFor();
    const unlock = dialog.getByRole("button", { name: "Unlock the keys" });
    if (await unlock.isVisible()) await unlock.click();
    await dialog.getByRole("button", { name: "Sign", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const ask = <A = unknown>(path: string): Promise<A> =>
    node.api<A>("alice", "GET", `${path}?party=${encodeURIComponent(savings)}`);
  const unlocked = async (): Promise<string> =>
    (await ask<{ effective_unlocked_qty: string }>("/v0/wallet/balance")).effective_unlocked_qty;
  const send = (receiver: string, amount: string, memo: string) =>
    node.api<{ output: { transfer_instruction_cid?: string } }>("bob", "POST", transfersPath, {
      receiver_party_id: receiver,
      amount,
      description: memo,
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: memo,
    });
  const review = async (receiver: string, amount: string, on = page): Promise<void> => {
    await go("s", "Send", on);
    const another = on.getByRole("button", { name: /Send another|Back to the form/ });
    const field = on.getByRole("combobox", { name: "Receiver", exact: true });
    await another.or(field).first().waitFor();
    if (await another.isVisible()) await another.click();
    await field.fill(receiver);
    await on.getByLabel(/^Amount/).fill(amount);
    await on.getByRole("button", { name: "Review" }).click();
    await on.getByRole("button", { name: /^Send \d/ }).click();
  };

  it("is made with a key of this browser, and all pages show it", async () => {
    await page.goto(`${node.base}/wallet/parties`);
    await logIn(page, "alice");
    await page.getByLabel("Name of the party").fill("savings");
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
    await page.getByLabel("Repeat the passphrase").fill(passphrase);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the backup" }).click();
    backup = await readFile(await (await download).path(), "utf8");
    await page.getByRole("button", { name: "Unlock the keys" }).click();
    await page.getByRole("button", { name: "Make its party" }).click();
    await page.getByRole("button", { name: "Sign and make the party" }).click();
    await page.getByText("you sign each thing that you do").waitFor();
    const act = page.getByRole("button", { name: /^Act for this party: savings/ });
    savings =
      /savings::1220[0-9a-f]{64}/.exec((await act.getAttribute("aria-label")) ?? "")?.[0] ?? "";
    await act.click();
    await page.getByRole("link", { name: "acting for" }).waitFor();
    await go("h", "Home");
    await page.getByText("0.00").first().waitFor();
  });

  it("accepts by a signature what it is sent", async () => {
    await send(savings, "20", "pocket money");
    await send(savings, "7", "not wanted");
    await go("i", "Inbox");
    const wanted = page.getByRole("listitem").filter({ hasText: "pocket money" });
    await wanted.getByRole("button", { name: "Accept" }).click();
    const dialog = dialogOn(page);
    await dialog
      .getByRole("list")
      .getByText(/Accepts the transfer of 20\.0000000000/)
      .waitFor();
    await dialog.getByText("Everything that is signed").click();
    await dialog.getByRole("region").getByText("Command: ").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of [1_280, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityErrors(page), `${colorScheme} ${width}`).to.deep.equal([]);
        expect(await sidewaysOverflow(page), `${colorScheme} ${width}`).to.equal(0);
      }
    }
    await page.setViewportSize({ width: 1_280, height: 900 });
    await sign(/Accepts the transfer/);
    await wanted.waitFor({ state: "detached" });
    expect(await unlocked()).to.equal("20.0000000000");
    const other = page.getByRole("listitem").filter({ hasText: "not wanted" });
    await other.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reject" }).click();
    await sign(/Rejects the transfer of 7/);
    await other.waitFor({ state: "detached" });
    expect(await unlocked()).to.equal("20.0000000000");
  });

  it("signs nothing when the person does not want to", async () => {
    const before = executions;
    await review(bob, "1");
    await dialogOn(page).getByRole("button", { name: "Do not sign" }).click();
    await page.getByText("You did not sign it. Nothing was sent.").waitFor();
    expect(executions).to.equal(before);
  });

  it("sends in two steps, takes it back, and sends directly", async () => {
    await review(bob, "2.5");
    await sign(/Transfers 2\.5000000000 Amulet/);
    await page.getByText("Waiting for the receiver").waitFor();
    expect(await unlocked()).to.equal("17.5000000000");
    await page.getByRole("link", { name: "Show in the inbox" }).click();
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
    await sign(/Withdraws the transfer of 2\.5/);
    await page.getByText("This was withdrawn.").waitFor();
    expect(await unlocked()).to.equal("20.0000000000");
    await review(carol, "3");
    await sign(/Transfers 3\.0000000000 Amulet/);
    await page.getByText("The receiver has the coins.").waitFor();
    expect(await unlocked()).to.equal("17.0000000000");
    await go("t", "History");
    await page.getByText("sent 3.00 CC").first().waitFor();
  });

  it("has direct transfers after a signature, and ends them by another", async () => {
    await go("p", "Settings");
    await page.getByRole("button", { name: "Allow direct transfers" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Allow direct transfers" })
      .click();
    // the first time they are a part of the party's set-up
    await sign(/Makes .* the validator of .* are accepted without its signature/);
    await page.getByRole("button", { name: "Cancel direct transfers" }).waitFor();
    await send(savings, "1", "direct");
    expect(await unlocked()).to.equal("18.0000000000");
    await page.getByRole("button", { name: "Cancel direct transfers" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Cancel direct transfers" })
      .click();
    await sign(/Ends the preapproval/);
    await page.getByRole("button", { name: "Allow direct transfers" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Allow direct transfers" })
      .click();
    await sign(/accepts transfers to .* without its signature/);
    await page.getByRole("button", { name: "Cancel direct transfers" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Cancel direct transfers" })
      .click();
    await sign(/Ends the preapproval/);
    await page.getByRole("button", { name: "Allow direct transfers" }).waitFor();
  });

  it("makes no second transfer when the answer of the first is lost", async () => {
    const path = "**/v2/interactive-submission/executeAndWait";
    let lost = 0;
    await page.route(path, async (route) => {
      lost += 1;
      if (lost > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await review(bob, "2");
    await sign(/Transfers 2\.0000000000 Amulet/);
    await page.getByText("Waiting for the receiver").waitFor();
    await page.unroute(path);
    expect(await unlocked()).to.equal("16.0000000000");
    expect(await ask("/v0/wallet/inbox")).to.include({ total: 1 });
  });

  describe("whose node is hostile", () => {
    const path = `**${transfersPath}*`;
    let before = 0;
    let balance = "";
    beforeEach(async () => {
      before = executions;
      balance = await unlocked();
    });
    afterEach(async () => {
      await page.unroute(path);
      expect(executions, "something was executed").to.equal(before);
      expect(await unlocked()).to.equal(balance);
    });

    /** Has the node answer something else than it prepared. */
    const answering = (
      change: (prepared: Prepared, route: Route) => Prepared | Promise<Prepared>,
    ) =>
      page.route(path, async (route) => {
        const response = await route.fetch();
        if (response.status() !== 202) return route.fulfill({ response });
        const prepared: Prepared = await response.json();
        return route.fulfill({ response, json: await change(prepared, route) });
      });
    const refuses = async (why: RegExp): Promise<void> => {
      const dialog = page.getByRole("alertdialog", { name: "Nothing can be signed" });
      await dialog.getByText(why).waitFor();
      await eventually(async () =>
        expect(await dialog.getByRole("button", { name: "Sign" }).count()).to.equal(0),
      );
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByText("The transfer failed.").waitFor();
    };
    const doubts = async (why: RegExp): Promise<void> => {
      const dialog = dialogOn(page);
      await dialog.getByRole("group", { name: "Doubts" }).getByText(why).waitFor();
      const button = dialog.getByRole("button", { name: "Sign", exact: true });
      await eventually(async () =>
        expect(await button.getAttribute("aria-disabled")).to.equal("true"),
      );
      expect(await accessibilityErrors(page)).to.deep.equal([]);
      await button.click({ force: true });
      await dialog.getByRole("button", { name: "Do not sign" }).click();
      await page.getByText("You did not sign it. Nothing was sent.").waitFor();
    };
    const root = ({ transaction }: PreparedTransaction) => {
      const found = transaction.nodes.find(({ nodeId }) => nodeId === transaction.roots[0]);
      if (found === undefined) throw new Error("no root");
      return found;
    };

    it("refuses a transaction of which one byte was changed", async () => {
      await answering((prepared) => {
        const bytes = Buffer.from(prepared.prepared_transaction, "base64");
        const at = bytes.length >> 1;
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        return { ...prepared, prepared_transaction: bytes.toString("base64") };
      });
      await review(bob, "1");
      await refuses(/Nothing was signed/);
    });

    it("refuses a hash of something else", async () => {
      await answering((prepared) => ({
        ...prepared,
        prepared_transaction_hash: Buffer.alloc(32, 7).toString("base64"),
      }));
      await review(bob, "1");
      await refuses(/The server asks to sign 0707/);
    });

    it("refuses another transfer than the one that was requested", async () => {
      for (const other of [{ amount: "9" }, { receiver_party_id: carol }]) {
        await answering(async (_prepared, route) => {
          const body = { ...route.request().postDataJSON(), ...other, tracking_id: "other" };
          const answer = await route.fetch({ postData: JSON.stringify(body) });
          return answer.json();
        });
        await review(bob, "1");
        await refuses(/another transaction than you requested: transfer\.(amount|receiver) is/);
        await page.unroute(path);
      }
    });

    it("refuses a template that was not requested", async () => {
      await answering(async (prepared) => {
        const answer = await node.api<{
          preparedTransaction: string;
          preparedTransactionHash: string;
        }>("alice", "POST", "/v2/interactive-submission/prepare", {
          commandId: "ping",
          actAs: [savings],
          synchronizerId: "",
          packageIdSelectionPreference: [],
          commands: [
            {
              CreateCommand: {
                templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
                createArguments: { id: "1", initiator: savings, responder: savings },
              },
            },
          ],
        });
        return {
          ...prepared,
          prepared_transaction: answer.preparedTransaction,
          prepared_transaction_hash: answer.preparedTransactionHash,
        };
      });
      await review(bob, "1");
      await refuses(/it does Ping, you requested TransferFactory_Transfer/);
    });

    /** One more exercise: below the root, or as a root of its own. */
    const withExercise = (prepared: Prepared, isInside: boolean): Prepared =>
      withTransaction(prepared, (changed) => {
        const { transaction } = changed;
        const first = root(changed);
        const { content } = first;
        if (content.kind !== "exercise") throw new Error("no exercise");
        const value = { ...content.value, choiceId: "TransferPreapproval_Cancel", children: [] };
        const extra = { ...first, nodeId: "999", content: { kind: "exercise" as const, value } };
        const children = [...content.value.children, "999"];
        const parent = { ...first, content: { ...content, value: { ...content.value, children } } };
        const nodes = transaction.nodes.map((each) =>
          isInside && each.nodeId === first.nodeId ? parent : each,
        );
        const seeds = transaction.nodeSeeds;
        const nodeSeeds = [
          ...seeds,
          ...seeds.slice(0, 1).map((seed) => ({ ...seed, nodeId: 999 })),
        ];
        const roots = isInside ? transaction.roots : [...transaction.roots, "999"];
        return {
          ...changed,
          transaction: { ...transaction, roots, nodes: [...nodes, extra], nodeSeeds },
        };
      });

    it("wants a step of its own for what no words say: another exercise inside", async () => {
      await answering((prepared) => withExercise(prepared, true));
      await review(bob, "1");
      await doubts(/inside, it exercises TransferPreapproval_Cancel/);
    });

    it("refuses a second root", async () => {
      await answering((prepared) => withExercise(prepared, false));
      await review(bob, "1");
      await refuses(/it is not of one command/);
    });
  });

  describe("elsewhere and later", () => {
    it("approves with its key what a web page wants", async () => {
      const site = await browser.page();
      await site.goto(`${dapp.origin}/?rpc=${encodeURIComponent(`${node.base}/api/v0/dapp`)}`);
      const says = (text: string | RegExp) => site.locator("output").getByText(text).waitFor();
      const opening = browser.context.waitForEvent("page");
      await site.getByRole("button", { name: "Connect" }).click();
      const wallet = await opening;
      await wallet.waitForURL(/\/wallet\/connect/);
      await logIn(wallet, "alice");
      await wallet.getByLabel("Connect it with").selectOption(savings);
      await wallet.getByRole("link", { name: "acting for" }).waitFor();
      await wallet.getByRole("button", { name: "Connect" }).click();
      await says(/^connect done/);
      await site.getByRole("button", { name: "Accounts" }).click();
      await says(savings);
      await site.evaluate((wanted) => Reflect.set(window, "wanted", wanted), {
        CreateCommand: {
          templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
          createArguments: { id: "of a page", initiator: savings, responder: savings },
        },
      });
      await site.getByRole("button", { name: "Execute" }).click();
      await wallet.waitForURL(/\/wallet\/approve/);
      await logIn(wallet, "alice");
      await wallet.getByRole("button", { name: "Approve" }).click();
      await sign(/Creates the ping/, wallet);
      await wallet.getByText("Executed").waitFor();
      await says(/^execute done.*updateId/);
      const token = await site.evaluate(() => {
        const kept = Object.values({ ...localStorage }).join(" ");
        return /"accessToken":"([^"]+)"/.exec(kept)?.[1] ?? "";
      });
      const answer = await fetch(`${node.base}/api/v0/dapp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          origin: dapp.origin,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "signMessage",
          params: { message: "Log me in <b>" },
        }),
      });
      const [, userUrl = ""] = /"userUrl":"([^"]+)"/.exec(await answer.text()) ?? [];
      await wallet.goto(userUrl);
      await logIn(wallet, "alice");
      await wallet.getByRole("region", { name: "Text to be signed" }).getByText("<b>").waitFor();
      const signs = wallet.getByRole("button", { name: "Sign", exact: true });
      await eventually(async () =>
        expect(await signs.getAttribute("aria-disabled")).to.equal("true"),
      );
      expect(await accessibilityErrors(wallet)).to.deep.equal([]);
      await wallet.getByRole("button", { name: "Unlock the keys" }).click();
      await signs.click();
      await wallet.getByText("The page has the signature.").waitFor();
      await wallet.close();
      await site.close();
    });

    it("signs in a fresh profile, after its backup was restored there", async () => {
      const other = await second.page();
      await other.goto(`${node.base}/wallet/parties`);
      await logIn(other, "alice");
      await other.getByText("you can look, and sign nothing").waitFor();
      await other.getByRole("button", { name: /^Act for this party: savings/ }).click();
      await review(carol, "1", other);
      const none = other.getByRole("alertdialog", { name: "Nothing can be signed" });
      await none.getByText("The key of this party is not in this browser").waitFor();
      await none.getByRole("button", { name: "Close" }).click();
      await go("y", "Parties and keys", other);
      await other.getByLabel("File of the backup").setInputFiles({
        name: "key.json",
        mimeType: "application/json",
        buffer: Buffer.from(backup),
      });
      await other.getByLabel("Name of its party").fill("savings");
      await other.getByLabel("Passphrase of the backup").fill(passphrase);
      await other.getByRole("button", { name: "Restore the key" }).click();
      await other.getByText("you sign each thing that you do").waitFor();
      const before = Number(await unlocked());
      await review(carol, "1", other);
      await sign(/Transfers 1\.0000000000 Amulet/, other);
      await other.getByText("The receiver has the coins.").waitFor();
      expect(Number(await unlocked())).to.equal(before - 1);
    });

    it("is locked again when no one touches the page", async () => {
      await review(carol, "1");
      const dialog = dialogOn(page);
      const button = dialog.getByRole("button", { name: "Sign", exact: true });
      await button.waitFor();
      const unlock = dialog.getByRole("button", { name: "Unlock the keys" });
      if (await unlock.isVisible()) await unlock.click();
      await unlock.waitFor({ state: "detached" });
      await page.clock.setFixedTime(Date.now() + 6 * 60_000);
      await unlock.waitFor();
      await eventually(async () =>
        expect(await button.getAttribute("aria-disabled")).to.equal("true"),
      );
      await dialog.getByRole("button", { name: "Do not sign" }).click();
    });
  });
});
