import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** What is typed, and what the page says of it; the first in English, the others as named. */
const typed: ReadonlyArray<readonly [text: string, said: string]> = [
  ["0", "Enter an amount above zero."],
  ["-1", "Enter an amount above zero."],
  ["\u22121", "Enter an amount above zero."],
  ["1.00000000001", "Found 11 decimals, expected at most 10."],
  ["1".repeat(29), "Found 29 digits before the decimals, expected at most 28."],
  ["1,234", "could separate thousands or decimals here"],
  ["1,5", "separates groups of digits here, and these groups are incomplete"],
  ["1e3", '"e" is not part of a number'],
  ["12.5.5", 'Enter "." once at most.'],
  ["100.0000000001", "Only 100.00 is available."],
  ["0.0000000001", "0.0000000001 CC"],
  ["\u0661.\u0665", "1.5 CC"],
];

describe("the form that sends", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice = "";
  let bob = "";
  before(async () => {
    node = await startTestNode();
    alice = await node.userWith("alice", "10");
    bob = await node.userWith("bob", "100");
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/send`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const receiver = () => page.getByRole("combobox", { name: "Receiver", exact: true });
  const amount = () => page.getByLabel(/^Amount/);
  const reviewButton = () => page.getByRole("button", { name: "Review" });
  const availableOf = async (user: string): Promise<unknown> => {
    const balance = await node.api(user, "GET", "/v0/wallet/balance");
    return Reflect.get(Object(balance), "effective_unlocked_qty");
  };

  /** An empty form. */
  const newForm = async (): Promise<void> => {
    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Home" }).click();
    await pages.getByRole("link", { name: "Send", exact: true }).click();
    await page.getByText("CC available)").waitFor();
  };

  it("scenario 13: takes amounts exactly, or says what is wrong with them", async () => {
    await receiver().fill(bob);
    await page.getByText("(100.00 CC available)").waitFor();
    for (const [text, said] of typed) {
      await amount().fill(text);
      await page.getByText(said).waitFor();
      const isRefused = !said.endsWith("CC");
      await eventually(async () =>
        expect(await amount().getAttribute("aria-invalid"), text).to.equal(String(isRefused)),
      );
      const off = await reviewButton().getAttribute("aria-disabled");
      expect(off, text).to.equal(isRefused ? "true" : null);
    }
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it('scenario 13: reads "1,5" in German as one and a half', async () => {
    const german = await openBrowser({ locale: "de-DE" });
    try {
      const other = await german.page();
      await other.goto(`${node.base}/wallet/send`);
      await logIn(other, "bob");
      await other.getByLabel(/^Amount/).fill("1,5");
      await other.getByText("1,5 CC", { exact: true }).waitFor();
      await other.getByLabel(/^Amount/).fill("1,234");
      await other.getByText("1,234 CC", { exact: true }).waitFor();
      await other.getByLabel(/^Amount/).fill("1.234");
      await other.getByText("could separate thousands or decimals here").waitFor();
      await other.getByRole("combobox", { name: "Receiver", exact: true }).fill(alice);
      await other.getByLabel(/^Amount/).fill("1,5");
      await other.getByRole("button", { name: "Review" }).click();
      await other.getByRole("button", { name: "Send 1,50 CC" }).waitFor();
      expect(german.errors).to.deep.equal([]);
    } finally {
      await german.close();
    }
  });

  it("scenario 13: sends the smallest amount, and all that there is", async () => {
    await newForm();
    await receiver().fill(bob);
    await amount().fill("0.0000000001");
    await reviewButton().click();
    await page.getByText("99.9999999999 CC").first().waitFor();
    await page.getByRole("button", { name: "Send 0.0000000001 CC" }).click();
    await page.getByText("Waiting for the receiver").waitFor();
    await page.getByRole("button", { name: "Send another" }).click();
    await page.getByText("(99.9999999999 CC available)").waitFor();
    await receiver().fill(bob);
    await page.getByRole("button", { name: "Max" }).click();
    await reviewButton().click();
    await page.getByRole("button", { name: "Send 99.9999999999 CC" }).click();
    await page.getByText("Waiting for the receiver").waitFor();
    expect(await availableOf("alice")).to.equal("0.0000000000");
    await page.getByRole("button", { name: "Send another" }).click();
    await amount().fill("0.0000000001");
    await page.getByText("Only 0.00 is available.").waitFor();
    const { items } = await node.api<{
      items: ReadonlyArray<{ actions: ReadonlyArray<{ action: string; path: string }> }>;
    }>("alice", "GET", "/v0/wallet/inbox");
    for (const { action, path } of items.flatMap(({ actions }) => actions))
      if (action === "withdraw") await node.api("alice", "POST", path);
    await page.getByText("(100.00 CC available)").waitFor();
    expect(await availableOf("alice")).to.equal("100.0000000000");
  });

  it("scenario 15: says who the receiver is, and who it is not", async () => {
    const dso = await node.api("alice", "GET", "/v0/scan-proxy/dso-party-id");
    const network = String(Reflect.get(Object(dso), "dso_party_id"));
    await node.api("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "1",
      description: "",
      expires_at: (Date.now() + 86_400_000) * 1_000,
      tracking_id: "bob is known now",
    });
    const twin = await node.userWith("b0b", "0");
    const unknown = bob.replace("bob", "nobody");
    await newForm();
    await amount().fill("1");
    for (const [text, said] of [
      ["bob::", "Expected the form name::fingerprint"],
      [`b\u043eb${bob.slice(3)}`, '"\u043e" is not part of a party id'],
      [unknown, "No party with this id is known on this network."],
      [alice, "To yourself: your coins become one of this amount"],
    ] as const) {
      await receiver().fill(text);
      await page.getByText(said).waitFor();
    }
    for (const [party, said] of [
      [unknown, "No party with this id is known on this network."],
      [alice, "This is your own party."],
      [network, "This is the network's own party: what it gets does not come back."],
      [twin, `You know a party that looks like this one and is another: ${bob}.`],
    ] as const) {
      await receiver().fill(party);
      await reviewButton().click();
      await page.getByText(said).first().waitFor();
      expect(await accessibilityErrors(page), said).to.deep.equal([]);
      const send = page.getByRole("button", { name: "Send 1.00 CC" });
      await eventually(async () =>
        expect(await send.getAttribute("aria-disabled"), said).to.equal(
          party === unknown ? "true" : null,
        ),
      );
      await page.getByRole("button", { name: "Back" }).click();
    }
  });

  /** Gives a user a name, and waits until it has it. */
  const giveName = async (user: string, label: string): Promise<void> => {
    const name = `${label}.unverified.ans`;
    const made = await node.api(user, "POST", "/v0/entry/create", {
      name,
      url: "",
      description: "",
    });
    const request = String(Reflect.get(Object(made), "subscriptionRequestCid"));
    await node.api(user, "POST", `/v0/wallet/subscription-requests/${request}/accept`);
    const list = `/v0/scan-proxy/ans-entries?page_size=5&name_prefix=${label}`;
    for (;;) {
      const { entries } = await node.api<{ entries: ReadonlyArray<unknown> }>(user, "GET", list);
      if (entries.length > 0) return;
      await node.pass(0);
    }
  };

  it("finds a receiver by its name, and warns of names that read alike", async () => {
    await giveName("bob", "bobs-shop");
    await node.userWith("mallory", "10");
    await giveName("mallory", "b0bs-shop");
    await newForm();
    await amount().fill("1");
    await receiver().fill("no-such");
    await page.getByText('No name begins with "no-such".').waitFor();
    await receiver().fill("bobs");
    await page.getByText("write it as a whole: bobs-shop.unverified.ans").waitFor();
    await page.getByRole("option", { name: "bobs-shop.unverified.ans" }).waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("bobs-shop.unverified.ans belongs to").waitFor();
    await page.getByText("Two steps: the coins are locked").waitFor();
    await reviewButton().click();
    const review = page.getByRole("main");
    await review.getByText("bobs-shop.unverified.ans", { exact: true }).waitFor();
    await review.getByText(bob, { exact: true }).last().waitFor();
    await page.evaluate(
      ([network = "", party = ""]) => {
        const contacts = [{ party, label: "Bobs shop", note: "" }];
        const book = { format: "tallystick-contacts", version: 1, network, contacts };
        localStorage.setItem(`tallystick.contacts.${network}`, JSON.stringify(book));
        window.dispatchEvent(new StorageEvent("storage"));
      },
      ["dev", bob],
    );
    await page.getByRole("button", { name: "Back" }).click();
    await receiver().fill("B0bs-Shop.unverified.ans");
    await page.getByText("b0bs-shop.unverified.ans belongs to").waitFor();
    await reviewButton().click();
    await page.getByText('Your contact "Bobs shop" reads like this one').waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });
});
