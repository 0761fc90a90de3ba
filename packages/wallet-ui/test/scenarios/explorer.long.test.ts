import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { tamper } from "../browser/tampered-journal.js";

interface ActivePage {
  readonly activeContracts: ReadonlyArray<{
    readonly contractEntry: {
      readonly JsActiveContract: { readonly createdEvent: { readonly contractId: string } };
    };
  }>;
}

const activePath = "/v2/state/active-contracts-page";
const wildcard = { cumulative: [{ identifierFilter: { WildcardFilter: { value: {} } } }] };

describe("the explorer of the ledger", function () {
  const data = mkdtempSync(join(tmpdir(), "explorer-"));
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice: string;
  before(async () => {
    node = await startTestNode({ data });
    alice = await node.userWith("alice", "100");
    const bob = await node.userWith("bob", "0");
    await node.api("ledger-api-user", "POST", "/v2/users", {
      user: { id: "auditor" },
      rights: [{ kind: { CanReadAsAnyParty: { value: {} } } }],
    });
    await node.api("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "7.25",
      description: "lunch",
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: "lunch",
    });
    await node.api("ledger-api-user", "POST", "/v2/users", {
      user: { id: "admin-alone" },
      rights: [{ kind: { ParticipantAdmin: { value: {} } } }],
    });
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/console/ledger`);
    await logIn(page, "alice");
  });
  after(async () => {
    await browser.close();
    await node.close();
    rmSync(data, { recursive: true, force: true });
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const contractsAt = async (at: number): Promise<ReadonlyArray<string>> => {
    const { activeContracts } = await node.api<ActivePage>("alice", "POST", activePath, {
      activeAtOffset: at,
      maxPageSize: 200,
      eventFormat: { filtersByParty: { [alice]: wildcard } },
    });
    return activeContracts
      .map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent.contractId)
      .toSorted();
  };
  const shownContracts = async (): Promise<ReadonlyArray<string>> => {
    const links = page.getByRole("table", { name: "Contracts" }).getByRole("link");
    const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    return hrefs.map((href) => /contracts\/([0-9a-f]+)/.exec(href ?? "")?.[1] ?? "").toSorted();
  };

  it("shows an update as a tree, and what a node of it says", async () => {
    const row = page.getByRole("listitem").filter({ hasText: "TransferFactory_Transfer" });
    await row.getByRole("link", { name: "Transfer", exact: true }).click();
    const tree = page.getByRole("tree", { name: "Events of the update" });
    const lock = tree.getByRole("treeitem").filter({ hasText: "Created LockedAmulet" });
    await lock.click();
    await page.getByRole("heading", { name: "Created LockedAmulet" }).waitFor();
    await page.getByRole("region", { name: "Payload" }).getByText("7.25").first().waitFor();
    await eventually(async () => expect(await lock.getAttribute("aria-level")).not.to.equal("1"));
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page)).to.equal(0);
    await page.setViewportSize({ width: 1_280, height: 900 });
  });

  it("draws what an update consumed and made, to each party what it sees, as a table too", async () => {
    const picture = page.getByRole("group", { name: "Picture of the transaction" });
    await picture.getByText("7.25 CC", { exact: true }).first().waitFor();
    await page.getByText(/ CC in and out\.$/).waitFor();
    const locked = picture.getByRole("link").filter({ hasText: "LockedAmulet" });
    await eventually(async () =>
      expect(await locked.first().getAttribute("href")).to.match(/\/console\/contracts\/00/),
    );
    await page.getByText("The same as a table").press("Enter");
    const table = page.getByRole("table").filter({ hasText: "Signed by" });
    await table.getByRole("row").filter({ hasText: "LockedAmulet" }).getByText("7.25 CC").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("shows who may see everything what each party sees of an update", async () => {
    const others = await openBrowser();
    const other = await others.page();
    await other.goto(page.url().replace(/\?.*/, ""));
    await logIn(other, "auditor");
    const picture = other.getByRole("group", { name: "Picture of the transaction" });
    const rest = picture.locator("title", { hasText: "992.75 " });
    await rest.first().waitFor({ state: "attached" });
    await other.getByLabel("What is seen by").selectOption({ label: "bob" });
    await other.getByText(/ nodes? (is|are) not seen\.$/).waitFor();
    await picture.getByRole("link").filter({ hasText: "AmuletTransferInstruction" }).waitFor();
    await eventually(async () => expect(await picture.getByRole("link").count()).to.equal(1));
    await eventually(async () => expect(await rest.count()).to.equal(0));
    expect(await accessibilityErrors(other)).to.deep.equal([]);
    expect(others.errors).to.deep.equal([]);
    await others.close();
  });

  it("shows the life of a contract as a line, from the update that made it to the one that ended it", async () => {
    const back = page.url();
    const picture = page.getByRole("group", { name: "Picture of the transaction" });
    await picture.getByRole("link").filter({ hasText: "1,000.00 CC" }).click();
    const life = page.getByRole("list", { name: "Its life" });
    await life.getByRole("link", { name: /^Created, offset \d+$/ }).waitFor();
    await life.getByRole("link", { name: /^Archive, offset \d+$/ }).waitFor();
    await eventually(async () => expect(await life.getByRole("listitem").count()).to.equal(2));
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page)).to.equal(0);
    await page.setViewportSize({ width: 1_280, height: 900 });
    await life.getByRole("link", { name: /^Archive/ }).click();
    await picture.getByText("7.25 CC", { exact: true }).first().waitFor();
    await page.evaluate((to) => history.pushState(null, "", to), back);
  });

  it("saves the picture as a file of SVG", async () => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as SVG" }).click();
    const saved = await waiting;
    expect(saved.suggestedFilename()).to.match(/^Update 1220[0-9a-f]+\.svg$/);
    const svg = await readFile(await saved.path(), "utf8");
    const parsed = await page.evaluate((text) => {
      const read = new DOMParser().parseFromString(text, "image/svg+xml");
      return [read.documentElement.nodeName, read.querySelectorAll("script, image, a").length];
    }, svg);
    expect(parsed).to.deep.equal(["svg", 0]);
    expect(svg).to.contain(">7.25 CC<");
  });

  it("verifies the chain, and has the proof of an update to download", async () => {
    await page.getByText(/Chain verified to offset \d+/).waitFor();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the proof" }).click();
    const saved = await waiting;
    expect(saved.suggestedFilename()).to.match(/^1220[0-9a-f]+\.tlog-proof$/);
    const text = await readFile(await saved.path(), "utf8");
    expect(text).to.match(/^c2sp.org\/tlog-proof/);
    const [, extra = ""] = /^extra (\S+)$/m.exec(text) ?? [];
    expect(Buffer.from(extra, "base64").toString()).to.contain("7.25");
  });

  it("shows the contracts of an old offset as the API has them", async () => {
    const { offset: end } = await node.api<{ offset: number }>(
      "alice",
      "GET",
      "/v2/state/ledger-end",
    );
    await page.getByRole("link", { name: "Contracts", exact: true }).click();
    await page.getByRole("heading", { name: "Active now" }).waitFor();
    await page.getByText(`contracts at offset`).waitFor();
    await eventually(async () =>
      expect(await shownContracts()).to.deep.equal(await contractsAt(end)),
    );
    const slider = page.getByRole("slider", { name: "Time travel: offset" });
    const old = end - 4;
    await slider.fill(String(old));
    await page.getByRole("heading", { name: `Active at ${old}` }).waitFor();
    await page.getByText(`contracts at offset ${old}`).waitFor();
    await eventually(async () =>
      expect(await shownContracts()).to.deep.equal(await contractsAt(old)),
    );
    expect(await contractsAt(old)).not.to.deep.equal(await contractsAt(end));
    await page.waitForURL(({ searchParams }) => searchParams.get("at") === String(old));
  });

  it("says which right is missing, rather than show nothing", async () => {
    await page.getByRole("button", { name: "Log out" }).click();
    await page.goto(`${node.base}/console/contracts`);
    await logIn(page, "admin-alone");
    await page.getByText("ParticipantAdmin alone sees no contracts.").waitFor();
    await page.getByText("CanReadAsAnyParty").waitFor();
    await eventually(async () => expect(await page.getByRole("table").count()).to.equal(0));
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("turns red on a journal that was changed", async () => {
    // a page that reads no events: those that were changed are not answered
    await page.goto(`${node.base}/console/contracts`);
    await logIn(page, "alice");
    const badge = page.getByRole("status", { name: "Audit" });
    await badge.getByText(/Chain verified/).waitFor();
    // all that the page reads has been read
    await page.getByText("contracts at offset").waitFor();
    await page.waitForLoadState("networkidle");
    tamper(data);
    await badge.getByText(/Journal is damaged/).waitFor();
  });
});
