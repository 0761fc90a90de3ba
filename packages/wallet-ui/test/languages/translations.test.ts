import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { languages } from "../../src/messages/language.js";
import { pluralCategories } from "../../src/messages/plural.js";
import { allTexts, catalogueNames, folderOf, sourceFolder, type Text } from "./all-texts.js";

/** Words that are the same in both: names, formats and words of the trade. */
const mostEqualWords = 2;

const textOf = ({ pieces }: Text): string => pieces.join("");

const valuesOf = (text: Text): ReadonlyArray<string> =>
  [...new Set(textOf(text).match(/\[\w+\]/g) ?? [])].sort();

/** Words of a text without its values. */
const wordsOf = (text: Text): ReadonlyArray<string> =>
  textOf(text)
    .replaceAll(/\[\w+\]/g, "")
    .match(/\p{L}{2,}/gu) ?? [];

for (const language of languages) {
  describe(`The language ${language}`, () => {
    it("has a form for each category of counts that Intl knows of it", () => {
      const { pluralCategories: known } = new Intl.PluralRules(language).resolvedOptions();
      expect([...pluralCategories[language]].sort()).to.deep.equal([...known].sort());
    });

    it("has the words that a button shows in the name that it has for screen readers", async () => {
      const texts = new Map((await allTexts(language)).map((text) => [text.place, textOf(text)]));
      const named = [...texts].filter(([place]) => place.endsWith("Named"));
      expect(named.length).to.be.above(10);
      const shown = (place: string) => texts.get(place.replace(/Named$/, ""))?.toLowerCase() ?? "";
      expect(
        named.filter(([place, text]) => !text.toLowerCase().includes(shown(place))),
      ).to.deep.equal([]);
    });

    it("counts and lists by its own rules", () => {
      for (const name of catalogueNames(language)) {
        const source = readFileSync(join(sourceFolder, folderOf(language), `${name}.ts`), "utf8");
        const tags = [...source.matchAll(/\b(?:plural|listOf)\(\s*"([^"]*)"/g)];
        expect(
          tags.map(([, tag]) => tag).filter((tag) => tag !== language),
          name,
        ).to.deep.equal([]);
      }
    });
  });
}

for (const language of languages.filter((tag) => tag !== "en")) {
  describe(`The translation into ${language}`, () => {
    it("has each catalogue and no other", () => {
      expect(catalogueNames(language)).to.deep.equal(catalogueNames("en"));
    });

    it("has the values of each English text in its own", async () => {
      const [english, translated] = [await allTexts("en"), await allTexts(language)];
      expect(english.length).to.be.above(1_000);
      expect(translated.map((text) => [text.place, valuesOf(text)])).to.deep.equal(
        english.map((text) => [text.place, valuesOf(text)]),
      );
    });

    it("has no text that is still English", async () => {
      const english = new Map((await allTexts("en")).map((text) => [text.place, textOf(text)]));
      const same = (await allTexts(language)).filter(
        (text) => wordsOf(text).length > mostEqualWords && english.get(text.place) === textOf(text),
      );
      expect(same.map(({ place }) => place)).to.deep.equal([]);
    });
  });
}
