import { choice, definePackage, party, record, template, text, textMap } from "@tallystick/core";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { developmentUser } from "../../../src/index.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { at } from "../../fixtures/ping-server.js";
import { type RunningServer, runServer } from "../../fixtures/running-server.js";

const odd = ["__proto__", "constructor", "toString", "hasOwnProperty", "toJSON", "then"];
const named = <A>(of: A): Record<string, A> => Object.fromEntries(odd.map((name) => [name, of]));

const Odd = template("Odd:Odd", {
  payload: record({ owner: party, fields: record(named(text)), map: textMap(text) }),
  signatories: ({ owner }) => [owner],
});
const Say = choice(Odd, "Say", {
  argument: record({ map: textMap(text) }),
  result: textMap(text),
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body(_on, { map }) {
    return map;
  },
});
const odds = definePackage({ name: "odds", version: "1.0.0", templates: [Odd], choices: [Say] });

describe("fields and keys named like what objects of this language have", () => {
  let ledger: Ledger;
  let running: RunningServer;
  let owner: string;
  before(async () => {
    ledger = rightOf(await openLedger({ packages: [odds] }));
    running = await runServer(ledger);
    owner = rightOf(await ledger.allocateParty({ partyIdHint: "alice" })).party;
    rightOf(await ledger.grantUserRights(developmentUser, [{ kind: "CanActAs", party: owner }]));
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  const commit = async (command: object): Promise<unknown> => {
    const body = {
      commands: {
        commands: [command],
        commandId: JSON.stringify(command).slice(2, 9),
        actAs: [owner],
      },
      transactionFormat: {
        eventFormat: { filtersByParty: { [owner]: {} }, verbose: true },
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    };
    const reply = await running.call("POST", "/v2/commands/submit-and-wait-for-transaction", {
      body,
    });
    expect(reply.status, reply.text).to.equal(200);
    return at(reply.json, "transaction", "events", 0);
  };

  it("are taken, stored and read back", async () => {
    const createArguments = { owner, fields: named("field"), map: named("entry") };
    const templateId = "#odds:Odd:Odd";
    const created = at(
      await commit({ CreateCommand: { templateId, createArguments } }),
      "CreatedEvent",
    );
    expect(at(created, "createArgument")).to.deep.equal(createArguments);
    const contractId = String(at(created, "contractId"));
    const choiceArgument = { map: named("said") };
    const said = at(
      await commit({ ExerciseCommand: { templateId, contractId, choice: "Say", choiceArgument } }),
      "ExercisedEvent",
    );
    expect(at(said, "choiceArgument")).to.deep.equal(choiceArgument);
    expect(at(said, "exerciseResult")).to.deep.equal(named("said"));
    const active = await running.call("POST", "/v2/state/active-contracts", {
      body: {
        activeAtOffset: ledger.ledgerEnd(),
        eventFormat: { filtersByParty: { [owner]: {} }, verbose: true },
      },
    });
    expect(
      at(active.json, 0, "contractEntry", "JsActiveContract", "createdEvent", "createArgument"),
    ).to.deep.equal(createArguments);
    expect(Object.getPrototypeOf({})).to.equal(Object.prototype);
    expect({}).to.not.have.property("field");
  });

  it("are unexpected like any other where a type does not have them", async () => {
    for (const name of odd) {
      const createArguments = {
        owner,
        fields: named("f"),
        map: {},
        ...Object.fromEntries([[name, "x"]]),
      };
      const command = { CreateCommand: { templateId: "#odds:Odd:Odd", createArguments } };
      const body = { commands: [command], commandId: `bad-${name}`, actAs: [owner] };
      const reply = await running.call("POST", "/v2/commands/submit-and-wait", { body });
      expect(reply.status, name).to.equal(400);
      expect(reply.text, name).to.contain(`Unexpected fields: ${name}`);
    }
  });
});
