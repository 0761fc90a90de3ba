import { expect } from "chai";
import fc from "fast-check";
import { seenByParty } from "../../src/picture/drawn-transaction.js";
import { type Picture, pictureOf, pictureSums } from "../../src/picture/picture.js";
import { coin, drawnTransaction, party, payment } from "./arbitrary-drawn.js";

const edgesOf = ({ edges }: Picture): ReadonlyArray<string> =>
  edges.map(
    ({ kind, action, contract, amounts }) =>
      `${action} ${kind} ${contract}${amounts.map(({ units, id }) => `: ${units} ${id}`).join("")}`,
  );

describe("The picture of a transaction", () => {
  it("has an action with a coin in and two out; its archival is an edge", () => {
    const picture = pictureOf(payment);
    expect(edgesOf(picture)).to.deep.equal([
      "node 0 uses rules",
      "node 0 consumes ten: 10 Amulet",
      "node 0 makes six: 6 Amulet",
      "node 0 makes four: 4 Amulet",
    ]);
    expect(picture.actions.map(({ choice, by }) => [choice, by])).to.deep.equal([
      ["Split", ["ana::1"]],
    ]);
    expect(pictureSums(picture)).to.deep.equal([
      { admin: "dso::9", id: "Amulet", consumed: 10n, made: 10n },
    ]);
    const rules = picture.contracts.find(({ key }) => key === "rules");
    expect(rules?.divulgedTo).to.deep.equal(["ana::1"]);
  });

  it("shows each party what it sees: one who only gets a coin, that coin", () => {
    const picture = pictureOf(seenByParty(payment, "ben::1"));
    expect(edgesOf(picture)).to.deep.equal(["node 2 makes six: 6 Amulet"]);
    expect(picture.actions[0]?.kind).to.equal("create");
    const ana = pictureOf(seenByParty(payment, "ana::1"));
    expect(edgesOf(ana)).to.deep.equal(edgesOf(pictureOf(payment)));
    expect(ana.contracts.find(({ key }) => key === "rules")?.isKnown).to.equal(false);
  });

  it("has what is made and consumed within it in between, and what is made alone as a command", () => {
    const picture = pictureOf({
      nodes: [
        { kind: "create", nodeId: 0, witnesses: ["ana::1"], contract: coin("a", 5n, "ana::1") },
        {
          kind: "exercise",
          nodeId: 1,
          lastDescendantNodeId: 1,
          contractId: "a",
          templateId: "p:M:Coin",
          choice: "Archive",
          consuming: true,
          actingParties: ["ana::1"],
          witnesses: ["ana::1"],
        },
      ],
      contracts: new Map(),
    });
    expect(edgesOf(picture)).to.deep.equal([
      "node 0 makes a: 5 Amulet",
      "node 1 consumes a: 5 Amulet",
    ]);
    expect(picture.actions.map(({ kind }) => kind)).to.deep.equal(["create", "archive"]);
    expect(picture.contracts.map(({ place }) => place)).to.deep.equal(["between"]);
  });

  it("has an edge for each contract that is consumed or made, and one of each", () =>
    fc.assert(
      fc.property(drawnTransaction, (drawn) => {
        const picture = pictureOf(drawn);
        const linked = (kind: string): ReadonlyArray<string> =>
          picture.edges.flatMap((edge) => (edge.kind === kind ? [edge.contract] : [])).toSorted();
        const consumed = drawn.nodes.flatMap((node) =>
          node.kind === "exercise" && node.consuming ? [node.contractId] : [],
        );
        const made = drawn.nodes.flatMap((node) =>
          node.kind === "create" ? [node.contract.contractId] : [],
        );
        expect(linked("consumes")).to.deep.equal(consumed.toSorted());
        expect(linked("makes")).to.deep.equal(made.toSorted());
        const actions = new Set(picture.actions.map(({ key }) => key));
        const contracts = new Set(picture.contracts.map(({ key }) => key));
        for (const { action, contract } of picture.edges) {
          expect(actions.has(action)).to.equal(true);
          expect(contracts.has(contract)).to.equal(true);
        }
      }),
    ));

  it("sums up what its known contracts are worth, by instrument", () =>
    fc.assert(
      fc.property(drawnTransaction, (drawn) => {
        const worth = new Map<string, bigint>();
        const add = (
          of: { admin: string; id: string; units: bigint } | undefined,
          sign: bigint,
        ) => {
          if (of === undefined) return;
          const key = `${of.admin} ${of.id}`;
          worth.set(key, (worth.get(key) ?? 0n) + sign * of.units);
        };
        const holdings = new Map([...drawn.contracts].map(([id, { holding }]) => [id, holding]));
        for (const node of drawn.nodes) {
          if (node.kind === "create") {
            holdings.set(node.contract.contractId, node.contract.holding);
            add(node.contract.holding, 1n);
          } else if (node.consuming) {
            add(holdings.get(node.contractId), -1n);
          }
        }
        for (const { admin, id, consumed, made } of pictureSums(pictureOf(drawn)))
          expect(made - consumed).to.equal(worth.get(`${admin} ${id}`) ?? 0n);
      }),
    ));

  it("shows a party exactly the nodes that it witnesses, and no more of a contract than it may know", () =>
    fc.assert(
      fc.property(drawnTransaction, party, (drawn, eyes) => {
        const picture = pictureOf(seenByParty(drawn, eyes));
        for (const { seenBy } of picture.actions) expect(seenBy).to.include(eyes);
        const known = picture.contracts.filter(
          ({ isKnown, place }) => isKnown && place === "before",
        );
        for (const { signatories, observers } of known)
          expect([...signatories, ...observers]).to.include(eyes);
        const seen = drawn.nodes.filter(({ witnesses }) => witnesses.includes(eyes));
        expect(picture.nodeCount).to.equal(seen.length);
      }),
    ));
});
