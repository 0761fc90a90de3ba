import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { catalogue } from "../../src/messages/catalogue.js";
import { plural } from "../../src/messages/plural.js";
import { rich } from "../../src/texts/rich.js";

const english = {
  title: "Send",
  kinds: { direct: "Direct" },
  coins: ({ count }: { readonly count: number }) =>
    plural("en", count, { one: `${count} coin`, other: `${count} coins` }),
  until: ({ time }: { readonly time: ReactNode }) => rich`until ${time}.`,
};

/** The sources; this file is compiled into `dist/test/messages`. */
const sourceFolder = fileURLToPath(new URL("../../../src/", import.meta.url));

/** The texts of each catalogue that no file that imports it names. */
const unusedTexts = (): ReadonlyArray<string> => {
  const sources = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(sourceFolder, name), "utf8") }));
  const usersOf = (catalogueName: string) =>
    sources.filter(({ name, text }) =>
      [...text.matchAll(/from "(\.[^"]+)\.js"/g)].some(
        ([, path = ""]) => join(dirname(name), `${path}.ts`) === catalogueName,
      ),
    );
  const catalogues = sources.filter(({ text }) => /^export const \w+ = catalogue\(/m.test(text));
  expect(catalogues.length).to.be.above(30);
  return catalogues.flatMap(({ name, text }) => {
    const users = usersOf(name).map((user) => user.text);
    return [...text.matchAll(/^ {4}(\w+):/gm)]
      .map(([, key = ""]) => key)
      .filter((key) => !users.some((user) => new RegExp(`\\.${key}\\b`).test(user)))
      .map((key) => `${name}: ${key}`);
  });
};

/** Another language, checked by the compiler alone. */
const asEnglish = (other: typeof english): typeof english => other;

describe("A catalogue", () => {
  it("gives the texts in the language of the page", () => {
    const messages = catalogue({ en: english });
    expect(messages.title).to.equal("Send");
    expect(messages.kinds.direct).to.equal("Direct");
    expect(messages.coins({ count: 1 })).to.equal("1 coin");
  });

  it("puts elements where the text has them", () => {
    const time = createElement("b", null, "12 < 13");
    const { until } = catalogue({ en: english });
    expect(renderToStaticMarkup(until({ time }))).to.equal("until <b>12 &lt; 13</b>.");
  });

  it("has another language with other words and another order", () => {
    const polish = asEnglish({
      title: "Wyślij",
      kinds: { direct: "Bezpośrednio" },
      coins: ({ count }) =>
        plural("pl", count, {
          one: `${count} moneta`,
          few: `${count} monety`,
          other: `${count} monet`,
        }),
      until: ({ time }) => rich`${time} najpóźniej`,
    });
    expect([1, 2, 5].map((count) => polish.coins({ count }))).to.deep.equal([
      "1 moneta",
      "2 monety",
      "5 monet",
    ]);
  });

  it("has only texts that something shows", () => {
    expect(unusedTexts()).to.deep.equal([]);
  });

  it("does not compile in another language that lacks a text or has another type of one", () => {
    const { title, kinds, coins, until } = english;
    const of = ({ sum }: { readonly sum: number }): string => `${sum}`;
    // @ts-expect-error -- a text is missing
    expect(asEnglish({ kinds, coins, until })).not.to.have.property("title");
    // @ts-expect-error -- a text of a group is missing
    expect(asEnglish({ title, kinds: {}, coins, until }).kinds).to.deep.equal({});
    // @ts-expect-error -- a text where English has one made of values
    expect(asEnglish({ title, kinds, coins: "coins", until }).coins).to.equal("coins");
    // @ts-expect-error -- a text of a value that no one gives
    expect(asEnglish({ title, kinds, coins: of, until }).coins).to.equal(of);
    // @ts-expect-error -- a text that English does not have
    expect(asEnglish({ title, kinds, coins, until, more: "" })).to.have.property("more");
  });
});
