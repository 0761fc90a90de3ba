import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  impossibleReassignment,
  reassignmentRights,
  validReassignment,
} from "../../../src/v2/submission/reassignment-submission.js";
import { callerWith } from "../../fixtures/callers.js";
import { leftOf } from "../../fixtures/outcomes.js";

type Request = NonNullable<Parameters<typeof validReassignment>[0]>;

const contractId = `00${"ab".repeat(32)}`;
const [here, there] = ["here::1220aa", "there::1220bb"];
const assign = { reassignmentId: "0a0b", source: here, target: there };
const unassign = { contractId, source: here, target: there };
const assigning = (change: Partial<typeof assign> = {}): Request["commands"] => [
  { command: { AssignCommand: { value: { ...assign, ...change } } } },
];
const unassigning = (change: Partial<typeof unassign> = {}): Request["commands"] => [
  { command: { UnassignCommand: { value: { ...unassign, ...change } } } },
];
const request: Request = {
  workflowId: "",
  userId: "",
  commandId: "c",
  submitter: "alice",
  submissionId: "",
  commands: assigning(),
};

describe("the commands of a reassignment", () => {
  it("are valid with either kind, and with what may be left out", () => {
    expect(validReassignment(request)).to.deep.equal(right(request));
    const whole = {
      ...request,
      workflowId: "w",
      userId: "u",
      submissionId: "s",
      commands: [...assigning(), ...unassigning()],
    };
    expect(validReassignment(whole)).to.deep.equal(right(whole));
  });

  const at = "commands[0].command";
  const many = (count: number) => Array.from({ length: count }, () => assigning()).flat();
  const rules: ReadonlyArray<
    readonly [what: string, change: Partial<Request>, code: string, field: string]
  > = [
    ["a malformed workflow id", { workflowId: "a@b" }, "INVALID_ARGUMENT", "workflowId"],
    ["a malformed user id", { userId: "a b" }, "INVALID_FIELD", "userId"],
    ["no command id", { commandId: "" }, "MISSING_FIELD", "commandId"],
    ["a malformed command id", { commandId: "a@b" }, "INVALID_FIELD", "commandId"],
    ["a malformed submission id", { submissionId: "a@b" }, "INVALID_FIELD", "submissionId"],
    ["no submitter", { submitter: "" }, "INVALID_FIELD", "submitter"],
    ["a submitter that is no party", { submitter: "a/b" }, "INVALID_FIELD", "submitter"],
    ["no commands", { commands: [] }, "MISSING_FIELD", "commands"],
    ["too many commands", { commands: many(1_001) }, "INVALID_ARGUMENT", "commands"],
    ["a command without a kind", { commands: [{}] }, "MISSING_FIELD", at],
    ["an empty command", { commands: [{ command: { Empty: {} } }] }, "MISSING_FIELD", at],
    [
      "no reassignment id",
      { commands: assigning({ reassignmentId: "" }) },
      "MISSING_FIELD",
      `${at}.AssignCommand.value.reassignmentId`,
    ],
    ...["0", "0A", "0g", "ab".repeat(128)].map(
      (reassignmentId) =>
        [
          `the reassignment id ${reassignmentId.slice(0, 8)}`,
          { commands: assigning({ reassignmentId }) },
          "INVALID_FIELD",
          `${at}.AssignCommand.value.reassignmentId`,
        ] as const,
    ),
    [
      "no contract id",
      { commands: unassigning({ contractId: "" }) },
      "MISSING_FIELD",
      `${at}.UnassignCommand.value.contractId`,
    ],
    [
      "a text that is no contract id",
      { commands: unassigning({ contractId: "00ab" }) },
      "INVALID_FIELD",
      `${at}.UnassignCommand.value.contractId`,
    ],
    [
      "no source",
      { commands: unassigning({ source: "" }) },
      "MISSING_FIELD",
      `${at}.UnassignCommand.value.source`,
    ],
    [
      "a source that is no synchronizer",
      { commands: assigning({ source: "here" }) },
      "INVALID_FIELD",
      `${at}.AssignCommand.value.source`,
    ],
    [
      "no target",
      { commands: assigning({ target: "" }) },
      "MISSING_FIELD",
      `${at}.AssignCommand.value.target`,
    ],
    [
      "a target that is no synchronizer",
      { commands: unassigning({ target: "::" }) },
      "INVALID_FIELD",
      `${at}.UnassignCommand.value.target`,
    ],
    [
      "the same synchronizer twice",
      { commands: assigning({ target: here }) },
      "INVALID_ARGUMENT",
      `${at}.AssignCommand.value.target`,
    ],
    [
      "an error in a later command",
      { commands: [...assigning(), ...unassigning({ source: "x" })] },
      "INVALID_FIELD",
      "commands[1].command.UnassignCommand.value.source",
    ],
  ];
  for (const [what, change, code, field] of rules) {
    it(`are ${code} with ${what}`, () => {
      expect(leftOf(validReassignment({ ...request, ...change }))).to.include({ code, field });
    });
  }

  it("may be as many as a thousand, and reassignment ids as long as 127 bytes", () => {
    expect(isLeft(validReassignment({ ...request, commands: many(1_000) }))).to.equal(false);
    const commands = assigning({ reassignmentId: "ab".repeat(127) });
    expect(isLeft(validReassignment({ ...request, commands }))).to.equal(false);
  });

  it("must be there", () => {
    expect(leftOf(validReassignment(undefined))).to.include({
      code: "INVALID_FIELD",
      field: "submitter",
    });
  });

  it("have the text that clients compare for a contract that would stay where it is", () => {
    const error = leftOf(
      validReassignment({ ...request, commands: unassigning({ target: here }) }),
    );
    expect(error.cause).to.contain(
      `Cannot unassign contracts \`${contractId}\`: source and target synchronizers are the same`,
    );
  });
});

describe("who may reassign", () => {
  it("is whoever may act as the submitter, for itself", () => {
    expect(reassignmentRights(request, callerWith())).to.deep.equal([
      { kind: "act-as", party: "alice" },
      { kind: "same-user", userId: "me" },
    ]);
    expect(reassignmentRights({ ...request, userId: "bob" }, callerWith())[1]).to.deep.equal({
      kind: "same-user",
      userId: "bob",
    });
  });
});

describe("why nothing can be reassigned", () => {
  for (const [source, target, named] of [
    [here, there, there],
    [there, here, there],
    [there, "third::1220", there],
  ] as const) {
    it(`is ${named} from ${source} to ${target}`, () => {
      const commands = assigning({ source, target });
      const error = impossibleReassignment({ ...request, commands }, here);
      expect(error).to.include({ code: "INVALID_ARGUMENT" });
      expect(error.publicCause).to.contain(`Unable to resolve ${named} to a connected`);
      expect(error.cause).to.contain(here).and.to.contain(named);
    });
  }
});
