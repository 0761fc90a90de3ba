import { expect } from "chai";
import fc from "fast-check";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { rich } from "../../src/texts/rich.js";

const signs = [..."\u202a\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b"];

const Lone = ({ text }: { readonly text: string }) => text;
const Several = ({ text }: { readonly text: string }) => [text, <b key="b">{text}</b>];
const Around = ({ children }: { readonly children: ReactNode }) => children;
const Given = ({ title }: { readonly title: ReactNode }) => <h2>{title}</h2>;
const Called = ({ children }: { readonly children: (text: string) => ReactNode }) => children("a");

/** Every way in which a text becomes a part of a page. */
const places: Readonly<Record<string, (text: string) => ReactNode>> = {
  "a child": (text) => <p>{text}</p>,
  "one of several children": (text) => (
    <p>
      From {text} <i /> to {text}
    </p>
  ),
  "a list": (text) => (
    <ul>
      {[text, text].map((each, at) => (
        <li key={at}>{each}</li>
      ))}
      {[text]}
    </ul>
  ),
  "a fragment": (text) => <>{text}</>,
  "a sentence with elements": (text) => <p>{rich`${text} and ${<b>{text}</b>}`}</p>,
  "a component's text": (text) => <Lone text={text} />,
  "a component's texts": (text) => <Several text={text} />,
  "what a component is given": (text) => <Given title={text} />,
  "what is around": (text) => <Around>{text}</Around>,
  "what a component calls": (text) => <Called>{(given) => given + text}</Called>,
  "a label": (text) => <button aria-label={text}>x</button>,
  "a title": (text) => <time title={text}>x</time>,
  "a picture": (text) => <img alt={text} />,
  "a description": (text) => <p aria-description={text} aria-valuetext={text} />,
  "a placeholder": (text) => <input placeholder={text} />,
  "a choice": (text) => (
    <select>
      <optgroup label={text}>
        <option>{text}</option>
      </optgroup>
    </select>
  ),
  "preformatted text": (text) => <pre>{text}</pre>,
};

describe("the texts that JSX shows", () => {
  for (const [place, make] of Object.entries(places)) {
    it(`have hidden signs named in ${place}`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...signs), fc.string(), (sign, rest) => {
          const markup = renderToStaticMarkup(<main>{make(`${rest}${sign}${rest}`)}</main>);
          expect(signs.filter((each) => markup.includes(each))).to.deep.equal([]);
          const code = sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
          expect(markup).to.include(`[U+${code}]`);
        }),
      );
    });
  }

  it("are otherwise as they are, and so is what is typed", () => {
    const typed = "a\u202eb";
    const markup = renderToStaticMarkup(
      <p id="a" className="b">
        5 CC <textarea defaultValue={typed} /> <input value={typed} readOnly /> {0} {null} {false}
      </p>,
    );
    expect(markup).to.equal(
      `<p id="a" class="b">5 CC <textarea>${typed}</textarea> <input readOnly="" value="${typed}"/> 0  </p>`,
    );
  });

  it("have their line breaks in preformatted text alone", () => {
    const text = "a\nb";
    expect(renderToStaticMarkup(<pre>{text}</pre>)).to.equal("<pre>a\nb</pre>");
    expect(renderToStaticMarkup(<p>{text}</p>)).to.equal("<p>a[U+000A]b</p>");
  });
});
