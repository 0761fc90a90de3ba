import { expect } from "chai";
import type { Page, Request } from "playwright-core";
import { accessibilityErrors, type Browser, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

describe("a transfer that is typed and not sent yet", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "10");
    bob = await node.userWith("bob", "1");
    browser = await openBrowser({ expected: /preview/ });
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
  const review = () => page.getByRole("heading", { name: "Review" });
  const go = (name: string): Promise<void> =>
    page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name, exact: true })
      .click();

  const fill = async (): Promise<void> => {
    await receiver().fill(bob);
    await amount().fill("1.25");
    await page.getByLabel("Description (optional)").fill("lunch");
  };
  const expectForm = async (): Promise<void> => {
    await page.getByRole("heading", { name: "What to send" }).waitFor();
    await page.getByText("CC available)").waitFor();
    await eventually(async () => expect(await receiver().inputValue()).to.equal(bob));
    await eventually(async () => expect(await amount().inputValue()).to.equal("1.25"));
    await eventually(async () =>
      expect(await page.getByLabel("Description (optional)").inputValue()).to.equal("lunch"),
    );
  };
  const expectReview = async (): Promise<void> => {
    await review().waitFor();
    await page.getByRole("button", { name: "Send 1.25 CC" }).waitFor();
    await page.getByText("lunch").waitFor();
  };

  it("is refused in the form for a receiver that is no party id, with what is wrong", async () => {
    const key = bob.slice("bob::".length);
    await amount().fill("1");
    for (const [text, said] of [
      ["bob::1220ab", 'Found "1220ab"'],
      [`bob::${key.slice(0, -1)}`, `Found "${key.slice(0, -1)}"`],
      [`bob::${key}0`, `Found "${key}0"`],
      [`bob::${key.toUpperCase()}`, `Found "${key.toUpperCase()}"`],
      ["two words", 'found no "::"'],
      ["bob::", "Expected the form name::fingerprint"],
      ["nobody-has-it", 'No name begins with "nobody-has-it".'],
    ] as const) {
      await receiver().fill(text);
      await page.getByText(said).waitFor();
      await eventually(async () =>
        expect(await receiver().getAttribute("aria-invalid"), text).to.equal("true"),
      );
      await eventually(async () =>
        expect(await reviewButton().getAttribute("aria-disabled"), text).to.equal("true"),
      );
    }
    await receiver().fill(` ${bob} `);
    await page.locator("form .party-id").waitFor();
    await eventually(async () =>
      expect(await page.locator("form .party-id").getAttribute("data-party")).to.equal(bob),
    );
    await eventually(async () =>
      expect(await receiver().getAttribute("aria-invalid")).to.equal("false"),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    await page.getByRole("button", { name: "Clear the form" }).click();
    await eventually(async () => expect(await receiver().inputValue()).to.equal(""));
  });

  it("is reviewed with one question, with the focus on the review's heading", async () => {
    await fill();
    await page.getByText("Two steps: the coins are locked").waitFor();
    const asked: Array<string> = [];
    const note = (request: Request): void => {
      const body = request.postData() ?? "";
      if (request.url().includes("/transfers/preview") && body.includes('"1.25')) asked.push(body);
    };
    page.on("request", note);
    await reviewButton().click();
    await expectReview();
    await eventually(async () =>
      expect(await review().evaluate((heading) => heading === document.activeElement)).to.equal(
        true,
      ),
    );
    expect(await accessibilityErrors(page)).to.deep.equal([]);
    expect(asked).to.have.length(1);
    page.off("request", note);
  });

  it("is kept over Back, and over the browser's own Back and Forward", async () => {
    await page.getByRole("button", { name: "Back" }).click();
    await expectForm();
    const form = page.getByRole("heading", { name: "What to send" });
    await eventually(async () =>
      expect(await form.evaluate((heading) => heading === document.activeElement)).to.equal(true),
    );
    await reviewButton().click();
    await expectReview();
    await page.goBack();
    await expectForm();
    await page.goForward();
    await expectReview();
  });

  it("is kept over other pages", async () => {
    await go("Home");
    await go("Send");
    await expectForm();
  });

  it("is kept over a reload, for whoever logs in as the same user alone", async () => {
    await reviewButton().click();
    await expectReview();
    await page.reload();
    await logIn(page, "bob");
    await page.getByRole("heading", { name: "What to send" }).waitFor();
    await eventually(async () => expect(await receiver().inputValue()).to.equal(""));
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, "alice");
    await expectReview();
    await eventually(async () =>
      expect(await review().evaluate((heading) => heading === document.activeElement)).to.equal(
        true,
      ),
    );
    await page.goBack();
    await expectForm();
  });

  it("is kept in its review over a logout in another tab", async () => {
    await reviewButton().click();
    await expectReview();
    const other = await browser.page();
    await other.goto(`${node.base}/wallet`);
    await logIn(other, "alice");
    await other.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You logged out in another tab").waitFor();
    await logIn(page, "alice");
    await expectReview();
    await page.getByRole("button", { name: "Back" }).click();
    await expectForm();
    await other.close();
  });

  it("can go back from a review that cannot be read, and from one that takes long", async () => {
    const path = "**/v0/wallet/transfers/preview*";
    const lasts = page.getByLabel("The receiver can accept for");
    await lasts.selectOption("864000");
    await page.route(path, (route) => route.fulfill({ status: 400, body: '{"error":"no"}' }));
    await reviewButton().click();
    await page.getByText("Cannot read what the transfer would do").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await expectForm();
    await page.unroute(path);
    let end = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
    await lasts.selectOption("2592000");
    await reviewButton().click();
    await page.getByRole("button", { name: "Back" }).click();
    await expectForm();
    end();
    await page.unroute(path);
  });

  it("is gone once it is sent", async () => {
    await reviewButton().click();
    await page.getByRole("button", { name: "Send 1.25 CC" }).click();
    await page.getByText("Waiting for the receiver").waitFor();
    await go("Home");
    await go("Send");
    await page.getByRole("heading", { name: "What to send" }).waitFor();
    await eventually(async () => expect(await receiver().inputValue()).to.equal(""));
    await eventually(async () => expect(await amount().inputValue()).to.equal(""));
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.getByText("CC available)").waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: /^Send / }).count()).to.equal(0),
    );
  });
});
