import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import type { Command } from "../../src/commands/composite-command.js";
import { archiveChoiceName } from "../../src/templates/definition-rules.js";
import type { Static } from "../../src/daml-types/daml-type.js";
import { optional } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, numeric, party, text } from "../../src/daml-types/scalar-types.js";
import type { CreateNode, ExerciseNode } from "../../src/events/transaction-node.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import { fetch } from "../../src/templates/ledger-effect.js";
import { choice, definePackage, template } from "../../src/templates/definitions.js";
import type { Package } from "../../src/templates/template.js";
import type { DisclosedContract } from "../../src/commands/composite-command.js";
import { contractOfNode } from "../../src/contracts/contract.js";
import { informeesOf, witnessesOf } from "../../src/events/witnesses.js";
import {
  alice,
  bank,
  bob,
  carol,
  catalogOf,
  disclosed,
  createdIn,
  creates,
  createsAndExercises,
  exercisedIn,
  exercises,
  exercisesByKey,
  iou,
  iouKey,
  partyOf,
  start,
  TestLedger,
} from "../ledger-fixture.js";
import {
  amountOf,
  Announce,
  ArchiveIou,
  Delegation,
  Iou,
  Lab,
  MoveFor,
  Nest,
  SelfFetch,
  samplePackage,
  Split,
  Touch,
  Transfer,
} from "../sample-package.js";

const ledgerWithIou = () => {
  const ledger = new TestLedger();
  return { ledger, claim: ledger.create([bank], Iou, iou()) };
};

describe("authority to exercise", () => {
  const table: ReadonlyArray<
    readonly [string, ReadonlyArray<string>, ReadonlyArray<string>, boolean]
  > = [
    ["the controller", [alice], [], true],
    ["the controller among others", [alice, carol], [], true],
    ["the signatory, who is no controller", [bank], [], false],
    ["a stranger who may read", [carol], [alice], false],
  ];
  for (const [name, actAs, readAs, enough] of table) {
    it(`is ${enough ? "" : "not "}with ${name}`, () => {
      const { ledger, claim } = ledgerWithIou();
      const decision = ledger.submit(actAs, [exercises(Transfer, claim, { newOwner: bob })], {
        readAs,
      });
      expect(isRight(decision) ? "accepted" : decision.left.code).to.equal(
        enough ? "accepted" : "DAML_AUTHORIZATION_ERROR",
      );
    });
  }

  it("passes through a body: a delegate moves what belongs to the signatory of the delegation", () => {
    const { ledger, claim } = ledgerWithIou();
    const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
    const move = exercises(MoveFor, delegation, { iou: claim, newOwner: bob });
    const event = ledger.commit([carol], [move], { readAs: [alice] });
    expect(
      exercisedIn(event).map(({ choice, actingParties }) => [choice, actingParties]),
    ).to.deep.equal([
      ["MoveFor", [carol]],
      ["Transfer", [alice]],
    ]);
  });

  it("does not pass to a delegation that the owner has not signed", () => {
    const { ledger, claim } = ledgerWithIou();
    const forged = ledger.create([bob], Delegation, { principal: bob, delegate: carol });
    const move = exercises(MoveFor, forged, { iou: claim, newOwner: bob });
    const error = ledger.refuse([carol], [move], { readAs: [alice] });
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(error.cause).to.contain(`missing: ${alice}`);
  });
});

describe("the contracts a command may use", () => {
  const disclosureOf = (ledger: TestLedger): DisclosedContract => {
    const [node] = ledger.journal.flatMap((event) =>
      event.type === "TransactionCommitted" ? createdIn(event) : [],
    );
    if (node === undefined) throw new Error("nothing was created");
    return disclosed(contractOfNode(node, start));
  };
  // bob controls nothing here, so being allowed to see the contract shows as an error for
  // authority
  const table: ReadonlyArray<
    readonly [string, ReadonlyArray<string>, ReadonlyArray<string>, boolean, boolean]
  > = [
    ["a signatory acts", [bank], [], false, true],
    ["an observer acts", [alice], [], false, true],
    ["an observer only reads", [carol], [alice], false, true],
    ["a signatory only reads", [carol], [bank], false, true],
    ["the contract is disclosed", [carol], [], true, true],
    ["nobody who acts or reads is a stakeholder", [carol], [bob], false, false],
  ];
  for (const [name, actAs, readAs, disclose, visible] of table) {
    it(`${visible ? "include" : "exclude"} one by id when ${name}`, () => {
      const { ledger, claim } = ledgerWithIou();
      const disclosedContracts = disclose ? [disclosureOf(ledger)] : [];
      const probe = exercises({ on: Iou, name: "SelfFetch" }, claim);
      const decision = ledger.submit(actAs, [probe], { readAs, disclosedContracts });
      const found = isRight(decision) ? "accepted" : decision.left.code;
      expect(found).to.equal(
        visible
          ? actAs[0] === alice
            ? "CONTRACT_NOT_ACTIVE"
            : "DAML_AUTHORIZATION_ERROR"
          : "CONTRACT_NOT_FOUND",
      );
    });

    it(`${visible ? "include" : "exclude"} one by key when ${name}`, () => {
      const { ledger } = ledgerWithIou();
      const disclosedContracts = disclose ? [disclosureOf(ledger)] : [];
      const probe = exercisesByKey(Touch, iouKey());
      const decision = ledger.submit(actAs, [probe], { readAs, disclosedContracts });
      const found = isRight(decision) ? "accepted" : decision.left.code;
      expect(found).to.equal(
        visible
          ? actAs[0] === alice
            ? "accepted"
            : "DAML_AUTHORIZATION_ERROR"
          : "CONTRACT_KEY_NOT_FOUND",
      );
    });
  }

  it("exclude one that was archived by an earlier transaction", () => {
    const { ledger, claim } = ledgerWithIou();
    ledger.commit([alice], [exercises(Transfer, claim, { newOwner: alice })]);
    const error = ledger.refuse([alice], [exercises(Touch, claim)]);
    expect(error.code).to.equal("CONTRACT_NOT_FOUND");
    expect(error.resources).to.deep.equal([["CONTRACT_ID", claim]]);
  });

  it("exclude one that the same transaction consumed, also in a body and inside its own choice", () => {
    const { ledger, claim } = ledgerWithIou();
    const archive: Command = exercises({ on: Iou, name: archiveChoiceName }, claim);
    expect(ledger.refuse([alice, bank], [archive, exercises(Touch, claim)]).code).to.equal(
      "CONTRACT_NOT_ACTIVE",
    );
    expect(ledger.refuse([alice], [exercises(SelfFetch, claim)]).code).to.equal(
      "CONTRACT_NOT_ACTIVE",
    );
    const lab = ledger.create([bank], Lab, { owner: bank });
    const twice = exercises(ArchiveIou, lab, { iou: claim, times: "2" });
    expect(ledger.refuse([bank], [twice]).code).to.equal("CONTRACT_NOT_ACTIVE");
    expect(
      ledger.commit([bank], [exercises(ArchiveIou, lab, { iou: claim, times: "1" })]).nodes,
    ).to.have.lengthOf(2);
  });

  it("stay usable after a choice that does not consume", () => {
    const { ledger, claim } = ledgerWithIou();
    const touch = exercises(Touch, claim);
    expect(ledger.commit([alice], [touch, touch]).nodes).to.have.lengthOf(2);
    expect(ledger.commit([alice], [touch]).nodes).to.have.lengthOf(1);
  });

  it("include what the transaction itself created, but not twice", () => {
    const ledger = new TestLedger();
    const event = ledger.commit(
      [alice, bank],
      [createsAndExercises(Transfer, iou(), { newOwner: bob })],
    );
    expect(ledger.state.contracts.size).to.equal(1);
    const [first] = createdIn(event);
    expect(ledger.refuse([alice], [exercises(Touch, first?.contractId ?? "")]).code).to.equal(
      "CONTRACT_NOT_FOUND",
    );
  });
});

describe("who sees a node", () => {
  it("is its informees and those of the exercises around it", () => {
    const { ledger, claim } = ledgerWithIou();
    const delegation = ledger.create([alice], Delegation, { principal: alice, delegate: carol });
    const move = exercises(MoveFor, delegation, { iou: claim, newOwner: bob });
    const { nodes } = ledger.commit([carol], [creates(Lab, { owner: carol }), move], {
      readAs: [alice],
    });
    const outer = [alice, carol].sort();
    const all = [alice, bank, bob, carol].sort();
    expect(nodes[1]).to.deep.include({
      signatories: [alice],
      observers: [carol],
      lastDescendantNodeId: 3,
    });
    expect(nodes[2]).to.deep.include({
      signatories: [bank],
      observers: [alice],
      lastDescendantNodeId: 3,
    });
    expect(nodes[3]).to.deep.include({ signatories: [bank], observers: [bob] });
    expect(witnessesOf(nodes)).to.deep.equal([[carol], outer, [alice, bank, carol].sort(), all]);
  });

  it("is not an observer when the choice does not consume", () => {
    const ledger = new TestLedger();
    const claim = ledger.create([bank], Iou, iou({ observers: [carol] }));
    const [touched] = exercisedIn(ledger.commit([alice], [exercises(Touch, claim)]));
    expect(touched).to.deep.include({
      signatories: [bank],
      observers: [alice, carol].sort(),
    });
    expect(touched && informeesOf(touched)).to.deep.equal([alice, bank]);
    const [moved] = exercisedIn(
      ledger.commit([alice], [exercises(Transfer, claim, { newOwner: bob })]),
    );
    expect(moved && informeesOf(moved)).to.deep.equal([alice, bank, carol].sort());
  });

  it("is everyone the choice names as its observers, if they are known here", () => {
    const { ledger, claim } = ledgerWithIou();
    const tell = (to: ReadonlyArray<string>) => [exercises(Announce, claim, { to })];
    const [node] = exercisedIn(ledger.commit([bank], tell([carol, bob, carol])));
    expect(node?.choiceObservers).to.deep.equal([bob, carol].sort());
    expect(node && informeesOf(node)).to.deep.equal([bank, bob, carol].sort());
    const error = ledger.refuse([bank], tell([bob, partyOf("nobody")]));
    expect(error.code).to.equal("UNKNOWN_INFORMEES");
    expect(error.cause).to.match(new RegExp(`: ${partyOf("nobody")}$`));
  });

  it("is kept apart for siblings: the last descendant of each is its own", () => {
    const ledger = new TestLedger();
    const lab = ledger.create([alice], Lab, { owner: alice });
    const nest = (depth: string) => exercises(Nest, lab, { depth });
    const nodes = exercisedIn(ledger.commit([alice], [nest("3"), nest("1"), nest("2")]));
    expect(
      nodes.map(({ nodeId, lastDescendantNodeId }) => [nodeId, lastDescendantNodeId]),
    ).to.deep.equal([
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 3],
      [4, 5],
      [5, 5],
    ]);
  });
});

const NoteV1 = record({ owner: party, body: text });
const NoteV2 = record({ owner: party, body: text, reader: optional(party) });
type Note = Static<typeof NoteV2>;

/**
 * A version of the notes package; what is wrong with a version is what it changes about old
 * contracts.
 */
const notes = (
  version: string,
  changes: { readonly signed?: string; readonly seen?: string; readonly keyed?: boolean } = {},
): Package => {
  const type = version === "1.0.0" ? NoteV1 : NoteV2;
  const Note = template<Note, string>("Main:Note", {
    // border: version 1 reads the same fields without the optional one
    payload: type as typeof NoteV2,
    signatories: ({ owner }) => (changes.signed === undefined ? [owner] : [owner, changes.signed]),
    observers: ({ reader }) =>
      [reader, changes.seen].flatMap((one) => (one === undefined ? [] : [one])),
    ...(changes.keyed === true
      ? { key: { type: text, of: ({ body }: Note) => body, maintainers: () => [alice] } }
      : {}),
  });
  const Version = choice(Note, "Version", {
    argument: record({}),
    result: text,
    consuming: false,
    controllers: ({ owner }) => [owner],
    *body({ self }) {
      return `${version} ${(yield* fetch(Note, self)).body}`;
    },
  });
  return definePackage({ name: "notes", version, templates: [Note], choices: [Version] });
};

describe("packages in several versions", () => {
  const note = "#notes:Main:Note";
  const ledgerOf = (...packages: ReadonlyArray<Package>) => {
    const ledger = new TestLedger({ catalog: catalogOf(...packages) });
    const idOf = (version: string): string =>
      ledger.context.catalog.packages.find((info) => info.version === version)?.packageId ?? "";
    return { ledger, idOf };
  };
  const created = (ledger: TestLedger, templateId: string, more: object = {}): CreateNode => {
    const command = {
      kind: "CreateCommand",
      templateId,
      createArguments: { owner: alice, body: "hi", ...more },
    } as const;
    const [node] = createdIn(ledger.commit([alice], [command]));
    if (node === undefined) throw new Error("nothing was created");
    return node;
  };
  const version = (templateId: string, id: string): Command => ({
    kind: "ExerciseCommand",
    templateId,
    contractId: id,
    choice: "Version",
    choiceArgument: {},
  });
  const node = (event: LedgerEvent): ExerciseNode | undefined =>
    event.type === "TransactionCommitted" ? exercisedIn(event)[0] : undefined;

  it("create with the highest version unless another one is preferred", () => {
    const { ledger, idOf } = ledgerOf(notes("1.0.0"), notes("2.0.0"));
    expect(created(ledger, note).templateId).to.equal(`${idOf("2.0.0")}:Main:Note`);
    const command = {
      kind: "CreateCommand",
      templateId: note,
      createArguments: { owner: alice, body: "x" },
    } as const;
    const event = ledger.commit([alice], [command], {
      packageIdSelectionPreference: [idOf("1.0.0")],
    });
    expect(createdIn(event)[0]?.templateId).to.equal(`${idOf("1.0.0")}:Main:Note`);
  });

  it("run the code of the version asked for on contracts of an older one", () => {
    const { ledger, idOf } = ledgerOf(notes("1.0.0"), notes("2.0.0"));
    const old = created(ledger, `${idOf("1.0.0")}:Main:Note`).contractId;
    const byName = node(ledger.commit([alice], [version(note, old)]));
    expect(byName).to.include({
      result: "2.0.0 hi",
      templateId: `${idOf("2.0.0")}:Main:Note`,
      packageName: "notes",
    });
    const byId = node(ledger.commit([alice], [version(`${idOf("1.0.0")}:Main:Note`, old)]));
    expect(byId).to.include({ result: "1.0.0 hi", templateId: `${idOf("1.0.0")}:Main:Note` });
    const preferred = ledger.commit([alice], [version(note, old)], {
      packageIdSelectionPreference: [idOf("1.0.0")],
    });
    expect(node(preferred)?.result).to.equal("1.0.0 hi");
  });

  it("read a newer contract with an older version only when nothing is lost", () => {
    const { ledger, idOf } = ledgerOf(notes("1.0.0"), notes("2.0.0"));
    const plain = created(ledger, note).contractId;
    const old = `${idOf("1.0.0")}:Main:Note`;
    expect(node(ledger.commit([alice], [version(old, plain)]))?.result).to.equal("1.0.0 hi");
    const rich = created(ledger, note, { reader: bob }).contractId;
    const error = ledger.refuse([alice], [version(old, rich)]);
    expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED");
    expect(error.cause).to.contain("Unexpected fields: reader");
  });

  for (const [what, changes] of [
    ["signatories", { signed: bob }],
    ["observers", { seen: bob }],
    ["key", { keyed: true }],
  ] as const) {
    it(`refuse to run code that would change the ${what} of a contract`, () => {
      const { ledger, idOf } = ledgerOf(notes("1.0.0"), notes("2.0.0", changes));
      const old = created(ledger, `${idOf("1.0.0")}:Main:Note`).contractId;
      for (const packageIdSelectionPreference of [[], [idOf("2.0.0")]]) {
        const error = ledger.refuse([alice], [version(note, old)], {
          packageIdSelectionPreference,
        });
        expect(error.code).to.equal("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED");
        expect(error.cause).to.match(new RegExp(`^The ${what} of contract`));
      }
    });
  }

  it("leave contracts unusable, not lost, while their package is unknown", () => {
    const { ledger, idOf } = ledgerOf(notes("1.0.0"));
    const old = created(ledger, note).contractId;
    const templateId = `${idOf("1.0.0")}:Main:Note`;
    const known = ledger.context;
    ledger.context = { ...known, catalog: catalogOf(samplePackage) };
    const lab = ledger.create([alice], Lab, { owner: alice });
    const probe = exercises(ArchiveIou, lab, { iou: old, times: "1" });
    const error = ledger.refuse([alice], [probe]);
    expect(error.code).to.equal("TEMPLATES_OR_INTERFACES_NOT_FOUND");
    expect(error.resources).to.deep.equal([["TEMPLATE_ID", templateId]]);
    ledger.context = known;
    expect(node(ledger.commit([alice], [version(note, old)]))?.result).to.equal("1.0.0 hi");
  });

  it("keep one holder of a key whichever version created it", () => {
    const keyed = (at: string) => notes(at, { keyed: true });
    const { ledger, idOf } = ledgerOf(keyed("1.0.0"), keyed("2.0.0"));
    created(ledger, `${idOf("1.0.0")}:Main:Note`);
    const again = {
      kind: "CreateCommand",
      templateId: note,
      createArguments: { owner: alice, body: "hi" },
    } as const;
    expect(ledger.refuse([alice], [again]).code).to.equal("DUPLICATE_CONTRACT_KEY");
    const archive: Command = {
      kind: "ExerciseByKeyCommand",
      templateId: note,
      contractKey: "hi",
      choice: archiveChoiceName,
      choiceArgument: {},
    };
    ledger.commit([alice], [archive]);
    expect(ledger.state.keys.size).to.equal(0);
    expect(created(ledger, note).payload).to.deep.equal({ owner: alice, body: "hi" });
  });
});

describe("the amounts of a split", () => {
  it("add up to what was there, whatever is split off", () => {
    const { ledger, claim } = ledgerWithIou();
    const event = ledger.commit(
      [alice],
      [exercises(Split, claim, { amount: "0.0000000001", reference: "r2" })],
    );
    const type = record({ amount: numeric });
    const sum = createdIn(event)
      .map(({ payload }) => type.decode({ amount: JSON.parse(JSON.stringify(payload)).amount }))
      .reduce((total, read) => (isRight(read) ? total + read.right.amount : total), 0n);
    expect(sum).to.equal(amountOf("10"));
    expect(isRight(contractId.decode(claim))).to.equal(true);
  });
});
