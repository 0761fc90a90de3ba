import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { manifestName, readManifest } from "../src/manifest.js";
import { manifestOf } from "./dar-writer.js";

const read = (text: string) => {
  const manifest = readManifest(text);
  return isRight(manifest) ? manifest.right : manifest.left.reason;
};

const plain = "Main-Dalf: a\nDalfs: a, b\nFormat: daml-lf\n";
const known = { main: "a", dependencies: ["b"] };

describe("A manifest", () => {
  it("is where a zip of Java has it", () => {
    expect(manifestName).to.equal("META-INF/MANIFEST.MF");
  });

  const fine: ReadonlyArray<readonly [what: string, text: string]> = [
    ["one key to a line", plain],
    ["lines that end with CR LF", plain.replaceAll("\n", "\r\n")],
    ["lines that end with CR", plain.replaceAll("\n", "\r")],
    ["no line end after the last key", plain.trimEnd()],
    ["keys in any case", plain.replace("Main-Dalf", "MAIN-dalf").replace("Format", "format")],
    ["keys in any order", "Format: daml-lf\nDalfs: a, b\nMain-Dalf: a\n"],
    ["keys that are not used", `Manifest-Version: 1.0\nSdk-Version: 3.4\n${plain}`],
    ["empty lines before the first key", `\n\r\n${plain}`],
    ["other sections after an empty line", `${plain}\nName: x\nMain-Dalf: z\n`],
    [
      "a value that continues in the next line",
      "Main-Dalf: \n a\nDalfs: a\n , b\nFormat: daml-\n lf\n",
    ],
    [
      "a value that continues in three lines",
      "Main-Dalf: a\nDalfs: \n a\n ,\n b\nFormat: daml-lf\n",
    ],
    ["no space after the colon", "Main-Dalf:a\nDalfs:a,b\nFormat:daml-lf\n"],
    ["more spaces than needed", "Main-Dalf:   a  \nDalfs:  a ,  b  \nFormat:  daml-lf  \n"],
    ["the last of a key that is there twice", `Main-Dalf: z\nDalfs: y\n${plain}`],
    [
      "names that are there twice, and empty ones",
      "Main-Dalf: a\nDalfs: a,b,,b, ,a,\nFormat: daml-lf\n",
    ],
    ["a main package that the list leaves out", "Main-Dalf: a\nDalfs: b\nFormat: daml-lf\n"],
  ];
  for (const [what, text] of fine) {
    it(`may have ${what}`, () => {
      expect(read(text)).to.deep.equal(known);
    });
  }

  it("keeps the order of the list, and a colon in a name", () => {
    const text = "Main-Dalf: c:d\nDalfs: z, c:d, y, x\nFormat: daml-lf\n";
    expect(read(text)).to.deep.equal({ main: "c:d", dependencies: ["z", "y", "x"] });
  });

  it("continues a line after exactly one space", () => {
    const text = "Main-Dalf: a\nDalfs: a,b\n  c\nFormat: daml-lf\n";
    expect(read(text)).to.deep.equal({ main: "a", dependencies: ["b c"] });
  });

  const wrong: ReadonlyArray<readonly [what: string, text: string, reason: string]> = [
    ["nothing", "", "the manifest lacks Main-Dalf"],
    ["only empty lines", "\n\n\n", "the manifest lacks Main-Dalf"],
    ["no main package", plain.replace(/Main.*\n/, ""), "the manifest lacks Main-Dalf"],
    [
      "an empty main package",
      plain.replace("Main-Dalf: a", "Main-Dalf: "),
      "the manifest lacks Main-Dalf",
    ],
    ["no list", plain.replace(/Dalfs.*\n/, ""), "the manifest lacks Dalfs"],
    ["no format", plain.replace(/Format.*\n/, ""), "the manifest lacks Format"],
    [
      "another format",
      plain.replace("daml-lf", "daml-lf2"),
      'the manifest has the Format "daml-lf2", expected daml-lf',
    ],
    [
      "a line without a colon",
      `${plain}nonsense\n`,
      'the manifest has the line "nonsense", not Key: value',
    ],
    [
      "a line that begins with a colon",
      `${plain}: x\n`,
      'the manifest has the line ": x", not Key: value',
    ],
    [
      "a first line that continues none",
      ` x\n${plain}`,
      'the manifest has the line " x", not Key: value',
    ],
    ["its keys after the main section", `A: b\n\n${plain}`, "the manifest lacks Main-Dalf"],
  ];
  for (const [what, text, reason] of wrong) {
    it(`is refused with ${what}, and says so`, () => {
      expect(read(text)).to.equal(reason);
    });
  }

  it("shows no more than 60 characters of what is wrong", () => {
    const long = "x".repeat(61);
    expect(read(`${plain}${long}\n`)).to.equal(
      `the manifest has the line "${"x".repeat(60)}", not Key: value`,
    );
    expect(read(plain.replace("daml-lf", long))).to.contain(`"${"x".repeat(60)}"`);
  });

  it("gives the names that were written, wherever lines are folded", () => {
    const name = fc.stringMatching(/^[a-zA-Z0-9/_.-]{1,200}$/);
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(names, fc.constantFrom("\n", "\r\n"), (all, lineEnd) => {
        const [main = ""] = all;
        const lines = [`Main-Dalf: ${main}`, `Dalfs: ${all.join(", ")}`, "Format: daml-lf"];
        const text = Buffer.from(manifestOf(lines, lineEnd)).toString();
        for (const line of text.split(lineEnd)) expect(line.length).to.be.at.most(71);
        expect(read(text)).to.deep.equal({ main, dependencies: all.slice(1) });
      }),
      { numRuns: 100 },
    );
  });

  it("is read or refused, whatever the text is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        const manifest = readManifest(text);
        expect(isLeft(manifest) ? manifest.left.reason : manifest.right.main).to.be.a("string");
      }),
      { numRuns: 300 },
    );
  });
});
