import { expect } from "chai";
import {
  createdHere,
  type InterpretationInput,
  keyIdOf,
  newTrace,
  openTransaction,
  unknownOf,
} from "../../src/contracts/transaction.js";
import type { CreateNode } from "../../src/events/transaction-node.js";
import { alice, bob, carol, catalogOf, sha256, seedOf } from "../ledger-fixture.js";
import { samplePackage } from "../sample-package.js";

const input = (known: ReadonlyArray<string> = []): InterpretationInput => ({
  view: {
    catalog: catalogOf(samplePackage),
    sha256,
    contract: () => undefined,
    contractsByKey: () => undefined,
    isKnownParty: (party) => known.includes(party),
  },
  readers: new Set(),
  disclosed: new Map(),
  preference: [],
  ledgerTime: 42,
  seed: seedOf("seed"),
  offset: 1,
});

const node = (nodeId: number): CreateNode => ({
  kind: "create",
  nodeId,
  contractId: `id-${nodeId}`,
  templateId: "p:M:T",
  packageName: "p",
  payload: { n: String(nodeId) },
  signatories: [alice],
  observers: [],
});

describe("A transaction that is being put together", () => {
  it("knows the contracts it has created, with the ledger time as theirs", () => {
    const transaction = openTransaction(input());
    transaction.nodes.push(node(0));
    expect(createdHere(transaction, "id-0")).to.deep.include({ contractId: "id-0", createdAt: 42 });
    expect(createdHere(transaction, "id-1")).to.equal(undefined);
  });

  it("knows those that are created later too, though it has looked before", () => {
    const transaction = openTransaction(input());
    expect(createdHere(transaction, "id-0")).to.equal(undefined);
    for (let nodeId = 0; nodeId < 5; nodeId++) {
      transaction.nodes.push(node(nodeId));
      for (let each = 0; each <= nodeId; each++)
        expect(createdHere(transaction, `id-${each}`)?.contractId).to.equal(`id-${each}`);
      expect(createdHere(transaction, `id-${nodeId + 1}`)).to.equal(undefined);
    }
    expect(transaction.indexedNodes).to.equal(5);
  });

  it("finds no contract in an exercise", () => {
    const transaction = openTransaction(input());
    transaction.nodes.push({
      ...node(0),
      kind: "exercise",
      choice: "C",
      argument: {},
      actingParties: [alice],
      consuming: false,
      result: {},
      lastDescendantNodeId: 0,
    });
    expect(createdHere(transaction, "id-0")).to.equal(undefined);
  });

  it("knows the parties that act in it, and those of the ledger", () => {
    const transaction = openTransaction(input([bob]));
    const scope = { authority: new Set([alice]), depth: 0, exercise: -1 };
    expect(unknownOf(transaction, scope, [alice, bob, carol])).to.deep.equal([carol]);
    expect(unknownOf(transaction, scope, [])).to.deep.equal([]);
  });

  it("starts with nothing, and a trace of its own", () => {
    const transaction = openTransaction(input());
    expect(transaction).to.deep.include({ nodes: [], steps: 0, latestInput: 0, indexedNodes: 0 });
    const [one, two] = [newTrace(), newTrace()];
    one.inputs.set("a", { ...node(0), createdAt: 1 });
    expect(two.inputs.size).to.equal(0);
  });
});

describe("What two contracts must not share", () => {
  const key = (value: Readonly<Record<string, string>>) => ({ value, maintainers: [alice] });
  const id = keyIdOf("p", "M:T", key({ a: "1", b: "2" }));

  it("is the same for the same key of any version of a template, whoever maintains it", () => {
    expect(keyIdOf("p", "M:T", { ...key({ a: "1", b: "2" }), maintainers: [bob] })).to.equal(id);
  });

  const others: ReadonlyArray<readonly [string, string]> = [
    ["another package name", keyIdOf("q", "M:T", key({ a: "1", b: "2" }))],
    ["another template", keyIdOf("p", "M:U", key({ a: "1", b: "2" }))],
    ["another value", keyIdOf("p", "M:T", key({ a: "1", b: "3" }))],
    ["a value moved to another field", keyIdOf("p", "M:T", key({ a: "12", b: "" }))],
  ];
  for (const [what, other] of others) {
    it(`differs with ${what}`, () => {
      expect(other).to.not.equal(id);
    });
  }
});
