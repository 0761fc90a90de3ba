import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { record, variant } from "../../src/daml-types/record-types.js";
import { recursive } from "../../src/daml-types/recursive-type.js";
import { contractId, party, text } from "../../src/daml-types/scalar-types.js";
import { unsuffixedIdOf } from "../../src/interpretation/unsuffixed-ids.js";
import { choice, definePackage, template } from "../../src/templates/definitions.js";
import type { Command } from "../../src/commands/composite-command.js";
import type { Json } from "../../src/values/json.js";
import { alice, catalogOf, createdIn, TestLedger } from "../ledger-fixture.js";

const bare = `00${"ab".repeat(32)}`;
const bareV2 = `01${"ab".repeat(12)}`;
const whole = `${bare}ca01`;

const found = (type: DamlType<unknown>, json: Json): string | undefined => {
  const read = type.decode(json);
  if (!isRight(read)) throw new Error(`not of the type: ${read.left.reason}`);
  return unsuffixedIdOf(type, json, read.right);
};

interface Chain {
  readonly next: Chain | undefined;
  readonly id: string;
}

const chain: DamlType<Chain> = recursive("Chain", (self) =>
  record({ next: optional(self), id: contractId }),
);

const inside: ReadonlyArray<
  readonly [where: string, type: DamlType<unknown>, value: (id: string) => Json]
> = [
  ["itself", contractId, (id) => id],
  ["in a record", record({ a: text, b: contractId }), (id) => ({ a: "", b: id })],
  ["as the second of a list", list(contractId), (id) => [whole, id]],
  ["in an optional", optional(contractId), (id) => id],
  ["in an optional of an optional", optional(optional(contractId)), (id) => [[id]]],
  ["three optionals deep", optional(optional(optional(contractId))), (id) => [[[id]]]],
  ["in a text map", textMap(contractId), (id) => ({ ["__proto__"]: id })],
  ["as the key of a map", genMap(contractId, text), (id) => [[id, ""]]],
  ["as the value of a map", genMap(text, contractId), (id) => [["", id]]],
  ["in a variant", variant({ A: text, B: contractId }), (id) => ({ tag: "B", value: id })],
  ["in a type that holds itself", chain, (id) => ({ id: whole, next: { id, next: null } })],
];

describe("a contract id without its suffix", () => {
  for (const [where, type, value] of inside) {
    it(`is found ${where}`, () => {
      expect(found(type, value(bare))).to.equal(bare);
      expect(found(type, value(bareV2))).to.equal(bareV2);
      expect(found(type, value(whole))).to.equal(undefined);
    });
  }

  it("is refused in every argument of a command, and nothing is changed", () => {
    const Box = template("Boxes:Box", {
      payload: record({ owner: party, held: optional(contractId) }),
      signatories: ({ owner }) => [owner],
    });
    const Put = choice(Box, "Put", {
      argument: record({ id: contractId }),
      result: contractId,
      consuming: false,
      controllers: ({ owner }) => [owner],
      *body(_on, { id }) {
        return id;
      },
    });
    const boxes = definePackage({
      name: "boxes",
      version: "1.0.0",
      templates: [Box],
      choices: [Put],
    });
    const ledger = new TestLedger({ catalog: catalogOf(boxes) });
    const create = (held: string | null): Command => ({
      kind: "CreateCommand",
      templateId: "#boxes:Boxes:Box",
      createArguments: { owner: alice, held },
    });
    const box = createdIn(ledger.commit([alice], [create(null)]))[0]?.contractId ?? "";
    const put = (id: string): Command => ({
      kind: "ExerciseCommand",
      templateId: "#boxes:Boxes:Box",
      contractId: box,
      choice: "Put",
      choiceArgument: { id },
    });
    for (const command of [create(bare), put(bare), put(bareV2)]) {
      const error = ledger.refuse([alice], [command]);
      expect(error.code).to.equal("COMMAND_PREPROCESSING_FAILED");
      expect(error.cause).to.match(/^Illegal Contract ID "0[01].*", non-suffixed V[12] /);
    }
    ledger.commit([alice], [create(whole), put(whole)]);
  });

  it("is none where the type has a text", () => {
    expect(found(record({ a: text, b: contractId }), { a: bare, b: whole })).to.equal(undefined);
    expect(found(variant({ A: text, B: contractId }), { tag: "A", value: bare })).to.equal(
      undefined,
    );
    expect(found(textMap(text), { [bare]: bare })).to.equal(undefined);
    expect(found(optional(optional(text)), [[bare]])).to.equal(undefined);
  });
});
