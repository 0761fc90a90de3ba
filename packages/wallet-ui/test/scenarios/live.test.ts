import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { plainStops, tourUser } from "../browser/tour.js";

describe("what is shown follows the node", () => {
  let node: TestNode;
  let browser: Browser;
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "100");
    browser = await openBrowser({ expected: /ERR_INTERNET_DISCONNECTED|WebSocket/ });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  const opened = async (path: string, user: string): Promise<Page> => {
    const page = await browser.page();
    await page.goto(`${node.base}${path}`);
    await logIn(page, user);
    return page;
  };
  const operatorAdds = (user: string) =>
    node.api(tourUser, "POST", "/v2/users", { user: { id: user }, rights: [] });

  it("polls nothing: no page asks anything in two minutes in which nothing happens", async () => {
    const page = await browser.page();
    await page.clock.install();
    await page.goto(`${node.base}/wallet`);
    await logIn(page, tourUser);
    node.validator.wallet.scheduler.pause();
    const asked: Array<string> = [];
    for (const [path, heading] of plainStops) {
      await goTo(page, path, heading);
      await page.waitForLoadState("networkidle");
      const note = (request: { url(): string }) => asked.push(`${path}: ${request.url()}`);
      page.on("request", note);
      await page.clock.runFor(120_000);
      page.off("request", note);
    }
    node.validator.wallet.scheduler.resume();
    expect(asked).to.deep.equal([]);
    await page.close();
  });

  it("shows in the console what others do, at once", async () => {
    const page = await opened("/console/users", tourUser);
    const users = page.getByRole("list", { name: "Users" });
    await users.getByText("alice").first().waitFor();
    await operatorAdds("dora");
    await users.getByText("dora").first().waitFor();
    await page.close();
  });

  it("says that it is offline, and reads what was missed once it is online again", async () => {
    const page = await opened("/console/users", tourUser);
    const users = page.getByRole("list", { name: "Users" });
    await users.getByText("alice").first().waitFor();
    await browser.context.setOffline(true);
    const offline = page.getByText("You are offline: what you see may be old");
    await offline.waitFor();
    await operatorAdds("emil");
    await browser.context.setOffline(false);
    await offline.waitFor({ state: "detached" });
    await users.getByText("emil").first().waitFor();
    await page.close();
  });
});
