import { readFileSync } from "node:fs";
import { expect } from "chai";
import { abortPing, ping, pingPackage, respond } from "../../src/templates/builtin-ping.js";
import type { Command } from "../../src/commands/composite-command.js";
import { alice, bob, catalogOf, createdIn, exercisedIn, TestLedger } from "../ledger-fixture.js";

const templateId = `#${pingPackage.name}:${ping.name}`;
const pinged = () => {
  const ledger = new TestLedger({ catalog: catalogOf(pingPackage) });
  const command: Command = {
    kind: "CreateCommand",
    templateId,
    createArguments: { id: "1", initiator: alice, responder: bob },
  };
  const [node] = createdIn(ledger.commit([alice], [command]));
  const answer = (choice: string): Command => ({
    kind: "ExerciseCommand",
    templateId,
    contractId: node?.contractId ?? "",
    choice,
    choiceArgument: {},
  });
  return { ledger, node, answer };
};

describe("the ping", () => {
  it("has the version of this library as that of its code", () => {
    const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    expect(JSON.parse(manifest)).to.have.property("version", pingPackage.codeVersion);
  });

  it("is signed by its initiator and seen by its responder", () => {
    const { node } = pinged();
    expect(node).to.deep.include({
      packageName: "canton-builtin-admin-workflow-ping",
      payload: { id: "1", initiator: alice, responder: bob },
      signatories: [alice],
      observers: [bob],
    });
    expect(node?.templateId).to.match(/:Canton.Internal.Ping:Ping$/);
  });

  for (const [choice, by, notBy] of [
    [respond.name, bob, alice],
    [abortPing.name, alice, bob],
  ] as const) {
    it(`is archived by ${choice}, which only ${by === bob ? "the responder" : "the initiator"} may do`, () => {
      const { ledger, answer } = pinged();
      expect(ledger.refuse([notBy], [answer(choice)]).code).to.equal("DAML_AUTHORIZATION_ERROR");
      const [node] = exercisedIn(ledger.commit([by], [answer(choice)]));
      expect(node).to.deep.include({ choice, consuming: true, actingParties: [by], result: {} });
      expect(ledger.state.contracts.size).to.equal(0);
    });
  }
});
