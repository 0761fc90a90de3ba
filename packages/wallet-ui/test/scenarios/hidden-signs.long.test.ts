import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { stoppedClock, tourStops, tourUser } from "../browser/tour.js";

/** Signs that turn the words around them, or hide; all are to be named. */
const signs = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b";
/** Pages that show some of them, by names. */
const naming = ["/wallet", "/wallet/inbox", "/wallet/contacts", "/wallet/history"];
const label = `Shop ${signs}corner`;

/** Where people read something, with what a screen reader says: all that has one of the signs. */
const hiddenIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate((hidden) => {
    const read = ["aria-label", "aria-description", "aria-valuetext", "alt", "title"];
    const found: Array<string> = [];
    const note = (where: string, text: string | null): void => {
      if ([...hidden].some((sign) => text?.includes(sign) === true))
        found.push(`${where}: ${encodeURIComponent(text ?? "")}`);
    };
    note("title", document.title);
    for (const element of document.body.querySelectorAll("*")) {
      // what is typed stays as it is
      if (element instanceof HTMLTextAreaElement) continue;
      for (const name of read) note(`${element.tagName} ${name}`, element.getAttribute(name));
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) note(element.tagName, child.textContent);
    }
    return found;
  }, signs);

describe("signs that hide or turn words", () => {
  let node: TestNode;
  let browser: Browser;
  let page: Page;
  before(async () => {
    node = await startTestNode({ http: stoppedClock() });
    browser = await openBrowser();
    page = await browser.page();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });
  afterEach(() => expect(browser.errors).to.deep.equal([]));

  it("are named on every page, in memos, descriptions and names of the address book", async () => {
    const stops = await tourStops(node);
    const { operator, dso } = node.validator.wallet.settings;
    const shop = node.validator.wallet.users.partyOf("shop") ?? "";
    const contacts = [shop, operator, dso].map((party, index) => ({
      party,
      label: `${label} ${index}`,
      note: `a ${signs}note`,
    }));
    const book = { format: "tallystick-contacts", version: 1, network: "dev", contacts };
    await page.goto(`${node.base}/wallet`);
    await page.evaluate(
      (text) => localStorage.setItem("tallystick.contacts.dev", text),
      JSON.stringify(book),
    );
    await page.reload();
    await logIn(page, tourUser);
    const found: Array<string> = [];
    for (const [path, heading] of stops) {
      await goTo(page, path, heading);
      // what is to be named is there
      if (naming.includes(path))
        await page.getByText("U+202E").filter({ visible: true }).first().waitFor();
      found.push(...(await hiddenIn(page)).map((place) => `${path}: ${place}`));
    }
    expect(found.join("\n")).to.equal("");
  });

  it("are named in what opens: lists of receivers, questions, and what is said afterwards", async () => {
    const expectNone = async (where: string): Promise<void> => {
      expect(await hiddenIn(page), where).to.deep.equal([]);
    };
    await goTo(page, "/wallet/send", "Send");
    const receiver = page.getByRole("combobox", { name: "Receiver", exact: true });
    await receiver.fill("Shop");
    await page.getByRole("option").first().waitFor();
    await eventually(async () =>
      expect(await page.getByRole("option").first().innerText()).to.contain("[U+202E]"),
    );
    await expectNone("the receivers");
    await receiver.fill(`${signs}`);
    await receiver.blur();
    await expectNone("what is wrong with a receiver");
    await goTo(page, "/wallet/inbox", "Inbox");
    await page.getByRole("button", { name: "Reject" }).first().click();
    await page.getByRole("alertdialog").waitFor();
    await expectNone("a question of the inbox");
    await page.getByRole("button", { name: "Cancel" }).click();
    await goTo(page, "/wallet/contacts", "Contacts");
    await page.getByLabel("Search").fill(`no such ${signs}`);
    await page.getByText("U+202E").first().waitFor();
    await expectNone("a search without a result");
    await page.getByLabel("Search").fill("");
    await page
      .getByRole("button", { name: /^Remove/ })
      .first()
      .click();
    await expectNone("a question of the address book");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page
      .getByRole("button", { name: /^Change/ })
      .first()
      .click();
    await page.getByRole("textbox", { name: "Label" }).fill(`Other ${signs}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("U+202E").first().waitFor();
    await expectNone("what is said afterwards");
  });
});
