import { createHash } from "node:crypto";
import { expect } from "chai";
import { contractKeyHash } from "../../src/projection/contract-key-hash.js";

const key = { value: { _1: "alice", _2: "5" }, maintainers: ["alice"] };
const hashed = contractKeyHash("p1:Main:Account", "bank", key);

describe("The hash of a contract key", () => {
  it("is of the canonical JSON of package name, template and key", () => {
    const text = '["bank","Main:Account",{"_1":"alice","_2":"5"}]';
    expect(hashed).to.equal(createHash("sha256").update(text).digest("base64"));
  });

  for (const [what, other, isSame] of [
    ["another version of the package", contractKeyHash("p2:Main:Account", "bank", key), true],
    [
      "fields in another order",
      contractKeyHash("p1:Main:Account", "bank", {
        value: { _2: "5", _1: "alice" },
        maintainers: ["alice"],
      }),
      true,
    ],
    [
      "other maintainers",
      contractKeyHash("p1:Main:Account", "bank", { ...key, maintainers: ["bob"] }),
      true,
    ],
    ["another package", contractKeyHash("p1:Main:Account", "shop", key), false],
    ["another template", contractKeyHash("p1:Main:Loan", "bank", key), false],
    ["another module", contractKeyHash("p1:Other:Account", "bank", key), false],
    [
      "another key",
      contractKeyHash("p1:Main:Account", "bank", { ...key, value: { _1: "alice", _2: "6" } }),
      false,
    ],
  ] as const) {
    it(`is ${isSame ? "the same" : "another"} for ${what}`, () => {
      expect(other === hashed).to.equal(isSame);
    });
  }
});
