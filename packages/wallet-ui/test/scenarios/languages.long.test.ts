import { expect } from "chai";
import type { Page } from "playwright-core";
import { type Language, languages } from "../../src/messages/language.js";
import {
  accessibilityErrors,
  type Browser,
  openBrowser,
  sidewaysOverflow,
} from "../browser/browser.js";
import { textsOf } from "../browser/page-texts.js";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { type Stop, stoppedClock, tourStops, tourUser } from "../browser/tour.js";
import { allTexts } from "../languages/all-texts.js";

/** How a browser asks for each language, and in which direction it is read. */
const asked = {
  de: { locale: "de-CH", direction: "ltr" },
  ar: { locale: "ar-EG", direction: "rtl" },
} as const satisfies Readonly<Record<Exclude<Language, "en">, object>>;

const widths = [1_280, 390];

const isWords = (piece: string): boolean => /\p{L}{2}/u.test(piece.replaceAll(/\[\w+\]/g, ""));

/** A text, or one with anything in the places of its values. */
const patternOf = (piece: string): string =>
  piece
    .trim()
    .split(/\[\w+\]/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".+");

/** What only an English page shows. */
const englishOnly = async (language: Language): Promise<RegExp> => {
  const translated = (await allTexts(language)).flatMap(({ pieces }) => pieces);
  const own = new Set(translated.map((piece) => piece.trim()));
  const english = (await allTexts("en")).flatMap(({ pieces }) => pieces).filter(isWords);
  const patterns = english.filter((piece) => !own.has(piece.trim())).map(patternOf);
  return new RegExp(`^(?:${[...new Set(patterns)].join("|")})$`, "u");
};

const labelOf = async (language: Language): Promise<(place: string) => string> => {
  const texts = new Map(
    (await allTexts(language)).map(({ place, pieces }) => [place, pieces.join("")]),
  );
  return (place) => texts.get(place) ?? place;
};

const goTo = async (page: Page, path: string, loading: string): Promise<void> => {
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await page.waitForFunction(
    ([to, label]) =>
      location.pathname + location.search === to &&
      document.querySelector("h1") !== null &&
      document.querySelector(`[role=status][aria-label="${label}"]`) === null,
    [path, loading] as const,
  );
};

describe("the languages of the texts", function () {
  let node: TestNode;
  let stops: ReadonlyArray<Stop>;
  before(async () => {
    node = await startTestNode({ http: stoppedClock() });
    stops = await tourStops(node);
  });
  after(() => node.close());

  it("are chosen on the login page, which is loaded again in the chosen one", async () => {
    const browser = await openBrowser({ locale: "fr-FR", language: "" });
    const page = await browser.page();
    await page.goto(`${node.base}/wallet`);
    for (const [from, to] of [
      ["en", "ar"],
      ["ar", "de"],
      ["de", "en"],
    ] as const) {
      const label = await labelOf(from);
      await page
        .getByLabel(label("components/forms/messages.language.label"), { exact: true })
        .selectOption(to);
      await page.locator(`html[lang=${to}]`).waitFor({ state: "attached" });
    }
    await browser.close();
    expect(browser.errors).to.deep.equal([]);
  });

  for (const language of languages.filter((tag) => tag !== "en")) {
    describe(`of which one is ${language}`, () => {
      const { locale, direction } = asked[language];
      let browser: Browser;
      let page: Page;
      let label: (place: string) => string;
      before(async () => {
        label = await labelOf(language);
        browser = await openBrowser({ locale, language: "" });
        page = await browser.page();
        await page.goto(`${node.base}/wallet`);
        await page.getByLabel(label("pages/login/messages.user.label")).fill(tourUser);
        const logIn = label("pages/login/messages.login.title");
        await page.getByRole("button", { name: logIn, exact: true }).click();
        await page
          .getByRole("button", { name: label("app/messages.frame.logOut"), exact: true })
          .waitFor();
      });
      after(() => browser.close());
      afterEach(() => expect(browser.errors).to.deep.equal([]));

      it("is that of the page, with its direction", async () => {
        const shown = await page.evaluate(() => {
          const { lang } = document.documentElement;
          return [lang, getComputedStyle(document.body).direction];
        });
        expect(shown).to.deep.equal([language, direction]);
      });

      it("has amounts whose digits are read from left to right", async () => {
        await goTo(page, "/wallet/history", label("components/base/messages.skeleton.label"));
        await page.locator("[class*=_decimals_]").first().waitFor();
        const turned = await page.evaluate(() =>
          [...document.querySelectorAll("[class*=_decimals_]")].flatMap((decimals) => {
            const whole = new Range();
            if (decimals.previousSibling !== null) whole.selectNode(decimals.previousSibling);
            const end = whole.getBoundingClientRect().right;
            const start = decimals.getBoundingClientRect().left;
            return end > start + 1 ? [decimals.parentElement?.textContent] : [];
          }),
        );
        expect(turned).to.deep.equal([]);
      });

      it("is on every page without English words, sideways overflow or errors of axe", async () => {
        const english = await englishOnly(language);
        const found: Array<string> = [];
        for (const [path] of stops) {
          await goTo(page, path, label("components/base/messages.skeleton.label"));
          const texts = new Set((await textsOf(page)).map((text) => text.trim()));
          found.push(
            ...[...texts].filter((text) => english.test(text)).map((t) => `${path}: ${t}`),
          );
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            const overflow = await sidewaysOverflow(page);
            if (overflow > 0) found.push(`${path}: ${overflow} pixels too wide at ${width}`);
          }
          await page.setViewportSize({ width: 1_280, height: 900 });
          found.push(...(await accessibilityErrors(page)).map((error) => `${path}: ${error}`));
        }
        expect(found.join("\n")).to.equal("");
      });
    });
  }
});
