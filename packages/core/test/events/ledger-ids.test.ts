import { expect } from "chai";
import fc from "fast-check";
import {
  contractIdFrom,
  contractIdParts,
  discriminatorOf,
  hashInContractId,
  offsetOfUpdateId,
  updateIdOf,
} from "../../src/events/ledger-ids.js";
import { isContractId } from "../../src/values/grammar.js";

const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(..."0123456789abcdef"), { minLength: digits, maxLength: digits })
    .map((each) => each.join(""));
const offsets = fc.oneof(fc.nat(), fc.constantFrom(1, 2 ** 40, 2 ** 48 - 1));

describe("a contract id", () => {
  it("tells where its contract was created, and its hash", () => {
    fc.assert(
      fc.property(hex(56), fc.nat(19_999), offsets, hex(64), (seed, nodeId, offset, hash) => {
        const id = contractIdFrom(discriminatorOf(seed, nodeId), offset, hash);
        expect(isContractId(id)).to.equal(true);
        const discriminator = discriminatorOf(seed, nodeId);
        expect(contractIdParts(id)).to.deep.equal({ discriminator, nodeId, offset, hash });
        expect(hashInContractId(id, seed, nodeId, offset)).to.equal(hash);
        expect(hashInContractId(id, seed, nodeId + 1, offset)).to.equal(undefined);
        expect(hashInContractId(id, seed, nodeId, offset - 1)).to.equal(undefined);
      }),
    );
  });

  const whole = contractIdFrom(discriminatorOf("5eed".repeat(14), 7), 9, "ab".repeat(32));
  const others: ReadonlyArray<readonly [string, string]> = [
    ["another version", `01${whole.slice(2)}`],
    ["another suffix", whole.replace("ca01", "ca12")],
    ["a digit less", whole.slice(0, -1)],
    ["a digit more", `${whole}0`],
    ["capital letters", whole.toUpperCase()],
    ["no hex", `${whole.slice(0, -1)}g`],
    ["nothing", ""],
  ];
  for (const [name, id] of others) {
    it(`tells nothing when it has ${name}`, () => {
      expect(contractIdParts(id)).to.equal(undefined);
    });
  }
});

describe("an update id", () => {
  it("tells the offset of its transaction", () => {
    fc.assert(
      fc.property(hex(56), offsets, (seed, offset) => {
        const id = updateIdOf(seed, offset);
        expect(id).to.have.lengthOf(68);
        expect(offsetOfUpdateId(id)).to.equal(offset);
      }),
    );
  });

  it("tells nothing when it has another form", () => {
    const id = updateIdOf("5eed".repeat(14), 9);
    for (const other of [id.slice(1), `${id}0`, `1221${id.slice(4)}`, `${id.slice(0, -1)}g`, ""])
      expect(offsetOfUpdateId(other), other).to.equal(undefined);
  });
});
