import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Browser, goTo, logIn, openBrowser } from "../browser/browser.js";
import { eventually } from "../browser/eventually.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";

/** A text that was drawn, and where it begins; pixels of the canvas. */
interface Drawn {
  readonly text: string;
  readonly left: number;
}

/** Notes what is drawn in charts, which is no text of the page. */
const noteDrawn = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const drawn: Array<Drawn> = [];
    Reflect.set(window, "drawn", drawn);
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function note(text, x, y, width) {
      const shares = { left: 0, start: 0, center: 0.5, right: 1, end: 1 };
      const { a, e } = this.getTransform();
      const offset = shares[this.textAlign] * this.measureText(text).width;
      drawn.push({ text, left: a * (x - offset) + e });
      if (width === undefined) draw.call(this, text, x, y);
      else draw.call(this, text, x, y, width);
    };
  });

const drawnOn = (page: Page): Promise<ReadonlyArray<Drawn>> =>
  page.evaluate(() => Reflect.get(window, "drawn") as ReadonlyArray<Drawn>);

/** How a language writes numbers, in places that a person reads. */
interface Written {
  /** What is typed, and what is said to have been understood. */
  readonly typed: ReadonlyArray<readonly [text: string, echo: string]>;
  /** The amount on the button of the review of 1234.5 coins. */
  readonly sends: string;
  readonly balance: string;
  /** What all coins are worth, and one of them. */
  readonly worth: string;
  /** The values at the axis of the chart, of half a million and a million. */
  readonly values: readonly [half: string, million: string];
  /** A day at its other axis. */
  readonly day: RegExp;
}

const languages: Readonly<Record<string, Written>> = {
  "en-US": {
    typed: [
      ["1.234", "1.234 CC"],
      ["1,234.5", "1\u202f234.5 CC"],
    ],
    sends: "1,234.50",
    balance: "1,250,000.00",
    worth: "≈ $125,000.00 at 0.1 USD per CC",
    values: ["500K", "1M"],
    day: /^[A-Z][a-z]{2} \d{1,2}$/,
  },
  "de-DE": {
    typed: [
      ["1,234", "1,234 CC"],
      ["1.234,5", "1\u202f234,5 CC"],
    ],
    sends: "1.234,50",
    balance: "1.250.000,00",
    worth: "≈ 125.000,00 $ at 0,1 USD per CC",
    values: ["500.000", "1\u00a0Mio."],
    day: /^\d{1,2}\. [A-Z][a-zä]+\.?$/,
  },
  "fr-FR": {
    typed: [
      ["1,234", "1,234 CC"],
      ["1 234,5", "1\u202f234,5 CC"],
    ],
    sends: "1\u202f234,50",
    balance: "1\u202f250\u202f000,00",
    worth: "≈ 125\u202f000,00\u00a0$US at 0,1 USD per CC",
    values: ["500\u00a0k", "1\u00a0M"],
    day: /^\d{1,2} [a-zéû]+\.?$/,
  },
  "ar-EG": {
    typed: [
      ["١٫٢٣٤", "١٫٢٣٤ CC"],
      ["١٬٢٣٤٫٥", "١\u202f٢٣٤٫٥ CC"],
    ],
    sends: "١٬٢٣٤٫٥٠",
    balance: "١٬٢٥٠٬٠٠٠٫٠٠",
    worth: "≈ ١٢٥٬٠٠٠٫٠٠\u00a0USD at ٠٫١ USD per CC",
    values: ["٥٠٠\u00a0ألف", "١\u00a0مليون"],
    day: /^[٠-٩]{1,2} \p{Script=Arabic}+$/u,
  },
  "hi-IN": {
    typed: [
      ["1.234", "1.234 CC"],
      ["1,234.5", "1\u202f234.5 CC"],
    ],
    sends: "1,234.50",
    balance: "12,50,000.00",
    worth: "≈ $1,25,000.00 at 0.1 USD per CC",
    values: ["5\u00a0लाख", "10\u00a0लाख"],
    day: /^\d{1,2} [\p{Script=Devanagari}॰]+$/u,
  },
};

describe("the language of the numbers", () => {
  let node: TestNode;
  let bob = "";
  before(async () => {
    node = await startTestNode();
    await node.userWith("alice", "125000");
    bob = await node.userWith("bob", "1");
  });
  after(() => node.close());

  for (const [locale, written] of Object.entries(languages)) {
    describe(`that is ${locale}`, () => {
      let browser: Browser;
      let page: Page;
      before(async () => {
        browser = await openBrowser({ locale });
        page = await browser.page();
        await noteDrawn(page);
        await page.goto(`${node.base}/wallet`);
        await logIn(page, "alice");
      });
      after(() => browser.close());
      afterEach(() => expect(browser.errors).to.deep.equal([]));

      it("is that of the balance, its worth and the chart", async () => {
        await page.getByText(written.balance).first().waitFor();
        await page.getByText(written.worth).waitFor();
        await page.waitForFunction(
          (million) =>
            (Reflect.get(window, "drawn") as Array<{ text: string }>).some(
              ({ text }) => text === million,
            ),
          written.values[1],
        );
        const drawn = await drawnOn(page);
        const texts = drawn.map(({ text }) => text);
        expect(texts).to.include.members([...written.values]);
        expect(texts.filter((text) => written.day.test(text))).not.to.deep.equal([]);
        // no value is cut off
        expect(drawn.filter(({ left }) => left < 0)).to.deep.equal([]);
        await page.getByText("Show as a table").click();
        await page.locator("details li").first().getByText(written.balance).first().waitFor();
        await eventually(async () => expect(await page.getByText("[U+").count()).to.equal(0));
      });

      it("is that of what is understood of an amount, and of its review", async () => {
        await goTo(page, "/wallet/send", "Send");
        await page.getByRole("combobox", { name: "Receiver", exact: true }).fill(bob);
        for (const [text, echo] of written.typed) {
          await page.getByLabel(/^Amount/).fill(text);
          await page.getByText(echo, { exact: true }).waitFor();
        }
        await page.getByRole("button", { name: "Review" }).click();
        await page.getByRole("button", { name: `Send ${written.sends} CC` }).waitFor();
        await eventually(async () => expect(await page.getByText("[U+").count()).to.equal(0));
      });
    });
  }
});
