import { expect } from "chai";
import * as fc from "fast-check";
import { commandOfPrepared, packagesOfPrepared } from "../../src/ledger/command-of-prepared.js";
import type { DamlTransaction } from "../../src/messages/prepared-transaction.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { create, exercise, party, preparedOf, record, text } from "../description/coin-messages.js";
import { anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";

const packageId = "ab".repeat(32);
const iou = create("00aa", "Main:Iou", record({ owner: party("alice"), note: text("n") }));
const created: NodeContent = { kind: "create", value: iou };
const transactionOf = (...nodes: ReadonlyArray<NodeContent>): DamlTransaction =>
  preparedOf(nodes).transaction;

describe("The command of a prepared transaction", () => {
  it("creates what its root creates", () => {
    expect(expectRight(commandOfPrepared(transactionOf(created)))).to.deep.equal({
      kind: "CreateCommand",
      templateId: `${packageId}:Main:Iou`,
      createArguments: { owner: "alice", note: "n" },
    });
  });

  it("exercises what its root exercises, whatever is below it", () => {
    const root = exercise(iou, "Give", record({ to: party("bob") }), { children: ["1"] });
    const command = commandOfPrepared(transactionOf({ kind: "exercise", value: root }, created));
    expect(expectRight(command)).to.deep.equal({
      kind: "ExerciseCommand",
      templateId: `${packageId}:Main:Iou`,
      contractId: "00aa",
      choice: "Give",
      choiceArgument: { to: "bob" },
    });
  });

  it("names the interface of a choice that is exercised through one", () => {
    const interfaceId = { packageId: "cd".repeat(32), moduleName: "Api", entityName: "Asset" };
    const root = exercise(iou, "Move", record({}), { interfaceId });
    const command = expectRight(
      commandOfPrepared(transactionOf({ kind: "exercise", value: root })),
    );
    expect(command.templateId).to.equal(`${"cd".repeat(32)}:Api:Asset`);
  });

  const wrong: ReadonlyArray<readonly [string, DamlTransaction, string]> = [
    [
      "no root",
      { ...transactionOf(created), roots: [] },
      "Transaction with multiple root nodes are not supported",
    ],
    [
      "two roots",
      { ...transactionOf(created, created), roots: ["0", "1"] },
      "Transaction with multiple root nodes are not supported",
    ],
    [
      "a root that is not there",
      { ...transactionOf(created), roots: ["7"] },
      "node 7: not among the nodes",
    ],
    [
      "a rollback as its root",
      transactionOf({ kind: "rollback", value: [] }),
      "root node: found a rollback, expected a create or an exercise",
    ],
    [
      "a fetch as its root",
      transactionOf({
        kind: "fetch",
        value: { ...iou, actingParties: [], interfaceId: undefined, byKey: false },
      }),
      "root node: found a fetch, expected a create or an exercise",
    ],
  ];
  for (const [what, transaction, message] of wrong) {
    it(`is none with ${what}`, () => {
      expect(expectMessage(commandOfPrepared(transaction))).to.equal(message);
    });
  }

  it("is one or an error for any transaction, and nothing is thrown", () => {
    fc.assert(
      fc.property(anyPreparedWithKeys, ({ transaction }) => {
        expect(() => commandOfPrepared(transaction)).to.not.throw();
      }),
      { numRuns: 100 },
    );
  });
});

describe("The packages of a prepared transaction", () => {
  it("are those of the templates of its nodes, each once, in the order of the nodes", () => {
    const inPackage = (id: string): NodeContent => ({
      kind: "create",
      value: { ...iou, templateId: { ...iou.templateId, packageId: id } },
    });
    const nodes = [inPackage("b"), inPackage("a"), inPackage("b")];
    expect(packagesOfPrepared(transactionOf(...nodes))).to.deep.equal(["b", "a"]);
    expect(packagesOfPrepared(transactionOf({ kind: "rollback", value: [] }))).to.deep.equal([]);
  });
});
