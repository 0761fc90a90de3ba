import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

const template = "#iou-example:Iou:Iou";

describe("a trace in the explorer", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bank: string;
  let contractId: string;
  let updateId: string;

  const command = (choiceArgument: object) => ({
    commands: [
      {
        ExerciseCommand: { templateId: template, contractId, choice: "Iou_Split", choiceArgument },
      },
    ],
    commandId: "split",
    actAs: [bank],
  });

  const created = (amount: string) => {
    const createArguments = { issuer: bank, owner: bank, currency: "EUR", amount };
    const commands = [{ CreateCommand: { templateId: template, createArguments } }];
    return { commands, commandId: `create ${amount}`, actAs: [bank] };
  };

  before(async () => {
    node = await startTestNode();
    const { ledger } = node.validator;
    const dar = new URL("../../../../../examples/daml/iou.dar", import.meta.url);
    await ledger.uploadDar(readFileSync(fileURLToPath(dar)), true);
    bank = await node.userWith("bank", "0");
    const path = "/v2/commands/submit-and-wait-for-transaction";
    const made = await node.api<object>("bank", "POST", path, {
      commands: created("5.0"),
    });
    contractId = /"contractId":"(\w+)"/.exec(JSON.stringify(made))?.[1] ?? "";
    const split = command({ splitAmount: "2.0" });
    const done = await node.api<{ updateId: string }>(
      "bank",
      "POST",
      "/v2/commands/submit-and-wait",
      split,
    );
    updateId = done.updateId;
    browser = await openBrowser();
    page = await browser.page();
    await page.goto(`${node.base}/console/updates/${updateId}?party=${encodeURIComponent(bank)}`);
    await logIn(page, "bank");
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const position = (at: number, count: number) =>
    page.getByText(`Moment ${at} of ${count}`, { exact: true }).waitFor();

  it("steps through an update with buttons and keys, with values and places", async () => {
    await page.getByRole("link", { name: "Step through it" }).click();
    await position(1, 6);
    await page.getByRole("heading", { name: "Iou_Split on Iou" }).waitFor();
    await page.getByRole("region", { name: "Argument" }).getByText('"2.0000000000"').waitFor();
    await page.getByRole("button", { name: "Forward" }).click();
    await page.getByRole("heading", { name: "Precondition of Iou holds" }).waitFor();
    await page
      .getByText(/^Iou:Iou Iou_Split, line \d+$/)
      .first()
      .waitFor();
    const list = page.getByRole("listbox", { name: "Moments" });
    await list.press("ArrowRight");
    await page.getByRole("heading", { name: "Create Iou" }).waitFor();
    await list.press("End");
    await position(6, 6);
    await page.getByRole("region", { name: "Result" }).waitFor();
    await list.press("ArrowUp");
    await page.getByRole("button", { name: "Back" }).click();
    await position(4, 6);
    await list.getByRole("option").first().click();
    await position(1, 6);
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("draws which definitions took the budget", async () => {
    await page.getByText(/^\d+ of 20,000,000 steps, \d+\.\d\d ms$/).waitFor();
    const graph = page.getByRole("img", { name: /^Flame graph/ });
    const bars = graph.locator("svg");
    await eventually(async () => expect(await bars.count()).to.be.above(2));
    await graph.locator("text", { hasText: "Iou:Iou Iou_Split" }).waitFor();
    await page.getByLabel("Width of the bars").selectOption("Time");
    await bars
      .first()
      .locator("title", { hasText: /^the command: .* ms, 100\.0 %$/ })
      .waitFor({
        state: "attached",
      });
    const table = page.getByRole("table", { name: "What definitions took themselves" });
    await table.getByText("Iou:Iou Iou_Split").waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOverflow(page)).to.equal(0);
    await page.setViewportSize({ width: 1_280, height: 900 });
  });

  it("shows where a command would fail", async () => {
    await page.getByRole("link", { name: "Refusals" }).click();
    await page.getByRole("link", { name: "Trace a command" }).click();
    await page.getByRole("textbox", { name: "Command" }).fill("{");
    await page.getByRole("button", { name: "Trace it" }).click();
    await page.getByText(/^This is no JSON/).waitFor();
    await page.getByRole("textbox", { name: "Command" }).fill(JSON.stringify(created("-1.0")));
    await page.getByRole("button", { name: "Trace it" }).click();
    await page.getByText("Rejected").waitFor();
    await page.getByRole("heading", { name: "Precondition of Iou fails" }).waitFor();
    await page.getByRole("button", { name: "Last" }).click();
    await page.getByRole("heading", { name: /^Failed: / }).waitFor();
    await page.getByText("Cause").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("is not for those who did not submit the update", async () => {
    await node.userWith("other", "0");
    const others = await openBrowser({ expected: /404/ });
    const other = await others.page();
    await other.goto(`${node.base}/console/trace/${updateId}`);
    await logIn(other, "other");
    await other.getByText("There is no such transaction, or you may not trace it").waitFor();
    await others.close();
  });
});
