import { expect } from "chai";
import type { Command } from "../../src/commands/composite-command.js";
import { record } from "../../src/daml-types/record-types.js";
import { int64, party } from "../../src/daml-types/scalar-types.js";
import { definePackage, template } from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import { archiveChoiceName } from "../../src/templates/definition-rules.js";
import type { Json } from "../../src/values/json.js";
import { getIn } from "../../src/collections/persistent-map.js";
import {
  alice,
  bank,
  bob,
  carol,
  catalogOf,
  createdIn,
  creates,
  createsAndExercises,
  exercisedIn,
  exercises,
  exercisesByKey,
  iou,
  iouKey,
  partyOf,
  TestLedger,
} from "../ledger-fixture.js";
import {
  Accept,
  Delegation,
  FetchByKey,
  FindOrphan,
  Iou,
  Lab,
  LookupByKey,
  LookupFor,
  Nobody,
  Offer,
  Orphan,
  Pact,
  Reissue,
  Split,
  Touch,
  TouchByKey,
  Transfer,
} from "../sample-package.js";

const archives = (contractId: string): Command =>
  exercises({ on: Iou, name: archiveChoiceName }, contractId);

describe("A payload against the precondition", () => {
  const of = template("Deeds:Deed", {
    payload: record({ owner: party, weight: int64 }),
    signatories: ({ owner }) => [owner],
    ensure: ({ weight }) => weight > 0n,
  });
  const refused = (changes: Partial<Package>) => {
    const deeds = definePackage({ name: "deeds", version: "1.0.0", templates: [of], ...changes });
    const ledger = new TestLedger({ catalog: catalogOf(deeds) });
    const createArguments = { owner: alice, weight: "0" };
    return ledger.refuse(
      [alice],
      [{ kind: "CreateCommand", templateId: "#deeds:Deeds:Deed", createArguments }],
    );
  };

  it("is an exception where Daml compiled the package", () => {
    const error = refused({ packageId: "ab".repeat(32) });
    expect(error.code).to.equal("DAML_FAILURE");
    expect(error.context).to.deep.include({
      error_id: "UNHANDLED_EXCEPTION/DA.Exception.PreconditionFailed:PreconditionFailed",
      category: "9",
    });
    expect(error.context["exercise_trace"]).to.match(
      /^ {4}in create command abababab:[\w.]+:Deed\.\n$/,
    );
    expect(error.cause).to.equal(
      `Template precondition violated: Deed {owner = '${alice}', weight = 0}`,
    );
  });

  it("is an error of its own elsewhere", () => {
    expect(refused({}).code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
  });
});

describe("authority to create", () => {
  const pact = creates(Pact, { first: alice, second: bob });
  const table: ReadonlyArray<
    readonly [string, ReadonlyArray<string>, Command, string | undefined]
  > = [
    ["all signatories", [alice, bob], pact, undefined],
    ["more than the signatories", [alice, bob, carol], pact, undefined],
    ["one of two signatories", [alice], pact, bob],
    ["none of the signatories", [carol], pact, `${alice}, ${bob}`],
    ["an observer only", [alice], creates(Iou, iou()), bank],
  ];
  for (const [name, actAs, command, missing] of table) {
    it(`${missing === undefined ? "is there" : "is missing"} with ${name}`, () => {
      const ledger = new TestLedger();
      if (missing === undefined) {
        expect(ledger.commit(actAs, [command]).nodes).to.have.lengthOf(1);
      } else {
        const error = ledger.refuse(actAs, [command]);
        expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
        expect(error.cause).to.match(new RegExp(`missing: ${missing}$`));
      }
    });
  }

  it("is never there for a contract that no one signs", () => {
    const error = new TestLedger().refuse([alice], [creates(Nobody, {})]);
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(error.cause).to.contain("no party, which is not allowed");
  });

  it("does not come from readAs", () => {
    const error = new TestLedger().refuse([alice], [creates(Pact, { first: alice, second: bob })], {
      readAs: [bob],
    });
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("inside a body is that of signatories and controllers together", () => {
    const ledger = new TestLedger();
    const offer = ledger.create([alice], Offer, { first: alice, second: bob });
    const [created] = createdIn(ledger.commit([bob], [exercises(Accept, offer)]));
    expect(created?.signatories).to.deep.equal([alice, bob].sort());
  });

  it("inside a body is not that of the submitter beyond the controllers", () => {
    const ledger = new TestLedger();
    const offer = ledger.create([alice], Offer, { first: alice, second: bob });
    // carol acts too, but neither signs the offer nor controls the choice
    const event = ledger.commit([bob, carol], [exercises(Accept, offer)]);
    expect(exercisedIn(event)[0]?.actingParties).to.deep.equal([bob]);
    const lab = ledger.create([bank], Lab, { owner: bank });
    const claim = ledger.create([bank], Iou, iou());
    const split = exercises(Split, claim, { amount: "1", reference: "r2" });
    expect(ledger.refuse([bank], [split]).code).to.equal("DAML_AUTHORIZATION_ERROR");
    const lookup = exercises(LookupByKey, lab, iouKey());
    expect(exercisedIn(ledger.commit([alice, bank], [lookup]))[0]?.result).to.equal(claim);
  });
});

describe("the parties a contract informs", () => {
  it("are known here, or the create is refused naming the unknown", () => {
    const nobody = partyOf("nobody");
    const ledger = new TestLedger();
    const error = ledger.refuse([bank], [creates(Iou, iou({ observers: [bob, nobody] }))]);
    expect(error.code).to.equal("UNKNOWN_INFORMEES");
    expect(error.cause).to.match(new RegExp(`: ${nobody}$`));
  });
});

describe("the key of a contract", () => {
  it("has maintainers, all of them signatories", () => {
    const ledger = new TestLedger();
    const orphan = (keepers: ReadonlyArray<string>) => creates(Orphan, { owner: alice, keepers });
    expect(ledger.refuse([alice], [orphan([])]).code).to.equal(
      "CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS",
    );
    const foreign = ledger.refuse([alice, bob], [orphan([alice, bob])]);
    expect(foreign.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(foreign.cause).to.contain("Maintaining the key");
    const [node] = createdIn(ledger.commit([alice], [orphan([alice, alice])]));
    expect(node?.key).to.deep.equal({ value: [alice, alice], maintainers: [alice] });
  });

  it("is held by one active contract across transactions", () => {
    const ledger = new TestLedger();
    const first = ledger.create([bank], Iou, iou());
    const error = ledger.refuse([bank], [creates(Iou, iou({ owner: bob, amount: "1" }))]);
    expect(error.code).to.equal("DUPLICATE_CONTRACT_KEY");
    expect(error.resources).to.deep.include(["CONTRACT_KEY", JSON.stringify(iouKey())]);
    ledger.create([bank], Iou, iou({ reference: "r2" }));
    ledger.commit([bank], [archives(first)]);
    ledger.create([bank], Iou, iou({ owner: bob }));
    expect(ledger.state.keys.size).to.equal(2);
  });

  const table: ReadonlyArray<
    readonly [string, (held: string) => ReadonlyArray<Command>, string | undefined]
  > = [
    [
      "two creates",
      () => [creates(Iou, iou({ reference: "n" })), creates(Iou, iou({ reference: "n" }))],
      "DUPLICATE_CONTRACT_KEY",
    ],
    ["an archive, then a create", (held) => [archives(held), creates(Iou, iou())], undefined],
    [
      "a create, then an archive",
      (held) => [creates(Iou, iou()), archives(held)],
      "DUPLICATE_CONTRACT_KEY",
    ],
    [
      "an archive, a create and a second create",
      (held) => [archives(held), creates(Iou, iou()), creates(Iou, iou())],
      "DUPLICATE_CONTRACT_KEY",
    ],
    [
      "a transfer, which archives and creates",
      (held) => [exercises(Transfer, held, { newOwner: bob })],
      undefined,
    ],
    [
      "two transfers by key",
      () => [
        exercisesByKey(Transfer, iouKey(), { newOwner: alice }),
        exercisesByKey(Transfer, iouKey(), { newOwner: bob }),
      ],
      undefined,
    ],
    [
      "a create and its own archive by key",
      () => [
        creates(Iou, iou({ reference: "n" })),
        exercisesByKey({ on: Iou, name: archiveChoiceName }, iouKey("n")),
      ],
      undefined,
    ],
    [
      "an archive and a use by key",
      (held) => [archives(held), exercisesByKey(Touch, iouKey())],
      "CONTRACT_KEY_NOT_FOUND",
    ],
  ];
  for (const [name, commands, code] of table) {
    it(`is held once within a transaction: ${name}`, () => {
      const ledger = new TestLedger();
      const held = ledger.create([bank], Iou, iou());
      if (code !== undefined) {
        expect(ledger.refuse([alice, bank], commands(held)).code).to.equal(code);
        return;
      }
      ledger.commit([alice, bank], commands(held));
      expect(ledger.state.keys.size).to.equal(1);
      // whoever holds the key now is found by it
      const [used] = exercisedIn(ledger.commit([alice, bob], [exercisesByKey(Touch, iouKey())]));
      const holder = getIn(ledger.state.contracts, used?.contractId ?? "");
      expect(holder?.key?.value).to.deep.equal(iouKey());
    });
  }

  for (const [first, code] of [
    ["archive", undefined],
    ["create", "DUPLICATE_CONTRACT_KEY"],
  ] as const) {
    it(`follows archive and create inside a body that begins with the ${first}`, () => {
      const ledger = new TestLedger();
      const claim = ledger.create([bank], Iou, iou());
      const lab = ledger.create([bank], Lab, { owner: bank });
      const command = exercises(Reissue, lab, { iou: claim, first });
      if (code !== undefined) {
        expect(ledger.refuse([bank], [command]).code).to.equal(code);
        return;
      }
      const event = ledger.commit([bank], [command]);
      const successor = createdIn(event)[0]?.contractId;
      const results: Json | undefined = exercisedIn(event)[0]?.result;
      expect(results).to.deep.equal([null, successor]);
      expect(getIn(ledger.state.contracts, claim)).to.equal(undefined);
      const found = exercisedIn(ledger.commit([bank], [exercises(LookupByKey, lab, iouKey())]))[0];
      expect(found?.result).to.equal(successor);
    });
  }
});

describe("finding a contract by key in a body", () => {
  const labs = () => {
    const ledger = new TestLedger();
    const claim = ledger.create([bank], Iou, iou());
    const ofBank = ledger.create([bank], Lab, { owner: bank });
    const ofAlice = ledger.create([alice], Lab, { owner: alice });
    return { ledger, claim, ofBank, ofAlice };
  };

  it("needs the authority of the maintainers for a lookup", () => {
    const { ledger, ofAlice, ofBank } = labs();
    const error = ledger.refuse([alice], [exercises(LookupByKey, ofAlice, iouKey())]);
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(error.cause).to.contain("Looking up a key");
    const [none] = exercisedIn(
      ledger.commit([bank], [exercises(LookupByKey, ofBank, iouKey("none"))]),
    );
    expect(none?.result).to.equal(null);
  });

  it("needs the authority of all maintainers, not of one", () => {
    const { ledger, ofAlice } = labs();
    const find = (keepers: ReadonlyArray<string>) => [exercises(FindOrphan, ofAlice, { keepers })];
    expect(exercisedIn(ledger.commit([alice], find([alice])))[0]?.result).to.equal(null);
    const error = ledger.refuse([alice], find([alice, bob]));
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(error.cause).to.match(new RegExp(`missing: ${bob}$`));
  });

  it("needs the authority of a stakeholder for a fetch", () => {
    const { ledger, claim, ofAlice } = labs();
    const [node] = exercisedIn(ledger.commit([alice], [exercises(FetchByKey, ofAlice, iouKey())]));
    expect(node?.result).to.equal(claim);
    ledger.create([bank], Iou, iou({ owner: bob, reference: "bobs" }));
    const hidden = exercises(FetchByKey, ofAlice, iouKey("bobs"));
    expect(ledger.refuse([alice], [hidden]).code).to.equal("CONTRACT_KEY_NOT_FOUND");
    expect(ledger.refuse([alice], [hidden], { readAs: [bob] }).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });

  it("exercises a choice by key", () => {
    const { ledger, ofAlice, claim } = labs();
    const event = ledger.commit([alice], [exercises(TouchByKey, ofAlice, iouKey())]);
    expect(exercisedIn(event)[1]).to.deep.include({ contractId: claim, choice: "Touch" });
    const missing = ledger.refuse([alice], [exercises(TouchByKey, ofAlice, iouKey("none"))]);
    expect(missing.code).to.equal("CONTRACT_KEY_NOT_FOUND");
    expect(missing.resources).to.deep.include(["CONTRACT_KEY", JSON.stringify(iouKey("none"))]);
  });

  it("does not report a key as free that an invisible contract holds", () => {
    const { ledger } = labs();
    const delegation = ledger.create([bank], Delegation, { principal: bank, delegate: carol });
    const lookup = (reference: string) => [exercises(LookupFor, delegation, iouKey(reference))];
    const hidden = ledger.refuse([carol], lookup("r1"));
    expect(hidden.code).to.equal("INCONSISTENT_CONTRACT_KEY");
    expect(exercisedIn(ledger.commit([carol], lookup("none")))[0]?.result).to.equal(null);
    const seen = exercisedIn(ledger.commit([carol], lookup("r1"), { readAs: [bank] }))[0];
    expect(seen?.result).to.be.a("string");
  });

  it("finds what the same transaction created", () => {
    const ledger = new TestLedger();
    const event = ledger.commit(
      [bank],
      [creates(Iou, iou()), createsAndExercises(LookupByKey, { owner: bank }, iouKey())],
    );
    expect(exercisedIn(event)[0]?.result).to.equal(createdIn(event)[0]?.contractId);
  });
});
