import { expect } from "chai";
import { markOf } from "../../src/parties/party-mark.js";

const fingerprint = `1220${"ab12".repeat(16)}`;

describe("the mark of a party", () => {
  it("is always the same", () => {
    expect(markOf("ben::1220ab")).to.deep.equal(markOf("ben::1220ab"));
    expect(markOf("ben::1220ab").path).to.match(/^(M[0-4] [0-4]h1v1h-1z)*$/);
  });

  it("differs among most parties of a node, and where one sign differs", () => {
    const parties = Array.from({ length: 2_000 }, (_, at) => `user-${at}::${fingerprint}`);
    const marks = new Set(parties.map((party) => JSON.stringify(markOf(party))));
    expect(marks.size).to.be.above(1_980);
    expect(markOf("ben::1220ab")).not.to.deep.equal(markOf("ben::1220ac"));
  });

  it("is mirrored", () => {
    const { path } = markOf(`ben::${fingerprint}`);
    const cells = new Set(path.match(/\d \d/g));
    for (const cell of cells) {
      const [x, y] = cell.split(" ").map(Number);
      expect(cells.has(`${4 - (x ?? 0)} ${y}`)).to.equal(true);
    }
  });
});
