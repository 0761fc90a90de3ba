import { expect } from "chai";
import fc from "fast-check";
import type { DrawnNode } from "../../src/picture/drawn-transaction.js";
import { foldPicture } from "../../src/picture/fold-picture.js";
import { pictureOf, pictureSums } from "../../src/picture/picture.js";
import { coin, drawnTransaction } from "./arbitrary-drawn.js";

/** One action that gives each of many a coin. */
const manyCoins = (count: number) => {
  const made = Array.from(
    { length: count },
    (_, at): DrawnNode => ({
      kind: "create",
      nodeId: at + 1,
      witnesses: ["ana::1", `to${at}::1`],
      contract: coin(`made ${at}`, 2n, `to${at}::1`),
    }),
  );
  const root: DrawnNode = {
    kind: "exercise",
    nodeId: 0,
    lastDescendantNodeId: count,
    contractId: "all",
    templateId: "p:M:Coin",
    choice: "Spread",
    consuming: true,
    actingParties: ["ana::1"],
    witnesses: ["ana::1"],
  };
  const contracts = new Map([["all", coin("all", BigInt(2 * count), "ana::1")]]);
  return pictureOf({ nodes: [root, ...made], contracts });
};

describe("A picture of many nodes", () => {
  it("is folded to groups with their number and their sum, and says so", () => {
    const picture = manyCoins(300);
    const folded = foldPicture(picture);
    expect(folded.isFolded).to.equal(true);
    expect(folded.nodeCount).to.equal(301);
    expect(folded.contracts.map(({ count, holding }) => [count, holding?.units])).to.deep.equal([
      [1, 600n],
      [300, 600n],
    ]);
    expect(folded.contracts[1]?.holding?.owner).to.equal(undefined);
    expect(folded.contracts[1]?.contractIds).to.have.length(5);
  });

  it("stays as it is while it has few", () => {
    const picture = manyCoins(20);
    expect(foldPicture(picture)).to.equal(picture);
  });

  it("keeps its sums and the number of its contracts, and becomes as small as is asked for", () =>
    fc.assert(
      fc.property(drawnTransaction, fc.integer({ min: 4, max: 20 }), (drawn, most) => {
        const picture = pictureOf(drawn);
        const folded = foldPicture(picture, most);
        expect(folded.actions.length + folded.contracts.length).to.be.at.most(most);
        expect(pictureSums(folded)).to.have.deep.members(pictureSums(picture));
        const counted = folded.contracts.reduce((sum, { count }) => sum + count, 0);
        expect(counted).to.equal(picture.contracts.length);
        const actions = new Set(folded.actions.map(({ key }) => key));
        for (const { parent } of folded.actions)
          if (parent !== undefined) expect(actions.has(parent)).to.equal(true);
        for (const { action } of folded.edges) expect(actions.has(action)).to.equal(true);
      }),
    ));
});
