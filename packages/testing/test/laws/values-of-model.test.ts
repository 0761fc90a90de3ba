import {
  bool,
  contractId,
  type DamlType,
  date,
  enumeration,
  genMap,
  int64,
  list,
  numeric,
  optional,
  party,
  record,
  recursive,
  text,
  textMap,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isRight } from "fp-ts/lib/Either.js";
import { valuesOfModel, withChosen } from "../../src/laws/values-of-model.js";

interface Tree {
  readonly label: string;
  readonly children: ReadonlyArray<Tree>;
}

const types: Readonly<Record<string, DamlType<unknown>>> = {
  scalars: record({ text, party, contractId, bool, int64, numeric, timestamp, date, unit }),
  optionals: record({
    one: optional(text),
    two: optional(optional(int64)),
    three: optional(optional(optional(text))),
  }),
  collections: record({ list: list(numeric), map: textMap(party), entries: genMap(int64, text) }),
  variants: variant({ Left: text, Right: record({ both: enumeration("A", "B") }) }),
  trees: recursive<Tree>("Tree", (itself) => record({ label: text, children: list(itself) })),
};

const chosen = {
  parties: [`alice::1220${"a".repeat(64)}`],
  contractIds: [`00${"b".repeat(64)}`],
  now: 1_767_225_600_000_000,
};

describe("values of a type that are drawn for a law", () => {
  for (const [name, type] of Object.entries(types)) {
    it(`are values of it: ${name}`, () => {
      const values = valuesOfModel(type.model);
      fc.assert(
        fc.property(values, (value) => isRight(type.decode(withChosen(value, chosen)))),
        { numRuns: 300 },
      );
      expect(
        new Set(fc.sample(values, { numRuns: 100, seed: 1 }).map((each) => JSON.stringify(each)))
          .size,
      ).to.be.above(name === "variants" ? 4 : 20);
    });
  }

  it("have an id that no contract has where there is none", () => {
    const [value] = fc.sample(valuesOfModel(contractId.model), 1);
    expect(withChosen([value ?? null], { ...chosen, contractIds: [] })).to.deep.equal([
      `00${"0".repeat(64)}`,
    ]);
  });
});
