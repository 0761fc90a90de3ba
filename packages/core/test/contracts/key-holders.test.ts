import { expect } from "chai";
import fc from "fast-check";
import { holdersIn, withHolder, withoutHolder } from "../../src/contracts/key-holders.js";

describe("The holders of a key", () => {
  const ids = fc.constantFrom("00aa", "00ab", "00b", "00");
  const steps = fc.array(fc.tuple(fc.boolean(), ids), { maxLength: 30 });

  it("are kept as a list of ids would be, the newest first", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let holders: string | undefined;
        let model: ReadonlyArray<string> = [];
        for (const [isAdded, id] of taken) {
          if (!isAdded) {
            holders = withoutHolder(holders, id);
            model = model.filter((each) => each !== id);
          } else if (!model.includes(id)) {
            holders = withHolder(holders, id);
            model = [id, ...model];
          }
          expect(holdersIn(holders)).to.deep.equal(model);
          expect(holders === undefined).to.equal(model.length === 0);
        }
      }),
    );
  });

  it("are the id itself where there is one, and none in what was kept as an empty text", () => {
    expect(withHolder(undefined, "00a")).to.equal("00a");
    expect(holdersIn("")).to.deep.equal([]);
    expect(withHolder("", "00a")).to.equal("00a");
  });
});
