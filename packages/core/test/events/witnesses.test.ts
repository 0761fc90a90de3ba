import { expect } from "chai";
import fc from "fast-check";
import type { TransactionNode } from "../../src/events/transaction-node.js";
import { informeesOf, stakeholdersOf, witnessesOf } from "../../src/events/witnesses.js";

const common = { templateId: "aa:M:T", packageName: "p" };

const create = (
  nodeId: number,
  signatories: ReadonlyArray<string>,
  observers: ReadonlyArray<string> = [],
): TransactionNode => ({
  kind: "create",
  nodeId,
  contractId: `c${nodeId}`,
  ...common,
  payload: {},
  signatories,
  observers,
});

const exercise = (
  nodeId: number,
  lastDescendantNodeId: number,
  parties: Pick<TransactionNode, "signatories" | "observers"> & {
    readonly actingParties: ReadonlyArray<string>;
    readonly consuming: boolean;
    readonly choiceObservers?: ReadonlyArray<string>;
  },
): TransactionNode => ({
  kind: "exercise",
  nodeId,
  contractId: "c",
  ...common,
  choice: "Do",
  argument: {},
  result: {},
  lastDescendantNodeId,
  ...parties,
});

describe("those a node informs", () => {
  it("are the stakeholders of what it creates", () => {
    expect(informeesOf(create(0, ["b"], ["a"]))).to.deep.equal(["a", "b"]);
    expect(stakeholdersOf(create(0, ["b"]))).to.deep.equal(["b"]);
  });

  const parties = { signatories: ["s"], observers: ["o"], actingParties: ["a"] };

  it("are the stakeholders, the actors and the choice's observers when it consumes", () => {
    const node = exercise(0, 0, { ...parties, consuming: true, choiceObservers: ["x"] });
    expect(informeesOf(node)).to.deep.equal(["a", "o", "s", "x"]);
  });

  it("are without the contract's observers when it does not", () => {
    const node = exercise(0, 0, { ...parties, consuming: false });
    expect(informeesOf(node)).to.deep.equal(["a", "s"]);
  });
});

describe("those who see a node", () => {
  it("are those it informs and those who see the exercises around it", () => {
    const parties = { signatories: ["s"], observers: [], actingParties: ["a"], consuming: true };
    const nodes = [
      create(0, ["z"]),
      exercise(1, 4, parties),
      create(2, ["b"]),
      exercise(3, 4, { ...parties, actingParties: ["c"], signatories: ["b"] }),
      create(4, ["d"], ["s"]),
      create(5, ["e"]),
    ];
    expect(witnessesOf(nodes)).to.deep.equal([
      ["z"],
      ["a", "s"],
      ["a", "b", "s"],
      ["a", "b", "c", "s"],
      ["a", "b", "c", "d", "s"],
      ["e"],
    ]);
  });

  it("are the same as found by looking at every node around each", () => {
    const party = fc.constantFrom("a", "b", "c", "d");
    const list = fc
      .uniqueArray(party, { minLength: 1, maxLength: 2 })
      .map((parties) => parties.toSorted());
    const shape = fc.array(fc.tuple(fc.boolean(), fc.nat(4), list, list, fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(shape, (steps) => {
        const ends: Array<number> = [];
        const nodes = steps.map(([isCreate, size, signatories, actingParties, consuming], id) => {
          while ((ends.at(-1) ?? id) < id) ends.pop();
          const last = Math.min(id + size, ends.at(-1) ?? steps.length - 1, steps.length - 1);
          if (isCreate) return create(id, signatories);
          ends.push(last);
          return exercise(id, last, { signatories, observers: [], actingParties, consuming });
        });
        const naive = nodes.map((_, id) => {
          const around = nodes.filter(
            (node, at) =>
              at === id || (node.kind === "exercise" && at < id && node.lastDescendantNodeId >= id),
          );
          return [...new Set(around.flatMap(informeesOf))].sort();
        });
        expect(witnessesOf(nodes)).to.deep.equal(naive);
      }),
    );
  });
});
