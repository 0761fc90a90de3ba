import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import type { Command, CompositeCommand } from "../../src/commands/composite-command.js";
import { ledgerError } from "../../src/errors/ledger-error-build.js";
import { commandUnits } from "../../src/ledger/command-units.js";

const long = "x".repeat(10_000);

const submitOf = (changes: Partial<CompositeCommand>): CompositeCommand => ({
  commands: [],
  commandId: "c",
  submissionId: "",
  userId: "user",
  workflowId: "",
  actAs: ["alice"],
  readAs: [],
  disclosedContracts: [],
  deduplicationPeriod: { kind: "empty" },
  prefetchContractKeys: [],
  tapsMaxPasses: 3,
  packageIdSelectionPreference: [],
  synchronizerId: "",
  ...changes,
});

const unitsOf = (changes: Partial<CompositeCommand>): number =>
  commandUnits({ kind: "Submit", command: submitOf(changes) });

const templateId = "p:M:T";

describe("What a command takes in memory", () => {
  const commands: ReadonlyArray<readonly [texts: number, command: Command]> = [
    [1, { kind: "CreateCommand", templateId, createArguments: { long } }],
    [
      1,
      { kind: "ExerciseCommand", templateId, contractId: "00", choice: "C", choiceArgument: long },
    ],
    [
      2,
      {
        kind: "ExerciseByKeyCommand",
        templateId,
        contractKey: long,
        choice: "C",
        choiceArgument: long,
      },
    ],
    [
      2,
      {
        kind: "CreateAndExerciseCommand",
        templateId,
        createArguments: [long],
        choice: "C",
        choiceArgument: [long],
      },
    ],
  ];
  for (const [texts, command] of commands) {
    it(`is about the arguments of a ${command.kind}`, () => {
      const units = unitsOf({ commands: [command, command] });
      expect(units).to.be.within(2 * texts * 10_000, 2 * texts * 10_000 + 1_000);
    });
  }

  it("has disclosed contracts and keys to be looked up", () => {
    const contract = {
      contractId: "00",
      templateId,
      packageName: "p",
      payload: { long },
      signatories: [],
      observers: [],
      createdAt: 0,
    };
    const disclosedContracts = [
      { contract: right(contract), blobDigest: "" },
      { contract: left(ledgerError("CONTRACT_NOT_FOUND", "none")), blobDigest: "" },
    ];
    const prefetchContractKeys = [{ templateId, contractKey: long, limit: 1 }];
    expect(unitsOf({ disclosedContracts, prefetchContractKeys })).to.be.within(20_000, 21_000);
  });

  it("is little for one that is empty, and nothing for those of administration", () => {
    expect(unitsOf({})).to.be.within(1, 500);
    expect(commandUnits({ kind: "PublishSigningKey" } as never)).to.equal(0);
  });
});
