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
import { readCode } from "../browser/read-code.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const memo = 'Lunch <img src=x onerror="document.title=1"> & \u202emore';

/** How a link is changed, and what the page says then. */
const hostile: ReadonlyArray<readonly [change: (link: URL) => void, said: string]> = [
  [({ searchParams }) => searchParams.set("amount", "2500"), "damaged or changed"],
  [({ searchParams }) => searchParams.set("memo", "Rent"), "damaged or changed"],
  [({ searchParams }) => searchParams.delete("until"), "damaged or changed"],
  [({ searchParams }) => searchParams.set("check", "00000000"), "damaged or changed"],
  [({ searchParams }) => searchParams.set("amount", "1e3"), "expected a decimal above zero"],
  [({ searchParams }) => searchParams.set("amount", "-5"), "expected a decimal above zero"],
  [
    ({ searchParams }) => searchParams.set("to", "<script>alert(1)</script>"),
    "expected a party id",
  ],
  [({ searchParams }) => searchParams.append("to", "mallory::1220"), "expected each field once"],
  [({ searchParams }) => searchParams.set("redirect", "javascript:alert(1)"), "redirect is"],
  [({ searchParams }) => searchParams.set("memo", "x".repeat(2_800)), "expected at most 2800"],
  [({ searchParams }) => searchParams.set("network", "DSO::1220aa"), "damaged or changed"],
  [
    (link) => {
      link.search = "?to=";
    },
    "expected a party id",
  ],
  [
    (link) => {
      link.hash = "#send";
    },
    "This is no payment link of this wallet.",
  ],
];

describe("payment links", () => {
  let node: TestNode;
  let alices: Browser;
  let bobs: Browser;
  let alice: Page;
  let bob: Page;
  let bobsParty = "";
  let link = "";
  const sent: string[] = [];
  before(async () => {
    node = await startTestNode({ manualClock: true });
    await node.userWith("alice", "10");
    bobsParty = await node.userWith("bob", "0");
    alices = await openBrowser();
    bobs = await openBrowser();
    alice = await alices.page();
    bob = await bobs.page();
    alice.on("request", (request) => {
      if (
        /transfers(\?|$)|transfer-offers|\/send/.test(request.url()) &&
        request.method() === "POST"
      )
        sent.push(request.url());
    });
  });
  after(async () => {
    await alices.close();
    await bobs.close();
    await node.close();
  });
  afterEach(() => expect([...alices.errors, ...bobs.errors]).to.deep.equal([]));

  /** Opens an address as a link within the wallet does, without a reload that ends the login. */
  const open = async (address: string): Promise<void> => {
    const to = (path: string): Promise<void> =>
      alice.evaluate((next) => history.pushState(null, "", next), path);
    await to("/wallet/menu");
    await alice.getByRole("heading", { name: "All pages" }).waitFor();
    await to(address);
  };

  it("scenario 16: asks by a link and a code that say the same", async () => {
    await bob.goto(`${node.base}/wallet/request`);
    await logIn(bob, "bob");
    await bob.getByLabel(/^Amount/).fill("2.5");
    await bob.getByLabel("Description (optional)").fill(memo);
    await bob.getByLabel("The link is valid for").selectOption("86400");
    await bob.locator("#payment-link").waitFor();
    link = (await bob.locator("#payment-link").getAttribute("href")) ?? "";
    expect(link).to.match(new RegExp(`^${node.base}/wallet/pay\\?`));
    expect(await readCode(bob, "Code of the payment link")).to.equal(link);
    expect(await accessibilityErrors(bob)).to.deep.equal([]);
    await bob.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(bob)).to.equal(0);
  });

  it("scenario 16: fills in what is reviewed, and sends nothing by itself", async () => {
    await alice.goto(link);
    await logIn(alice, "alice");
    await alice.getByText("A link filled this in.").waitFor();
    const send = alice.getByRole("button", { name: "Send 2.50 CC" });
    await send.waitFor();
    const main = alice.getByRole("main");
    await main.getByText(bobsParty, { exact: true }).last().waitFor();
    await main.getByText("U+202E").waitFor();
    await eventually(async () => expect(await alice.locator("img").count()).to.equal(0));
    expect(await accessibilityErrors(alice)).to.deep.equal([]);
    await alice.getByRole("button", { name: "Back" }).click();
    await alice.getByRole("heading", { name: "What to send" }).waitFor();
    await alice.getByRole("button", { name: "Review" }).click();
    await send.waitFor();
    await alice.reload();
    await logIn(alice, "alice");
    await send.waitFor();
    expect(sent).to.deep.equal([]);
    await send.click();
    await alice.getByText("Waiting for the receiver").waitFor();
    const inbox = await node.api<{ items: ReadonlyArray<{ description: string }> }>(
      "bob",
      "GET",
      "/v0/wallet/inbox",
    );
    expect(inbox.items.map(({ description }) => description)).to.deep.equal([memo]);
    expect(sent.length).to.equal(1);
  });

  it("scenario 16: pays no link that was changed, whatever is in it", async () => {
    sent.length = 0;
    for (const [change, said] of hostile) {
      const changed = new URL(link);
      change(changed);
      await open(`${changed.pathname}${changed.search}${changed.hash}`);
      await alice.getByRole("heading", { name: "This link cannot be paid" }).waitFor();
      await eventually(async () =>
        expect(await alice.getByRole("main").innerText(), changed.href).to.include(said),
      );
      await alice.getByText("Nothing was sent.").waitFor();
      await eventually(async () =>
        expect(await alice.getByRole("button", { name: /^Send/ }).count()).to.equal(0),
      );
    }
    expect(await accessibilityErrors(alice)).to.deep.equal([]);
    await eventually(async () => expect(await alice.title()).to.match(/^Pay · /));
    expect(sent).to.deep.equal([]);
  });

  it("scenario 16: says what the page is for where no link led to it", async () => {
    await open("/wallet/pay");
    await alice.getByText("No link was opened").waitFor();
    await eventually(async () =>
      expect(await alice.getByRole("button", { name: /^Send/ }).count()).to.equal(0),
    );
    expect(sent).to.deep.equal([]);
  });

  it("scenario 16: pays no link after its time, nor one that ended while it was reviewed", async () => {
    await open(link.slice(node.base.length));
    await alice.getByRole("button", { name: "Send 2.50 CC" }).waitFor();
    await node.pass(86_400 + 1);
    await alice.getByText("The link that asks for this has expired.").first().waitFor();
    const send = alice.getByRole("button", { name: "Send 2.50 CC" });
    await eventually(async () => expect(await send.getAttribute("aria-disabled")).to.equal("true"));
    await open(link.slice(node.base.length));
    await alice.getByText("The link expired at ").waitFor();
    await eventually(async () =>
      expect(await alice.getByRole("button", { name: /^Send/ }).count()).to.equal(0),
    );
    expect(sent).to.deep.equal([]);
  });
});
