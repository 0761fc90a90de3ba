import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkedValue } from "../../src/daml-types/checked-value.js";
import { list, optional } from "../../src/daml-types/collection-types.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
import { contractId, int64, numeric, party, text } from "../../src/daml-types/scalar-types.js";
import { amountOf } from "../sample-package.js";

const Payload = record({ owner: party, amount: numeric, notes: list(optional(text)) });

/** A value as a template's own code may return it, whatever its type says. */
const check = (type: DamlType<never>, value: unknown) =>
  // border: what is checked is what no type has seen
  checkedValue(type, value as never, "The payload of T");

describe("A value that a template's own function returned", () => {
  it("is the value with what it is written as", () => {
    const value = { owner: "alice::1", amount: amountOf("1.5"), notes: ["x", undefined] };
    const checked = check(Payload as DamlType<never>, value);
    if (isLeft(checked)) throw new Error(checked.left.cause);
    expect(checked.right.value).to.deep.equal(value);
    expect(checked.right.json).to.deep.equal({
      owner: "alice::1",
      amount: "1.5000000000",
      notes: ["x", null],
    });
  });

  it("loses what its type does not have", () => {
    const checked = check(record({ owner: party }) as DamlType<never>, { owner: "a", more: 1 });
    expect(isLeft(checked) ? checked.left : checked.right.value).to.deep.equal({ owner: "a" });
  });

  const wrong: ReadonlyArray<readonly [string, unknown, unknown, string]> = [
    [
      "nothing",
      Payload,
      undefined,
      "expected an object with the fields owner, amount, notes, found nothing",
    ],
    ["null", Payload, null, "expected an object with the fields owner, amount, notes, found null"],
    ["a party that is none", Payload, { owner: "a/b", amount: 0n, notes: [] }, "at 'owner'"],
    ["a number for a party", Payload, { owner: 1, amount: 0n, notes: [] }, "at 'owner'"],
    ["a missing field", Payload, { owner: "a", notes: [] }, "found nothing at 'amount'"],
    [
      "text for a list",
      Payload,
      { owner: "a", amount: 0n, notes: "x" },
      "expected an array, found the text \"x\" at 'notes'",
    ],
    ["a wrong element", list(text), ["a", 1], "at '1'"],
    ["an unknown constructor", enumeration("A"), "B", "expected one of A"],
    ["an unknown tag", variant({ A: text }), { tag: "B", value: "x" }, "at 'tag'"],
    ["no contract id", contractId, "00", "a contract id in lowercase hex"],
    ["an integer that is too large", int64, 2n ** 63n, "a 64-bit integer"],
    ["half a surrogate pair", text, "\ud800", "text without U+0000 or half a surrogate pair"],
  ];
  for (const [what, type, value, cause] of wrong) {
    it(`is refused when it is ${what}, and nothing is thrown`, () => {
      const checked = check(type as DamlType<never>, value);
      if (!isLeft(checked)) throw new Error("taken");
      expect(checked.left.code).to.equal("DAML_INTERPRETER_INVALID_ARGUMENT");
      expect(checked.left.cause).to.match(/^The payload of T is not of its type: /);
      expect(checked.left.cause).to.contain(cause);
    });
  }

  it("is refused when what reads it throws", () => {
    const thrower = {
      get owner(): string {
        throw new Error("no owner today");
      },
    };
    const checked = check(record({ owner: party }) as DamlType<never>, thrower);
    expect(isLeft(checked) && checked.left.cause).to.contain("no owner today");
  });
});
