import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

const command = fileURLToPath(new URL("../../../../cli/dist/src/main.js", import.meta.url));

/** Runs `tallystick` with the words of a command line. @returns what it prints */
const tallystick = async (...words: ReadonlyArray<string>): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [
      "--conditions=tallystick-modules",
      command,
      ...words,
    ])
  ).stdout;

const payAnna = async (node: TestNode, amount: string, description: string): Promise<string> => {
  const anna = await node.userWith("anna", "0");
  await node.api("ben", "POST", "/v0/wallet/token-standard/transfers", {
    receiver_party_id: anna,
    amount,
    description,
    expires_at: (Date.now() + 3_600_000) * 1_000,
    tracking_id: description,
  });
  const { items } = await node.api<{ items: ReadonlyArray<{ contract_id: string }> }>(
    "anna",
    "GET",
    "/v0/wallet/inbox?kind=transfer-instruction",
  );
  const cid = items[0]?.contract_id ?? "";
  await node.api("anna", "POST", `/v0/wallet/token-standard/transfers/${cid}/accept`);
  return anna;
};

/** How many pages the browser prints. */
const pagesOf = async (page: Page, format: "A4" | "Letter"): Promise<number> =>
  (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe("the receipt of a transfer", () => {
  const data = mkdtempSync(join(tmpdir(), "receipt-"));
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let anna: string;
  let ben: string;
  before(async () => {
    node = await startTestNode({ data });
    ben = await node.userWith("ben", "100");
    anna = await payAnna(node, "7.25", "Lunch for \u202etwo");
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/wallet/history`);
    await logIn(page, "anna");
    await page.getByRole("table", { name: "Transactions" }).getByRole("link").first().click();
    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByRole("heading", { level: 1, name: "Receipt" }).waitFor();
    await page.getByText("SHA-256 of the proof").waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
    rmSync(data, { recursive: true, force: true });
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("says who paid whom, with whole ids, the amount, the memo and the time with its zone", async () => {
    const sheet = page.getByRole("article");
    for (const text of ["Paid", anna, ben, "None besides the amount", "U+202E"])
      await sheet.getByText(text).first().waitFor();
    await sheet.getByText("7.25", { exact: false }).first().waitFor();
    await eventually(async () =>
      expect(await sheet.locator("time").first().innerText()).to.match(/ [A-Z+0-9:]+$/),
    );
    await sheet.getByText(/^\d{4}-\d\d-\d\dT.*Z$/).waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("has a proof that the command accepts, with its digest on paper and in the code", async () => {
    const code = await readCode(page, "The update, its offset, the node");
    const said = new Map(
      code.split("\n").map((line) => [line.split(" ")[0], line.slice(line.indexOf(" ") + 1)]),
    );
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the proof" }).click();
    const saved = await waiting;
    const file = await saved.path();
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
    expect(said.get("proof-sha256")).to.equal(digest);
    await page.getByText(digest).waitFor();
    expect(said.get("node")).to.equal(node.base);
    expect(saved.suggestedFilename()).to.equal(`${said.get("update")}.tlog-proof`);
    const shown = page.getByText(/^tallystick audit check-proof/);
    const words = (await shown.innerText()).split(" ").slice(1);
    const printed = await tallystick(
      ...words.map((word) => (word.endsWith(".tlog-proof") ? file : word)),
    );
    expect(printed).to.contain(`update: ${said.get("update")}`);
    expect(printed).to.contain("7.25");
    expect(printed).to.contain(`log: ${said.get("log-key")?.split("+")[0]},`);
    expect(printed).to.match(/verdict: holds\n$/);
  });

  it("prints on one page of either paper, without navigation, black on white", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const format of ["A4", "Letter"] as const) expect(await pagesOf(page, format)).to.equal(1);
    await eventually(async () => expect(await page.getByRole("navigation").count()).to.equal(0));
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Print or save as PDF" }).isVisible()).to.equal(
        false,
      ),
    );
    const colours = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector("h1") ?? document.body).color,
    ]);
    expect(colours).to.deep.equal(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page)).to.equal(0);
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1_280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("opens the browser's print", async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "yes");
    });
    await page.getByRole("button", { name: "Print or save as PDF" }).click();
    await page.locator("body[data-printed=yes]").waitFor();
  });

  it("is of an update of the explorer too", async () => {
    await page.goBack();
    await page.getByRole("link", { name: /^1220/ }).click();
    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByRole("article").getByText("Paid").waitFor();
    await page.getByText("SHA-256 of the proof").waitFor();
  });
});

describe("the receipt of a node that keeps no log", () => {
  let node: TestNode;
  let browser: Browser;
  before(async () => {
    node = await startTestNode();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  it("says that it has no proof, and that an offer is not paid", async () => {
    await node.userWith("ben", "100");
    await node.api("ben", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: await node.userWith("anna", "0"),
      amount: "2",
      description: "",
      expires_at: (Date.now() + 3_600_000) * 1_000,
      tracking_id: "offer",
    });
    const { items } = await node.api<{ items: ReadonlyArray<{ event_id: string }> }>(
      "ben",
      "POST",
      "/v0/wallet/transactions",
      { page_size: 1 },
    );
    const page = await browser.page();
    await page.goto(`${node.base}/wallet/receipts/${encodeURIComponent(items[0]?.event_id ?? "")}`);
    await logIn(page, "ben");
    await page.getByText("This node keeps no log for audits").waitFor();
    await page.getByText("Offered, not paid").waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Save the proof" }).count()).to.equal(0),
    );
    const code = await readCode(page, "The update, its offset and the node");
    expect(code.split("\n").map((line) => line.split(" ")[0])).to.deep.equal([
      "node",
      "update",
      "offset",
    ]);
    expect(browser.errors).to.deep.equal([]);
  });
});
