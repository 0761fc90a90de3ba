import { expect } from "chai";
import { declarationsIn, isFunction, parametersOf, undocumented } from "../src/signatures.js";

const declarations = `import type { A } from "./a.js";
/** Hidden. */
declare const hidden: string;
/**
 * Opens it.
 *
 * @param path where {@link It} is
 * @returns it
 * @throws {TypeError} when there is none
 * @example
 * open("x");
 */
export declare const open: (path: string, more?: ReadonlyArray<() => void>) => It;
/** It. */
export interface It extends A<{
    readonly x: 1;
}> {
    /** Its name. */
    readonly name: string;
    /** Writes. @returns how much */
    write<const T extends string = "a">(options: {
        readonly a: T;
    }, ...texts: ReadonlyArray<T>): number;
    close(): void;
}
export {};
`;

describe("signatures", () => {
  const [open, it_] = declarationsIn(declarations);

  it("are those of what is exported, with its doc comment", () => {
    expect(declarationsIn(declarations).map(({ name }) => name)).to.deep.equal(["open", "It"]);
    expect(open?.doc).to.deep.equal({
      text: "Opens it.",
      tags: [
        { tag: "param", name: "path", text: "where `It` is" },
        { tag: "returns", name: "", text: "it" },
        { tag: "throws", name: "TypeError", text: "when there is none" },
        { tag: "example", name: "", text: 'open("x");' },
      ],
    });
  });

  it("of an interface have its members", () => {
    expect(it_?.members.map((each) => [each.name, isFunction(each)])).to.deep.equal([
      ["name", false],
      ["write", true],
      ["close", true],
    ]);
    expect(it_?.members[1]?.doc.tags[0]?.text).to.equal("how much");
  });

  it("name their parameters, also those of functions inside", () => {
    expect(parametersOf(open?.code ?? "")).to.deep.equal(["path", "more"]);
    expect(parametersOf(it_?.members[1]?.code ?? "")).to.deep.equal(["options", "texts"]);
  });

  it("say what their comments lack", () => {
    expect(
      [open, ...(it_?.members ?? [])].flatMap((each) => (each ? undocumented(each) : [])),
    ).to.deep.equal(["open(more)", "write(options)", "write(texts)", "close"]);
  });
});
