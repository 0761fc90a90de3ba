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
  form: { title: "Send", kinds: { direct: "Direct" } },
  coin: {
    count: ({ count }: { readonly count: number }) =>
      plural("en", count, { one: `${count} coin`, other: `${count} coins` }),
    until: ({ time }: { readonly time: ReactNode }) => rich`until ${time}.`,
  },
};

/** The sources; this file is compiled into `dist/test/messages`. */
const sourceFolder = fileURLToPath(new URL("../../../src/", import.meta.url));

const sources = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(sourceFolder, name), "utf8") }));

const catalogues = sources.filter(({ text }) => /^export const \w+ = catalogue\(/m.test(text));

/** The keys of a catalogue, as its file has them. */
const keysOf = (text: string): ReadonlyArray<readonly [place: string, role: string]> => {
  let place = "";
  return [...text.matchAll(/^( {4}| {6})(\w+):/gm)].flatMap(([, indent = "", name = ""]) => {
    if (indent.length === 6) return [[place, name] as const];
    place = name;
    return [];
  });
};

/** The texts of each catalogue that no file that imports it names. */
const unusedTexts = (): ReadonlyArray<string> => {
  const usersOf = (catalogueName: string) =>
    sources.filter(({ name, text }) =>
      [...text.matchAll(/from "(\.[^"]+)\.js"/g)].some(
        ([, path = ""]) => join(dirname(name), `${path}.ts`) === catalogueName,
      ),
    );
  return catalogues.flatMap(({ name, text }) => {
    const users = usersOf(name).map((user) => user.text);
    return keysOf(text)
      .filter(
        ([place, role]) =>
          // a place may be chosen by what is shown: `messages[verb].done`
          !users.some((user) =>
            new RegExp(`(\\.${place}|messages\\[\\w+\\])\\s*\\.${role}\\b`).test(user),
          ),
      )
      .map((key) => `${name}: ${key.join(".")}`);
  });
};

/** The most words of a place or a role: what has more is the beginning of a sentence. */
const mostWords = 3;

const wordsOf = (name: string): number => name.split(/(?=[A-Z])/).length;

/** Another language, checked by the compiler alone. */
const asEnglish = (other: typeof english): typeof english => other;

describe("A catalogue", () => {
  it("gives the texts in the language of the page", () => {
    const messages = catalogue({ en: english });
    expect(messages.form.title).to.equal("Send");
    expect(messages.form.kinds.direct).to.equal("Direct");
    expect(messages.coin.count({ count: 1 })).to.equal("1 coin");
  });

  it("puts elements where the text has them", () => {
    const time = createElement("b", null, "12 < 13");
    const { until } = catalogue({ en: english }).coin;
    expect(renderToStaticMarkup(until({ time }))).to.equal("until <b>12 &lt; 13</b>.");
  });

  it("has another language with other words and another order", () => {
    const german = asEnglish({
      form: { title: "Senden", kinds: { direct: "Direkt" } },
      coin: {
        count: ({ count }) =>
          plural("de", count, { one: `${count} Münze`, other: `${count} Münzen` }),
        until: ({ time }) => rich`${time} spätestens`,
      },
    });
    expect([1, 2].map((count) => german.coin.count({ count }))).to.deep.equal([
      "1 Münze",
      "2 Münzen",
    ]);
  });

  it("has only texts that something shows", () => {
    expect(catalogues.length).to.be.above(30);
    expect(unusedTexts()).to.deep.equal([]);
  });

  it("has its texts by place and role, not by their first words", () => {
    const keys = catalogues.flatMap(({ text }) => keysOf(text));
    expect(keys.length).to.be.above(1_000);
    expect(keys.flat().filter((name) => wordsOf(name) > mostWords)).to.deep.equal([]);
    // @ts-expect-error -- a text without a place
    expect(catalogue({ en: { expectedAnAddressThatBegins: "" } })).to.have.property(
      "expectedAnAddressThatBegins",
    );
  });

  it("does not compile in another language that lacks a text or has another type of one", () => {
    const { form, coin } = english;
    const of = ({ sum }: { readonly sum: number }): string => `${sum}`;
    // @ts-expect-error -- a place is missing
    expect(asEnglish({ coin })).not.to.have.property("form");
    // @ts-expect-error -- a text is missing
    expect(asEnglish({ coin, form: { kinds: form.kinds } }).form).not.to.have.property("title");
    // @ts-expect-error -- a text of a group is missing
    expect(asEnglish({ coin, form: { ...form, kinds: {} } }).form.kinds).to.deep.equal({});
    // @ts-expect-error -- a text where English has one made of values
    expect(asEnglish({ form, coin: { ...coin, count: "coins" } }).coin.count).to.equal("coins");
    // @ts-expect-error -- a text of a value that no one gives
    expect(asEnglish({ form, coin: { ...coin, until: of } }).coin.until).to.equal(of);
    // @ts-expect-error -- a text that English does not have
    expect(asEnglish({ coin, form: { ...form, more: "" } }).form).to.have.property("more");
  });
});
