import { createHash } from "node:crypto";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  changeIdOf,
  type CompositeCommand,
  type ErrorCode,
  type LedgerError,
  type Submission,
} from "@tallystick/core";
import { deduplicationOf } from "../../src/commands/composite-command-codec.js";
import { maxCommands, maxPrefetchKeys } from "../../src/commands/composite-command-parts.js";
import { maxDisclosedContracts } from "../../src/commands/disclosed-contract.js";
import {
  type CommandValidationSettings,
  maxPackagePreferences,
  maxParties,
  validateSubmission,
} from "../../src/commands/composite-command-validation.js";

const settings: CommandValidationSettings = {
  tapsMaxPassesDefault: 3,
  tapsMaxPassesLimit: 4,
  synchronizerId: "local::1220aa",
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
};
const contractId = `00${"a".repeat(64)}`;
const create = { CreateCommand: { templateId: "#m:M:T", createArguments: {} } };
const exercise = { templateId: "p:M:T", contractId, choice: "C", choiceArgument: {} };
const byKey = { templateId: "p:M:T", contractKey: "k", choice: "C", choiceArgument: {} };
const createAndExercise = {
  templateId: "p:M:T",
  createArguments: {},
  choice: "C",
  choiceArgument: {},
};
const body = { commands: [create], commandId: "c", actAs: ["alice"], userId: "u" };

type Js = Partial<Omit<Submission, "commands" | "deduplicationPeriod">> & {
  readonly commands?: ReadonlyArray<Readonly<Record<string, object>>>;
  readonly deduplicationPeriod?: Parameters<typeof deduplicationOf>[0];
};

/** Checks a body whose identifiers are read as they are, so that the rules find what is wrong. */
const validateCommands = (js: Js, of: CommandValidationSettings) => {
  const { commands = [], deduplicationPeriod: period, ...fields } = js;
  const values = commands.flatMap((each) =>
    Object.entries(each).map(([kind, parts]) => ({ kind, ...parts })),
  );
  const submission = { commandId: "", actAs: [], ...fields, commands: values };
  // border: the tests' own commands are of the wire's form
  const given = submission as unknown as Submission;
  return validateSubmission(
    period === undefined ? given : { ...given, deduplicationPeriod: deduplicationOf(period) },
    of,
  );
};

const errorOf = (change: Js, with_ = settings): LedgerError => {
  const result = validateCommands({ ...body, ...change }, with_);
  if (!isLeft(result)) throw new Error("accepted");
  return result.left;
};
const accepted = (change: Js, with_ = settings): CompositeCommand => {
  const result = validateCommands({ ...body, ...change }, with_);
  if (isLeft(result)) throw new Error(result.left.cause);
  return result.right;
};
const exerciseWith = (change: Partial<typeof exercise>): Js => ({
  commands: [create, { ExerciseCommand: { ...exercise, ...change } }],
});
const period = (seconds: number | bigint, nanos = 0): Js => ({
  deduplicationPeriod: { DeduplicationDuration: { value: { seconds, nanos } } },
});
const long = (length: number): string => "x".repeat(length);
const numbered = (count: number): Array<string> => Array.from({ length: count }, (_, i) => `p${i}`);

describe("validation of composite commands", () => {
  it("makes one change id of actAs in any order and repetition", () => {
    const ids = [
      ["alice", "bob"],
      ["bob", "alice"],
      ["bob", "alice", "bob", "alice"],
    ].map((actAs) => changeIdOf(accepted({ actAs })));
    expect(new Set(ids).size).to.equal(1);
    expect(changeIdOf(accepted({ actAs: ["alice"] }))).to.not.equal(ids[0]);
  });

  const DURATION = "deduplicationPeriod.DeduplicationDuration.value";
  const rules: ReadonlyArray<readonly [string, Js, ErrorCode, string]> = [
    ["no commands", { commands: [] }, "MISSING_FIELD", "commands"],
    [
      "too many commands",
      { commands: Array.from({ length: maxCommands + 1 }, () => create) },
      "INVALID_ARGUMENT",
      "commands",
    ],
    ["an empty command id", { commandId: "" }, "MISSING_FIELD", "commandId"],
    ["a malformed command id", { commandId: "a@b" }, "INVALID_FIELD", "commandId"],
    ["a command id of 256 characters", { commandId: long(256) }, "INVALID_FIELD", "commandId"],
    ["no actAs", { actAs: [] }, "MISSING_FIELD", "actAs"],
    ["an empty party", { actAs: ["alice", ""] }, "INVALID_ARGUMENT", "actAs[1]"],
    ["a malformed party in actAs", { actAs: ["alice/bob"] }, "INVALID_ARGUMENT", "actAs[0]"],
    ["a malformed party in readAs", { readAs: ["bob", "a.b"] }, "INVALID_ARGUMENT", "readAs[1]"],
    ["too many parties in actAs", { actAs: numbered(maxParties + 1) }, "INVALID_ARGUMENT", "actAs"],
    ["too many parties in all", { readAs: numbered(maxParties) }, "INVALID_ARGUMENT", "readAs"],
    ["no user at all", { userId: "" }, "INVALID_TOKEN", "userId"],
    ["a malformed user id", { userId: "a b" }, "INVALID_FIELD", "userId"],
    ["a user id of 129 characters", { userId: long(129) }, "INVALID_FIELD", "userId"],
    ["a malformed workflow id", { workflowId: "a@b" }, "INVALID_ARGUMENT", "workflowId"],
    ["a malformed submission id", { submissionId: "a@b" }, "INVALID_FIELD", "submissionId"],
    ["a malformed synchronizer id", { synchronizerId: "local" }, "INVALID_FIELD", "synchronizerId"],
    [
      "an empty template id",
      exerciseWith({ templateId: "" }),
      "MISSING_FIELD",
      "commands[1].ExerciseCommand.templateId",
    ],
    [
      "a malformed template id",
      exerciseWith({ templateId: "M:T" }),
      "INVALID_ARGUMENT",
      "commands[1].ExerciseCommand.templateId",
    ],
    [
      "a malformed package name",
      { commands: [{ CreateCommand: { templateId: "#a b:M:T", createArguments: {} } }] },
      "INVALID_ARGUMENT",
      "commands[0].CreateCommand.templateId",
    ],
    [
      "an empty contract id",
      exerciseWith({ contractId: "" }),
      "MISSING_FIELD",
      "commands[1].ExerciseCommand.contractId",
    ],
    [
      "a malformed contract id",
      exerciseWith({ contractId: "00zz?" }),
      "INVALID_FIELD",
      "commands[1].ExerciseCommand.contractId",
    ],
    [
      "an empty choice",
      exerciseWith({ choice: "" }),
      "INVALID_ARGUMENT",
      "commands[1].ExerciseCommand.choice",
    ],
    [
      "a malformed choice",
      exerciseWith({ choice: "a-b" }),
      "INVALID_ARGUMENT",
      "commands[1].ExerciseCommand.choice",
    ],
    [
      "a malformed template id by key",
      { commands: [{ ExerciseByKeyCommand: { ...byKey, templateId: "x" } }] },
      "INVALID_ARGUMENT",
      "commands[0].ExerciseByKeyCommand.templateId",
    ],
    [
      "a malformed choice by key",
      { commands: [{ ExerciseByKeyCommand: { ...byKey, choice: "1" } }] },
      "INVALID_ARGUMENT",
      "commands[0].ExerciseByKeyCommand.choice",
    ],
    [
      "a malformed template id of create-and-exercise",
      { commands: [{ CreateAndExerciseCommand: { ...createAndExercise, templateId: "x" } }] },
      "INVALID_ARGUMENT",
      "commands[0].CreateAndExerciseCommand.templateId",
    ],
    [
      "an empty choice of create-and-exercise",
      { commands: [{ CreateAndExerciseCommand: { ...createAndExercise, choice: "" } }] },
      "INVALID_ARGUMENT",
      "commands[0].CreateAndExerciseCommand.choice",
    ],
    [
      "both ledger times",
      { minLedgerTimeAbs: "2026-07-08T11:48:13Z", minLedgerTimeRel: { seconds: 0, nanos: 0 } },
      "INVALID_ARGUMENT",
      "minLedgerTimeAbs",
    ],
    [
      "a ledger time that is no instant",
      { minLedgerTimeAbs: "tomorrow" },
      "INVALID_ARGUMENT",
      "minLedgerTimeAbs",
    ],
    [
      "a ledger time before year 1",
      { minLedgerTimeAbs: "0000-12-31T23:59:59Z" },
      "INVALID_ARGUMENT",
      "minLedgerTimeAbs",
    ],
    [
      "a relative ledger time of mixed signs",
      { minLedgerTimeRel: { seconds: 1, nanos: -1 } },
      "INVALID_FIELD",
      "minLedgerTimeRel",
    ],
    ["a negative deduplication duration", period(-1), "INVALID_FIELD", DURATION],
    ["a deduplication duration a nanosecond below zero", period(0, -1), "INVALID_FIELD", DURATION],
    ["a deduplication duration beyond all bounds", period(2n ** 62n), "INVALID_FIELD", DURATION],
    [
      "a negative deduplication offset",
      { deduplicationPeriod: { DeduplicationOffset: { value: -1 } } },
      "NEGATIVE_OFFSET",
      "deduplicationPeriod.DeduplicationOffset.value",
    ],
    [
      "an empty blob",
      { disclosedContracts: [{ createdEventBlob: "" }] },
      "MISSING_FIELD",
      "disclosedContracts[0].createdEventBlob",
    ],
    [
      "a disclosed template by package name",
      { disclosedContracts: [{ createdEventBlob: "AAAA", templateId: "#m:M:T" }] },
      "INVALID_FIELD",
      "disclosedContracts[0].templateId",
    ],
    [
      "a malformed disclosed template",
      { disclosedContracts: [{ createdEventBlob: "AAAA", templateId: "M:T" }] },
      "INVALID_FIELD",
      "disclosedContracts[0].templateId",
    ],
    [
      "a malformed disclosed contract id",
      { disclosedContracts: [{ createdEventBlob: "AAAA", contractId: "x?" }] },
      "INVALID_FIELD",
      "disclosedContracts[0].contractId",
    ],
    [
      "a malformed disclosed synchronizer",
      { disclosedContracts: [{ createdEventBlob: "AAAA", synchronizerId: "x" }] },
      "INVALID_FIELD",
      "disclosedContracts[0].synchronizerId",
    ],
    [
      "too many disclosed contracts",
      {
        disclosedContracts: Array.from({ length: maxDisclosedContracts + 1 }, () => ({
          createdEventBlob: "AAAA",
        })),
      },
      "INVALID_ARGUMENT",
      "disclosedContracts",
    ],
    [
      "a malformed package preference",
      { packageIdSelectionPreference: ["p", "a.b"] },
      "INVALID_ARGUMENT",
      "packageIdSelectionPreference[1]",
    ],
    [
      "an empty package preference entry",
      { packageIdSelectionPreference: [""] },
      "INVALID_ARGUMENT",
      "packageIdSelectionPreference[0]",
    ],
    [
      "too many package preferences",
      { packageIdSelectionPreference: numbered(maxPackagePreferences + 1) },
      "INVALID_ARGUMENT",
      "packageIdSelectionPreference",
    ],
    [
      "a prefetch limit of 0",
      { prefetchContractKeys: [{ templateId: "#m:M:T", contractKey: 1, limit: 0 }] },
      "INVALID_ARGUMENT",
      "prefetchContractKeys[0].limit",
    ],
    [
      "a malformed prefetch template",
      { prefetchContractKeys: [{ templateId: "M:T", contractKey: 1 }] },
      "INVALID_ARGUMENT",
      "prefetchContractKeys[0].templateId",
    ],
    ["no passes", { tapsMaxPasses: 0 }, "INVALID_ARGUMENT", "tapsMaxPasses"],
    ["negative passes", { tapsMaxPasses: -1 }, "INVALID_ARGUMENT", "tapsMaxPasses"],
    ["passes above the limit", { tapsMaxPasses: 5 }, "INVALID_ARGUMENT", "tapsMaxPasses"],
  ];
  for (const [what, change, code, field] of rules) {
    it(`refuses ${what}`, () => {
      const error = errorOf(change);
      expect(error).to.include({ code, field, invalidRequest: true });
      expect(error.cause).to.contain(field);
      expect(error.cause.length).to.be.below(400);
    });
  }

  it("turns the least body into a complete command", () => {
    expect(accepted({})).to.deep.equal({
      commands: [{ kind: "CreateCommand", templateId: "#m:M:T", createArguments: {} }],
      commandId: "c",
      actAs: ["alice"],
      userId: "u",
      readAs: [],
      workflowId: "",
      deduplicationPeriod: { kind: "empty" },
      submissionId: "",
      disclosedContracts: [],
      synchronizerId: "",
      packageIdSelectionPreference: [],
      prefetchContractKeys: [],
      tapsMaxPasses: 3,
    });
  });

  it("keeps all kinds of commands in their order", () => {
    const commands = [
      { ExerciseCommand: exercise },
      { ExerciseByKeyCommand: byKey },
      { CreateAndExerciseCommand: createAndExercise },
      create,
    ];
    expect(accepted({ commands }).commands).to.deep.equal([
      { kind: "ExerciseCommand", ...exercise },
      { kind: "ExerciseByKeyCommand", ...byKey },
      { kind: "CreateAndExerciseCommand", ...createAndExercise },
      { kind: "CreateCommand", ...create.CreateCommand },
    ]);
  });

  it("treats parties as sets and drops from readAs whom actAs names", () => {
    const { actAs, readAs } = accepted({
      actAs: ["bob", "alice", "bob"],
      readAs: ["dan", "alice", "carol", "dan"],
    });
    expect(actAs).to.deep.equal(["alice", "bob"]);
    expect(readAs).to.deep.equal(["carol", "dan"]);
  });

  it("takes the user from the token, and only the same one from the body", () => {
    const withToken = { ...settings, userId: "token-user" };
    expect(accepted({ userId: "" }, withToken).userId).to.equal("token-user");
    expect(accepted({ userId: "token-user" }, withToken).userId).to.equal("token-user");
    const error = errorOf({ userId: "other" }, withToken);
    expect(error).to.include({ code: "PERMISSION_DENIED", field: "userId" });
    expect(error.invalidRequest).to.equal(undefined);
  });

  it("accepts its own synchronizer and none; another one is refused only when all else is right", () => {
    expect(accepted({ synchronizerId: "local::1220aa" }).synchronizerId).to.equal("local::1220aa");
    expect(accepted({ synchronizerId: "" }).synchronizerId).to.equal("");
    const error = errorOf({ synchronizerId: "other::1220aa" });
    expect(error.code).to.equal("INVALID_PRESCRIBED_SYNCHRONIZER_ID");
    expect(error.invalidRequest).to.equal(undefined);
    expect(errorOf({ synchronizerId: "other::1220aa", tapsMaxPasses: 5 }).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });

  it("checks in the order of the reference", () => {
    const faults: ReadonlyArray<readonly [string, Js]> = [
      ["workflowId", { workflowId: "@" }],
      ["userId", { userId: " " }],
      ["commandId", { commandId: "" }],
      ["submissionId", { submissionId: "@" }],
      ["actAs", { actAs: [] }],
      ["synchronizerId", { synchronizerId: "x" }],
      ["commands", { commands: [] }],
      ["minLedgerTimeAbs", { minLedgerTimeAbs: "x" }],
      [
        "deduplicationPeriod.DeduplicationOffset.value",
        { deduplicationPeriod: { DeduplicationOffset: { value: -1 } } },
      ],
      [
        "disclosedContracts[0].createdEventBlob",
        { disclosedContracts: [{ createdEventBlob: "" }] },
      ],
      ["packageIdSelectionPreference[0]", { packageIdSelectionPreference: [""] }],
      [
        "prefetchContractKeys[0].limit",
        { prefetchContractKeys: [{ templateId: "#m:M:T", contractKey: 1, limit: 0 }] },
      ],
      ["tapsMaxPasses", { tapsMaxPasses: 0 }],
    ];
    for (const [index, [field]] of faults.entries()) {
      const rest = Object.assign({}, ...faults.slice(index).map(([, change]) => change)) as Js;
      expect(errorOf(rest).field).to.equal(field);
    }
  });

  it("reads ledger times and deduplication periods in microseconds", () => {
    expect(
      accepted({ minLedgerTimeAbs: "1970-01-01T00:00:01.000000001Z" }).minLedgerTimeAbs,
    ).to.equal(1_000_001n);
    expect(accepted({ minLedgerTimeRel: { seconds: -1, nanos: 0 } }).minLedgerTimeRel).to.equal(
      -1_000_000n,
    );
    expect(accepted(period(1, 1)).deduplicationPeriod).to.deep.equal({
      kind: "duration",
      durationMicros: 1_000_001n,
    });
    expect(accepted(period(0)).deduplicationPeriod).to.deep.equal({
      kind: "duration",
      durationMicros: 0n,
    });
    expect(
      accepted({ deduplicationPeriod: { DeduplicationOffset: { value: 0 } } }).deduplicationPeriod,
    ).to.deep.equal({ kind: "offset", offset: 0n });
    const offset = 9223372036854775807n;
    expect(
      accepted({ deduplicationPeriod: { DeduplicationOffset: { value: offset } } })
        .deduplicationPeriod,
    ).to.deep.equal({ kind: "offset", offset });
    expect(accepted({ deduplicationPeriod: { Empty: {} } }).deduplicationPeriod).to.deep.equal({
      kind: "empty",
    });
  });

  it("accepts a disclosed contract that cannot be read: it is for the decision to refuse it in its turn", () => {
    const said = {
      createdEventBlob: "AAAA",
      templateId: "p:M:T",
      contractId,
      synchronizerId: "s::1",
    };
    const empty = { createdEventBlob: "AAAA", templateId: "", contractId: "", synchronizerId: "" };
    const read = accepted({ disclosedContracts: [said, empty] }).disclosedContracts;
    expect(read).to.have.length(2);
    for (const { contract, blobDigest } of read) {
      expect(isLeft(contract) && contract.left.invalidRequest).to.equal(true);
      expect(blobDigest).to.equal(settings.sha256("AAAA"));
    }
  });

  it("keeps a repeated prefetch key once, with the last limit, whatever the order of its fields", () => {
    const templateId = "#m:M:T";
    const keys = accepted({
      prefetchContractKeys: [
        { templateId, contractKey: { a: 1, b: [2, { c: 3, d: 4 }] }, limit: 5 },
        { templateId, contractKey: "k" },
        { templateId: "#n:M:T", contractKey: "k", limit: -1 },
        { templateId, contractKey: { b: [2, { d: 4, c: 3 }], a: 1 }, limit: 7 },
      ],
    }).prefetchContractKeys;
    expect(keys.map(({ limit }) => limit)).to.deep.equal([7, 1, 2 ** 31 - 1]);
    expect(keys[1]).to.deep.equal({ templateId, contractKey: "k", limit: 1 });
  });

  it("keeps only so many different prefetch keys, but all repetitions of those", () => {
    const templateId = "#m:M:T";
    const keys = accepted({
      prefetchContractKeys: [
        ...numbered(maxPrefetchKeys + 1).map((contractKey) => ({ templateId, contractKey })),
        { templateId, contractKey: "p0", limit: 9 },
      ],
    }).prefetchContractKeys;
    expect(keys.length).to.equal(maxPrefetchKeys);
    expect(keys[0]?.limit).to.equal(9);
  });

  it("accepts the greatest counts and passes", () => {
    expect(
      accepted({ commands: Array.from({ length: maxCommands }, () => create) }).commands.length,
    ).to.equal(maxCommands);
    expect(accepted({ actAs: numbered(maxParties) }).actAs.length).to.equal(maxParties);
    expect(accepted({ tapsMaxPasses: 4 }).tapsMaxPasses).to.equal(4);
    expect(accepted({ tapsMaxPasses: 1 }).tapsMaxPasses).to.equal(1);
  });

  it("correlates an error with the submission id that was given, unless that is what is wrong", () => {
    expect(errorOf({ commands: [], submissionId: "again-1" }).correlationId).to.equal("again-1");
    expect(
      errorOf({ userId: "other", submissionId: "s" }, { ...settings, userId: "me" }),
    ).to.include({ code: "PERMISSION_DENIED", correlationId: "s" });
    expect(errorOf({ commands: [] })).not.to.have.property("correlationId");
    expect(errorOf({ submissionId: "no?" })).not.to.have.property("correlationId");
  });

  it("shortens what it found in the cause", () => {
    expect(errorOf({ commandId: "@".repeat(5000) }).cause.length).to.be.below(400);
  });
});
