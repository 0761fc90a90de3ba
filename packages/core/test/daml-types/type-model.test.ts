import { expect } from "chai";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
import { contractId, int64, text } from "../../src/daml-types/scalar-types.js";
import type { Json } from "../../src/values/json.js";
import { holdsContractIds, isRecordModel } from "../../src/daml-types/type-model.js";

const holding: ReadonlyArray<readonly [string, { readonly model: Json }]> = [
  ["itself", contractId],
  ["in an optional", optional(contractId)],
  ["in a list", list(contractId)],
  ["in a text map", textMap(contractId)],
  ["as key of a map", genMap(contractId, text)],
  ["as value of a map", genMap(text, contractId)],
  ["in a record", record({ a: text, b: contractId })],
  ["in a variant", variant({ A: text, B: contractId })],
  ["deep", record({ a: list(optional(variant({ A: record({ b: contractId }) }))) })],
];

describe("the model of a type", () => {
  for (const [name, type] of holding) {
    it(`tells of a contract id ${name}`, () => {
      expect(holdsContractIds(type.model)).to.equal(true);
    });
  }

  it("does not take names for types", () => {
    const innocent = record({
      ContractId: int64,
      choice: enumeration("ContractId", "Text"),
      either: variant({ ContractId: text }),
      map: genMap(text, int64),
    });
    expect(holdsContractIds(innocent.model)).to.equal(false);
  });

  it("tells records from everything else", () => {
    expect(isRecordModel(record({}).model)).to.equal(true);
    for (const { model } of [text, list(record({})), variant({ Record: text })])
      expect(isRecordModel(model)).to.equal(false);
  });
});
