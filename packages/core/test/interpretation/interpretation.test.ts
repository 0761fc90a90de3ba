import { expect } from "chai";
import type { Command } from "../../src/commands/composite-command.js";
import { archiveChoiceName } from "../../src/templates/definition-rules.js";
import {
  alice,
  bank,
  bob,
  createdIn,
  creates,
  createsAndExercises,
  exercisedIn,
  exercises,
  exercisesByKey,
  idOf,
  iou,
  iouKey,
  TestLedger,
} from "../ledger-fixture.js";
import {
  Abort,
  Asset,
  Iou,
  Lab,
  Move,
  Pact,
  Throw,
  Touch,
  Transfer,
  Weigh,
} from "../sample-package.js";

const archives = (of: { readonly name: string }, contractId: string): Command =>
  exercises({ on: of, name: archiveChoiceName }, contractId);
const ledgerWithIou = (): { readonly ledger: TestLedger; readonly contractId: string } => {
  const ledger = new TestLedger();
  return { ledger, contractId: ledger.create([bank], Iou, iou()) };
};

describe("the four kinds of commands", () => {
  it("create a contract with everything that belongs to it", () => {
    const ledger = new TestLedger();
    const event = ledger.commit([bank], [creates(Iou, iou({ observers: [bob, bank, bob] }))]);
    const [node] = createdIn(event);
    expect(event.nodes).to.have.lengthOf(1);
    expect(node).to.deep.include({
      kind: "create",
      nodeId: 0,
      packageName: "sample",
      payload: iou({ observers: [bob, bank, bob] }),
      signatories: [bank],
      observers: [alice, bob],
      key: { value: iouKey(), maintainers: [bank] },
    });
    expect(node?.contractId).to.match(/^00[0-9a-f]{64}ca01[0-9a-f]{12}[0-9a-f]{64}$/);
    expect(node?.templateId).to.equal(
      `${ledger.context.catalog.packages[0]?.packageId}:Sample.Iou:Iou`,
    );
  });

  it("exercise a choice by contract id", () => {
    const { ledger, contractId } = ledgerWithIou();
    const event = ledger.commit([alice], [exercises(Transfer, contractId, { newOwner: bob })]);
    const [exercise] = exercisedIn(event);
    const [created] = createdIn(event);
    expect(exercise).to.deep.include({
      nodeId: 0,
      contractId,
      choice: "Transfer",
      argument: { newOwner: bob },
      actingParties: [alice],
      consuming: true,
      result: created?.contractId,
      lastDescendantNodeId: 1,
      signatories: [bank],
      observers: [alice],
    });
    expect(created?.payload).to.deep.equal(iou({ owner: bob }));
  });

  it("exercise a choice by key", () => {
    const { ledger, contractId } = ledgerWithIou();
    const event = ledger.commit([alice], [exercisesByKey(Transfer, iouKey(), { newOwner: bob })]);
    expect(exercisedIn(event)[0]?.contractId).to.equal(contractId);
  });

  it("create a contract and exercise a choice on it", () => {
    const ledger = new TestLedger();
    const event = ledger.commit(
      [alice, bank],
      [createsAndExercises(Transfer, iou(), { newOwner: bob })],
    );
    const [first, second] = createdIn(event);
    expect(event.nodes.map(({ kind }) => kind)).to.deep.equal(["create", "exercise", "create"]);
    expect(exercisedIn(event)[0]?.contractId).to.equal(first?.contractId);
    expect(first?.contractId).to.not.equal(second?.contractId);
  });

  it("exercise a choice of an interface, which works through view and methods", () => {
    const { ledger, contractId } = ledgerWithIou();
    const weighed = exercisedIn(ledger.commit([alice], [exercises(Weigh, contractId)]))[0];
    expect(weighed?.result).to.equal("10.0000000000");
    expect(weighed?.interfaceId).to.match(/^[0-9a-f]{64}:Sample.Asset:Asset$/);
    expect(weighed?.templateId).to.match(/:Sample.Iou:Iou$/);
    const event = ledger.commit([alice], [exercises(Move, contractId, { newOwner: bob })]);
    expect(createdIn(event)[0]?.payload).to.deep.equal(iou({ owner: bob }));
  });

  it("archive with the authority of the signatories, by template and by interface", () => {
    for (const of of [Iou, Asset]) {
      const { ledger, contractId } = ledgerWithIou();
      expect(ledger.refuse([alice], [archives(of, contractId)]).code).to.equal(
        "DAML_AUTHORIZATION_ERROR",
      );
      const [node] = exercisedIn(ledger.commit([bank], [archives(of, contractId)]));
      expect(node).to.deep.include({
        choice: "Archive",
        consuming: true,
        result: {},
        actingParties: [bank],
      });
      const through = of === Asset ? /:Sample.Asset:Asset$/ : /^undefined$/;
      expect(String(node?.interfaceId)).to.match(through);
      expect(ledger.state.contracts.size).to.equal(0);
    }
  });
});

describe("commands that do not fit their template", () => {
  const labArgument = { owner: alice };
  const table: ReadonlyArray<
    readonly [
      name: string,
      command: Command,
      code: string,
      place: readonly [part: string, ...path: ReadonlyArray<string>],
      cause: string,
    ]
  > = [
    [
      "an unknown package name",
      { kind: "CreateCommand", templateId: "#none:M:T", createArguments: {} },
      "PACKAGE_NAMES_NOT_FOUND",
      ["template"],
      "none",
    ],
    [
      "an unknown template",
      { kind: "CreateCommand", templateId: "#sample:M:T", createArguments: {} },
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
      ["template"],
      ":M:T",
    ],
    [
      "an interface to be created",
      creates(Asset, {}),
      "COMMAND_PREPROCESSING_FAILED",
      ["payload", "owner"],
      "Missing non-optional fields: Set(owner, amount)",
    ],
    [
      "an interface to be created with what its view has",
      creates(Asset, { owner: alice, amount: "1" }),
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
      ["template"],
      "a CreateCommand needs a template",
    ],
    [
      "an interface to be found by key",
      exercisesByKey(Move, {}),
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
      ["template"],
      "needs a template",
    ],
    [
      "a missing field",
      creates(Lab, {}),
      "COMMAND_PREPROCESSING_FAILED",
      ["payload", "owner"],
      "owner",
    ],
    [
      "an unexpected field",
      creates(Lab, { owner: alice, more: 1 }),
      "INVALID_ARGUMENT",
      ["payload"],
      "Unexpected fields: more",
    ],
    [
      "a wrong value",
      creates(Lab, { owner: "" }),
      "INVALID_ARGUMENT",
      ["payload", "owner"],
      "expected a party id",
    ],
    [
      "an unknown choice",
      createsAndExercises({ on: Lab, name: "Fly" }, labArgument),
      "INVALID_ARGUMENT",
      ["choice"],
      "or choice:Fly",
    ],
    [
      "a choice of another template",
      createsAndExercises({ on: Lab, name: "Transfer" }, labArgument),
      "INVALID_ARGUMENT",
      ["choice"],
      "or choice:Transfer",
    ],
    [
      "a name every object has",
      createsAndExercises({ on: Lab, name: "toString" }, labArgument),
      "INVALID_ARGUMENT",
      ["choice"],
      "or choice:toString",
    ],
    [
      "a wrong choice argument",
      createsAndExercises(Abort, labArgument, { reason: 1 }),
      "INVALID_ARGUMENT",
      ["argument", "reason"],
      "expected text",
    ],
    [
      "a key of a template that has none",
      exercisesByKey(Throw, {}),
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
      ["key"],
      "has no contract key",
    ],
    [
      "an argument to an archive",
      createsAndExercises({ on: Lab, name: archiveChoiceName }, labArgument, { more: 1 }),
      "INVALID_ARGUMENT",
      ["argument"],
      "Unexpected fields: more",
    ],
    [
      "a wrong key",
      exercisesByKey(Touch, { issuer: bank }),
      "COMMAND_PREPROCESSING_FAILED",
      ["key", "reference"],
      "reference",
    ],
  ];
  for (const [name, command, code, [part, ...path], cause] of table) {
    it(`are refused for ${name}, naming the place`, () => {
      const error = new TestLedger().refuse([alice], [creates(Lab, labArgument), command]);
      const place = { of: "command", index: 1, kind: command.kind, part, path };
      expect(error).to.deep.include({ code, place });
      expect(error.cause).to.contain(cause);
    });
  }

  it("are refused when the payload breaks the precondition", () => {
    const error = new TestLedger().refuse([bank], [creates(Iou, iou({ amount: "0" }))]);
    expect(error.code).to.equal("TEMPLATE_PRECONDITION_VIOLATED");
    expect(error.cause).to.contain("Sample.Iou:Iou");
  });

  it("are refused when the contract is of another template or lacks the interface", () => {
    const ledger = new TestLedger();
    const lab = ledger.create([alice], Lab, { owner: alice });
    const wrong = ledger.refuse([alice], [exercises(Touch, lab)]);
    expect(wrong.code).to.equal("WRONGLY_TYPED_CONTRACT");
    expect(wrong.resources.map(([kind]) => kind)).to.deep.equal([
      "CONTRACT_ID",
      "TEMPLATE_ID",
      "TEMPLATE_ID",
    ]);
    for (const choice of [Weigh, { on: Asset, name: archiveChoiceName }]) {
      expect(ledger.refuse([alice], [exercises(choice, lab)]).code).to.equal(
        "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
      );
    }
  });
});

describe("a composite command", () => {
  it("takes effect whole: nodes of all commands in one event", () => {
    const ledger = new TestLedger();
    const event = ledger.commit(
      [alice, bank],
      [
        creates(Lab, { owner: alice }),
        createsAndExercises(Touch, iou()),
        creates(Lab, { owner: bank }),
      ],
    );
    expect(event.nodes.map(({ nodeId, kind }) => [nodeId, kind])).to.deep.equal([
      [0, "create"],
      [1, "create"],
      [2, "exercise"],
      [3, "create"],
    ]);
    expect(ledger.state.contracts.size).to.equal(3);
  });

  const failing: ReadonlyArray<readonly [string, Command, string]> = [
    [
      "cannot be resolved",
      { kind: "CreateCommand", templateId: "#none:M:T", createArguments: {} },
      "PACKAGE_NAMES_NOT_FOUND",
    ],
    ["is not authorized", creates(Pact, { first: alice, second: bob }), "DAML_AUTHORIZATION_ERROR"],
    ["throws in its body", createsAndExercises(Throw, { owner: alice }), "UNHANDLED_EXCEPTION"],
    [
      "is aborted by its body",
      createsAndExercises(Abort, { owner: alice }, { reason: "no" }),
      "INTERPRETATION_USER_ERROR",
    ],
    ["names an unknown contract", exercises(Touch, "00"), "CONTRACT_NOT_FOUND"],
  ];
  for (const [name, command, code] of failing) {
    it(`leaves nothing behind when its last part ${name}`, () => {
      const ledger = new TestLedger();
      const before = ledger.journal.length;
      const error = ledger.refuse([alice], [creates(Lab, { owner: alice }), command]);
      expect(error.code).to.equal(code);
      expect(ledger.journal).to.have.lengthOf(before);
      expect(ledger.state.contracts.size).to.equal(0);
    });
  }

  it("spends a contract once, not twice", () => {
    const { ledger, contractId } = ledgerWithIou();
    const move = exercises(Transfer, contractId, { newOwner: bob });
    const error = ledger.refuse([alice], [move, move]);
    expect(error.code).to.equal("CONTRACT_NOT_ACTIVE");
    expect(error.resources).to.deep.include(["CONTRACT_ID", contractId]);
    expect(ledger.commit([alice], [move]).nodes).to.have.lengthOf(2);
  });
});

describe("the package-id form", () => {
  it("names templates as the package-name form does", () => {
    const ledger = new TestLedger();
    const packageId = ledger.context.catalog.packages[0]?.packageId ?? "";
    const event = ledger.commit(
      [alice],
      [
        {
          kind: "CreateCommand",
          templateId: `${packageId}:${Lab.name}`,
          createArguments: { owner: alice },
        },
      ],
    );
    expect(createdIn(event)[0]?.templateId).to.equal(`${packageId}:${Lab.name}`);
    expect(idOf(Lab)).to.equal("#sample:Sample.Lab:Lab");
  });
});
