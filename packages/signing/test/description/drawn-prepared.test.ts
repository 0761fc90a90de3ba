import { pictureOf, pictureSums } from "@tallystick/core/picture";
import { expect } from "chai";
import { drawnPrepared } from "../../src/description/drawn-prepared.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { amulet, create, exercise, preparedOf, record } from "./coin-messages.js";

const coin = {
  ...amulet("00aa", "alice", "10.0000000000"),
  signatories: ["alice"],
  stakeholders: ["alice"],
};
const rules = {
  ...create("00bb", "Splice.AmuletRules:AmuletRules", record({})),
  signatories: ["dso"],
  stakeholders: ["dso"],
};
const made = (id: string, owner: string, amount: string): NodeContent => ({
  kind: "create",
  value: { ...amulet(id, owner, amount), signatories: ["dso"], stakeholders: ["dso", owner] },
});

const payment = (
  inner: ReadonlyArray<NodeContent>,
  children: ReadonlyArray<string> = inner.map((_, at) => String(at + 1)),
) =>
  preparedOf(
    [
      {
        kind: "exercise",
        value: exercise(rules, "Transfer", record({}), {
          consuming: false,
          signatories: ["dso"],
          stakeholders: ["dso"],
          actingParties: ["alice"],
          children,
        }),
      },
      ...inner,
    ],
    [rules, coin],
  );

describe("drawnPrepared", () => {
  it("has what is signed: coins in and out, who signs and who sees", () => {
    const archived: NodeContent = {
      kind: "exercise",
      value: exercise(coin, "Archive", record({}), {
        signatories: ["alice"],
        stakeholders: ["alice"],
        actingParties: ["alice"],
      }),
    };
    const { transaction, metadata } = payment([
      archived,
      made("00c1", "bob", "3.5000000000"),
      made("00c2", "alice", "6.5000000000"),
    ]);
    const drawn = drawnPrepared(transaction, metadata);
    expect(drawn.nodes.map(({ nodeId, witnesses }) => [nodeId, ...witnesses])).to.deep.equal([
      [0, "alice", "dso"],
      [1, "alice", "dso"],
      [2, "alice", "bob", "dso"],
      [3, "alice", "dso"],
    ]);
    const picture = pictureOf(drawn);
    expect(picture.edges.map(({ kind }) => kind)).to.deep.equal([
      "uses",
      "consumes",
      "makes",
      "makes",
    ]);
    expect(pictureSums(picture)).to.deep.equal([
      { admin: "dso", id: "Amulet", consumed: 100_000_000_000n, made: 100_000_000_000n },
    ]);
  });

  it("leaves out what is rolled back, and nodes that no root leads to", () => {
    const inner: ReadonlyArray<NodeContent> = [
      { kind: "rollback", value: ["2"] },
      made("00c1", "bob", "1.0000000000"),
    ];
    const { transaction, metadata } = payment(inner, ["1"]);
    const { nodes } = drawnPrepared(transaction, metadata);
    expect(nodes.map(({ kind }) => kind)).to.deep.equal(["exercise"]);
  });
});
