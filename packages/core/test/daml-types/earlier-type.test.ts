import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { earlierTypes } from "../../src/daml-types/earlier-type.js";
import { record, variant } from "../../src/daml-types/record-types.js";
import { party, text, unit } from "../../src/daml-types/scalar-types.js";
import type { Json } from "../../src/values/json.js";

const Inner = record({ name: text, added: optional(text) }, "Inner");
const Choice = variant({ Old: unit, New: text });
const Untouched = record({ owner: party }, "Untouched");
const added = new Map<DamlType<unknown>, ReadonlySet<string>>([
  [Inner, new Set(["added"])],
  [Choice, new Set(["New"])],
]);

describe("the earlier version of a type", () => {
  const earlier = earlierTypes((type) => added.get(type));
  const inner = { Record: [["name", "Text"]] };

  it("lacks what was added, at any depth", () => {
    const Outer = record({
      one: optional(Inner),
      many: list(Inner),
      byText: textMap(Inner),
      byKey: genMap(Inner, Choice),
      way: Choice,
    });
    const way = { Variant: [["Old", "Unit"]] };
    expect(earlier(Outer).model).to.deep.equal({
      Record: [
        ["one", { Optional: inner }],
        ["many", { List: inner }],
        ["byText", { TextMap: inner }],
        ["byKey", { GenMap: [inner, way] }],
        ["way", way],
      ],
    });
  });

  it("is the type itself when nothing was added, and the same one each time", () => {
    expect(earlier(Untouched)).to.equal(Untouched);
    expect(earlier(Inner)).to.equal(earlier(Inner));
    expect(earlier(list(Untouched)).model).to.deep.equal(list(Untouched).model);
  });

  it("writes, reads and shows no added field", () => {
    const type = earlier(Inner);
    const accepts = (value: Json): boolean => isRight(type.decode(value));
    expect(type.encode({ name: "n", added: "a" })).to.deep.equal({ name: "n" });
    expect(type.show({ name: "n", added: "a" })).to.equal('Inner {name = "n"}');
    expect(accepts({ name: "n" })).to.equal(true);
    expect(accepts({ name: "n", added: null })).to.equal(true);
    expect(accepts({ name: "n", added: "a" })).to.equal(false);
  });
});
