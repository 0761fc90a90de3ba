import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import {
  accessibilityErrors,
  type Browser,
  goTo,
  logIn,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const operatorUser = "ledger-api-user";

/** Values on the page by the names of their instruments, of those that have one now. */
const shownOn = async (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>("[data-instrument][data-value]")].map((each) => [
        each.dataset["instrument"] ?? "",
        Number(each.dataset["value"]),
      ]),
    ),
  );

describe("the instruments of the console", function () {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  const data = mkdtempSync(join(tmpdir(), "wallet-instruments-"));
  before(async () => {
    node = await startTestNode({ data });
    await node.userWith("alice", "100");
    browser = await openBrowser({ width: 1_440, expected: /403 .*\/v2\/instruments/ });
    page = await browser.page();
    await page.goto(`${node.base}/console`);
    await logIn(page, operatorUser);
    await page.getByText("The node is well").waitFor();
  });
  after(async () => {
    await browser.close();
    await node.close();
    rmSync(data, { recursive: true, force: true });
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("are the numbers that /metrics prints at the same moment, and come by themselves", async () => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v2/instruments")) requests.push(request.url());
    });
    await node.api("alice", "POST", "/v0/wallet/tap", { amount: "1" });
    // the ledger may grow between a sample and what is printed: then the next sample is compared
    await eventually(async () => {
      await node.metrics.sample();
      let shown: Readonly<Record<string, number>> = {};
      // another sample may come by itself before the page is read
      await eventually(async () => {
        shown = await shownOn(page);
        expect(Object.keys(shown).length).to.be.above(20);
        const { values } = node.metrics.instruments.latest();
        const latest = Object.keys(shown).map((name) => [name, values[name]?.[0]]);
        expect(shown).to.deep.equal(Object.fromEntries(latest));
      });
      const text = await node.metrics.text();
      const printed = (metric: string): number =>
        Number(new RegExp(`^${metric} (.*)$`, "m").exec(text)?.[1]);
      for (const [name, metric] of [
        ["ledger-end", "tallystick_ledger_end_offset"],
        ["wallets", "tallystick_wallets"],
        ["operator-coins", "tallystick_operator_coins"],
      ] as const)
        expect(shown[name], name).to.equal(printed(metric));
    });
    expect(requests).to.deep.equal([]);
  });

  it("lead to their lists, and list automations", async () => {
    for (const [name, path] of [
      ["Commands", "/console/ledger"],
      ["Commands rejected", "/console/submissions"],
      ["Traffic left", "/console/traffic"],
      ["Operator's coins", "/wallet/history"],
    ] as const) {
      const link = page.getByRole("link", { name, exact: true });
      await eventually(async () => expect(await link.getAttribute("href"), name).to.equal(path));
    }
    const automations = page.getByRole("region", { name: "Automations" }).getByRole("table");
    await automations.getByRole("rowheader", { name: "Pay subscriptions" }).waitFor();
  });

  it("list query stores with how far each is behind, until it ends", async () => {
    const report = { name: "reports", offset: 1 };
    await node.api(operatorUser, "POST", "/v2/followers", report);
    await node.metrics.sample();
    const stores = page.getByRole("region", { name: "Query stores" }).getByRole("table");
    await stores.getByRole("rowheader", { name: "reports" }).waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await node.api(operatorUser, "POST", "/v2/followers", { ...report, ended: true });
    await node.metrics.sample();
    await stores.waitFor({ state: "detached" });
  });

  it("say what to do about one that is beyond its limit, and that all is well again", async () => {
    const fail = (): void =>
      node.metrics.http.answered({
        route: "/v2/version",
        method: "GET",
        status: 500,
        durationMs: 1,
      });
    fail();
    // samples come by themselves, too: each has another one
    const end = node.metrics.instruments.onSample(fail);
    await node.metrics.sample();
    await page.getByText("The node works; one thing to watch").waitFor();
    await page.getByText("The log says why each request failed.").waitFor();
    const help = page.getByRole("link", { name: "What to do: Server errors" });
    await eventually(async () =>
      expect(await help.getAttribute("href")).to.match(
        /docs\/operations\.md#requests-fail-with-a-server-error$/,
      ),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    end();
    for (let times = 0; times < 2; times += 1) await node.metrics.sample();
    await page.getByText("The node is well").waitFor();
  });

  it("show the last day by keyboard, without errors of accessibility", async () => {
    const hour = page.getByRole("radio", { name: "Last hour" });
    await hour.focus();
    await page.keyboard.press("ArrowRight");
    await eventually(async () =>
      expect(await page.getByRole("radio", { name: "Last day" }).isChecked()).to.equal(true),
    );
    await page.getByRole("img", { name: /^Memory, all threads over time: / }).waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await sidewaysOverflow(page), String(width)).to.equal(0);
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it("are counted on the page of users", async () => {
    await goTo(page, "/console/users", "Users");
    await page.getByText(/^\d+ users, \d+ with a wallet$/).waitFor();
  });

  it("are for administrators, and others read which right they lack", async () => {
    const other = await browser.page();
    await other.goto(`${node.base}/console`);
    await logIn(other, "alice");
    await other.getByText("You lack a right: ParticipantAdmin.").waitFor();
    await other.close();
  });
});
