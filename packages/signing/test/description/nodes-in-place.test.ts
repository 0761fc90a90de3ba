import { expect } from "chai";
import * as fc from "fast-check";
import { nodesInPlace } from "../../src/description/nodes-in-place.js";
import type { DamlTransaction } from "../../src/messages/prepared-transaction.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { create, exercise, record } from "./coin-messages.js";

const contract = create("00aa", "M:T", record({}));

/** Nodes by id: an exercise has its children, a rollback too, a leaf creates. */
const transactionOf = (
  roots: ReadonlyArray<string>,
  shape: Readonly<Record<string, readonly ["leaf" | "exercise" | "rollback", ...Array<string>]>>,
): DamlTransaction => ({
  version: "2.1",
  roots,
  nodes: Object.entries(shape).map(([nodeId, [kind, ...children]]) => ({
    nodeId,
    content: contentOf(nodeId, kind, children),
  })),
  nodeSeeds: [],
});

const contentOf = (
  nodeId: string,
  kind: "leaf" | "exercise" | "rollback",
  children: ReadonlyArray<string>,
): NodeContent => {
  switch (kind) {
    case "leaf":
      return { kind: "create", value: { ...contract, contractId: nodeId } };
    case "exercise": {
      const choice = exercise({ ...contract, contractId: nodeId }, "Do", record({}), { children });
      return { kind: "exercise", value: choice };
    }
    case "rollback":
      return { kind: "rollback", value: children };
  }
};

const shown = (transaction: DamlTransaction): ReadonlyArray<string> =>
  nodesInPlace(transaction).map(
    ({ content, takesEffect }) =>
      `${content.kind === "rollback" ? "rollback" : "contractId" in content.value ? content.value.contractId : "?"}${takesEffect ? "" : " undone"}`,
  );

describe("nodesInPlace", () => {
  it("gives nodes in the order of execution, whatever their order in the message", () => {
    const shape = {
      d: ["leaf"],
      b: ["exercise", "c"],
      a: ["exercise", "b", "d"],
      c: ["leaf"],
      e: ["leaf"],
    } as const;
    expect(shown(transactionOf(["a", "e"], { ...shape }))).to.deep.equal(["a", "b", "c", "d", "e"]);
  });

  it("marks what is below a rollback, and nothing after it", () => {
    const transaction = transactionOf(["a"], {
      a: ["exercise", "r", "z"],
      r: ["rollback", "x", "s"],
      x: ["exercise", "y"],
      y: ["leaf"],
      s: ["rollback", "t"],
      t: ["leaf"],
      z: ["leaf"],
    });
    expect(shown(transaction)).to.deep.equal([
      "a",
      "rollback",
      "x undone",
      "y undone",
      "rollback undone",
      "t undone",
      "z",
    ]);
  });

  it("leaves out nodes that no root leads to, also when they lead to each other", () => {
    const loops = transactionOf(["a"], {
      a: ["leaf"],
      p: ["exercise", "q"],
      q: ["rollback", "p", "fake"],
      fake: ["leaf"],
      self: ["exercise", "self"],
    });
    expect(shown(loops)).to.deep.equal(["a"]);
  });

  it("ends with a node that is below itself, and skips what is not there", () => {
    const odd = transactionOf(["a", "a", "gone"], { a: ["exercise", "a", "b", "b"], b: ["leaf"] });
    expect(shown(odd)).to.deep.equal(["a", "b"]);
  });

  it("has each node of a whole transaction once", () => {
    fc.assert(
      fc.property(anyPreparedWithKeys, ({ transaction }) => {
        const placed = nodesInPlace(transaction);
        expect(placed.map(({ content }) => content)).to.have.members(
          transaction.nodes.map(({ content }) => content),
        );
        expect(placed).to.have.length(transaction.nodes.length);
      }),
      { numRuns: 100 },
    );
  });

  it("walks as deep as a message is long", () => {
    const depth = 20_000;
    const nodes = Array.from({ length: depth }, (_, id) => ({
      nodeId: String(id),
      content: { kind: "rollback" as const, value: [String(id + 1)] },
    }));
    const placed = nodesInPlace({ version: "2.1", roots: ["0"], nodes, nodeSeeds: [] });
    expect(placed).to.have.length(depth);
  });
});
