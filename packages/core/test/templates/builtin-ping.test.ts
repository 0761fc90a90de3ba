import { readFileSync } from "node:fs";
import { expect } from "chai";
import { abortPing, ping, pingPackage, respond } from "../../src/templates/builtin-ping.js";
import type { Command } from "../../src/commands/composite-command.js";
import type { Json } from "../../src/values/json.js";
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
  const answer = (choice: string, choiceArgument: Json = {}): Command => ({
    kind: "ExerciseCommand",
    templateId,
    contractId: node?.contractId ?? "",
    choice,
    choiceArgument,
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

  it("is archived by Respond, which only the responder may do", () => {
    const { ledger, answer } = pinged();
    expect(ledger.refuse([alice], [answer(respond.name)]).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const [node] = exercisedIn(ledger.commit([bob], [answer(respond.name)]));
    expect(node).to.deep.include({ choice: "Respond", actingParties: [bob], result: {} });
    expect(ledger.state.contracts.size).to.equal(0);
  });

  for (const anyone of [alice, bob]) {
    it(`is ended by ${anyone.slice(0, 5)}, who the argument of AbortPing names`, () => {
      const { ledger, answer } = pinged();
      const abort = answer(abortPing.name, { anyone });
      const other = anyone === alice ? bob : alice;
      expect(ledger.refuse([other], [abort]).code).to.equal("DAML_AUTHORIZATION_ERROR");
      const [node] = exercisedIn(ledger.commit([anyone], [abort]));
      expect(node).to.deep.include({ choice: "AbortPing", actingParties: [anyone], result: {} });
    });
  }

  it("has the id of the package it is made after", () => {
    expect(pinged().node?.templateId).to.equal(`${pingPackage.packageId}:${ping.name}`);
  });
});
