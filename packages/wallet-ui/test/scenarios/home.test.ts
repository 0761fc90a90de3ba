import { expect } from "chai";
import type { Page } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

const hourMs = 3_600_000;

describe("home as a picture", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let alice = "";
  let bob = "";
  before(async () => {
    node = await startTestNode();
    alice = await node.userWith("alice", "10");
    bob = await node.userWith("bob", "10");
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const send = (from: string, to: string, amount: string) =>
    node.api(from, "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: to,
      amount,
      description: "Lunch",
      expires_at: (Date.now() + hourMs) * 1_000,
      tracking_id: `${from} ${amount}`,
    });

  const parts = (): Promise<ReadonlyArray<readonly [string, number]>> =>
    page
      .locator("span[data-part]:empty")
      .evaluateAll((all) =>
        all.map((each) => [each.getAttribute("data-part") ?? "", each.clientWidth] as const),
      );

  it("splits the balance into what is available, locked and coming, in one bar", async () => {
    await page.goto(`${node.base}/wallet`);
    await logIn(page, "alice");
    await page.locator("span[data-part=available]:empty").waitFor();
    await eventually(async () =>
      expect((await parts()).map(([part]) => part)).to.deep.equal(["available"]),
    );
    await send("alice", bob, "25");
    await send("bob", alice, "50");
    await page.locator("span[data-part=coming]:empty").waitFor();
    await page.locator("span[data-part=locked]:empty").waitFor();
    const widths = Object.fromEntries(await parts());
    expect(Math.round((widths["available"] ?? 0) / (widths["locked"] ?? 1))).to.equal(3);
    expect(Math.round((widths["coming"] ?? 0) / (widths["locked"] ?? 1))).to.equal(2);
    expect(await accessibilityErrors(page)).to.deep.equal([]);
  });

  it("has a curve whose span is chosen and whose points are read by the keyboard", async () => {
    const slider = page.getByRole("slider", { name: "Balance over time: 30 days" });
    await slider.locator("canvas").waitFor();
    await slider.focus();
    const read = (name: string) =>
      page.getByRole("slider", { name }).getAttribute("aria-valuetext");
    await eventually(async () => expect(await read("30 days")).to.match(/: 100 CC$/));
    await page.keyboard.press("Home");
    await eventually(async () => expect(await read("30 days")).to.match(/: 0 CC$/));
    await page.getByRole("radio", { name: "30 days" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("slider", { name: "All time" }).locator("canvas").waitFor();
    await page.getByText("Show as a table").click();
    await page.locator("details li").getByText("100.00 CC").last().waitFor();
    for (const span of ["1 day", "7 days"]) {
      await page.getByRole("radio", { name: span }).check();
      await page.getByRole("slider", { name: span }).locator("canvas").waitFor();
    }
  });

  it("shows the value at the pointer", async () => {
    // in its middle, once it has its place
    await page.getByRole("slider", { name: "7 days" }).hover();
    await page
      .getByText(/: 0 CC$/)
      .first()
      .waitFor();
  });

  it("taps by one click", async () => {
    await page.getByRole("button", { name: "+100 USD" }).click();
    await page.getByText("The tap gave you CC.").waitFor();
    await page.locator("#wallet-balance-amulet").getByText("1,075.00 CC").first().waitFor();
  });

  it("says what changed since one was here last", async () => {
    await page.close();
    page = await browser.page();
    await page.goto(`${node.base}/docs/openapi`);
    const key = await page.evaluate(
      (before) => {
        const name = Object.keys(localStorage).find((each) => each.startsWith("tallystick.seen."));
        localStorage.setItem(name ?? "", String(before));
        return name;
      },
      Date.now() - 2 * hourMs,
    );
    expect(key).to.equal(`tallystick.seen.dev.${alice}`);
    await page.goto(`${node.base}/wallet`);
    await logIn(page, "alice");
    const said = page.locator("p").filter({ hasText: "since you were last here, 2 hours ago" });
    await said.getByText("received 1,100.00 CC").waitFor();
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await said.getByRole("link", { name: "Show them" }).click();
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
  });
});
