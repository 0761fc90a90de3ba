import { expect } from "chai";
import fc from "fast-check";
import { commandIdOf, maxCommandIdLength } from "../../src/submissions/submission.js";

describe("the command id of a submission", () => {
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<string | number | bigint>, string]> = [
    ["complete-offer", ["00ab"], "complete-offer/00ab"],
    ["top-up", [7, 8n], "top-up/7/8"],
    ["alone", [], "alone"],
    ["party", ["alice::1220ab"], "party/alice::1220ab"],
    ["odd", ["a?b\nc", "\u00e9"], "odd/a_b_c/_"],
  ];
  for (const [name, parts, id] of rows) {
    it(`is ${id}`, () => {
      expect(commandIdOf(name, ...parts)).to.equal(id);
    });
  }

  it("keeps 255 characters, and both ends of what is longer", () => {
    const fits = "x".repeat(maxCommandIdLength - 2);
    expect(commandIdOf("a", fits)).to.equal(`a/${fits}`);
    const long = commandIdOf("begin", "y".repeat(300), "end");
    expect(long).to.match(/^begin\/y+\.y+\/end$/);
    expect(long).to.have.lengthOf(maxCommandIdLength);
  });

  it("is an id of the ledger whatever it is made of", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.array(fc.string({ unit: "binary" })),
        (name, all) => {
          const id = commandIdOf(name, ...all);
          expect(id).to.match(/^[A-Za-z0-9 ._:#/-]{1,255}$/);
        },
      ),
    );
  });
});
