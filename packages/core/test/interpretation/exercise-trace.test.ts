import { expect } from "chai";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { errorOfChoice } from "../../src/errors/choice-error.js";
import { contractNotFound } from "../../src/errors/ledger-error-build.js";
import { withCommand, withExercises } from "../../src/interpretation/exercise-trace.js";

const failure = errorOfChoice({ errorId: "a/b", message: "no" });
const id = `${"ab".repeat(32)}:M:T`;
const contractId = `00${"cd".repeat(32)}`;
const running = (shownId: number) => ({
  node: { templateId: id, choice: `C${shownId}`, contractId },
  shownId,
});
const exerciseLine = (shownId: number): string =>
  `    in choice abababab:M:T:C${shownId} on contract 00cdcdcdcd (#${shownId})\n`;

describe("The trace of a choice's error", () => {
  it("has the exercises, the innermost first, and then the command", () => {
    const error = withExercises(failure, [running(0), running(3)]);
    const command = {
      kind: "ExerciseCommand",
      templateId: "#m:M:T",
      contractId,
      choice: "C0",
      choiceArgument: {},
    } as const;
    expect(withCommand(left(error), command, id)).to.deep.equal(
      left({
        ...failure,
        context: {
          ...failure.context,
          exercise_trace: `${exerciseLine(3)}${exerciseLine(0)}    in exercise command abababab:M:T:C0 on contract 00cdcdcdcd.\n`,
        },
      }),
    );
  });

  it("names the interface of a choice", () => {
    const { node, shownId } = running(1);
    const through = { node: { ...node, interfaceId: `${"ef".repeat(32)}:I:J` }, shownId };
    expect(withExercises(failure, [through]).context["exercise_trace"]).to.equal(
      "    in choice efefefef:I:J:C1 on contract 00cdcdcdcd (#1)\n",
    );
  });

  it("says of each kind of command what it does", () => {
    const [templateId, choice] = ["#m:M:T", "C"];
    const lines = [
      { kind: "CreateCommand", templateId, createArguments: {} },
      { kind: "ExerciseByKeyCommand", templateId, contractKey: "k", choice, choiceArgument: {} },
      {
        kind: "CreateAndExerciseCommand",
        templateId,
        createArguments: {},
        choice,
        choiceArgument: {},
      },
    ] as const;
    const traces = lines.map((command) => {
      const done = withCommand(left(failure), command, id);
      return isLeft(done) ? done.left.context["exercise_trace"] : undefined;
    });
    expect(traces).to.deep.equal([
      "    in create command abababab:M:T.\n",
      '    in exercise-by-key command abababab:M:T:C on key "k".\n',
      "    in create-and-exercise command abababab:M:T:C.\n",
    ]);
  });

  it("ends after ten exercises", () => {
    const many = Array.from({ length: 12 }, (_, at) => running(at));
    const trace = withExercises(failure, many).context["exercise_trace"] ?? "";
    expect(trace.split("\n")).to.have.lengthOf(12);
    expect(trace.endsWith(`${exerciseLine(2)}    ...\n`)).to.equal(true);
  });

  it("is not added to other errors", () => {
    const other = contractNotFound(contractId);
    expect(withExercises(other, [running(0)])).to.equal(other);
    const command = { kind: "CreateCommand", templateId: id, createArguments: {} } as const;
    expect(withCommand(left(other), command, id)).to.deep.equal(left(other));
    expect(withCommand(right(1), command, id)).to.deep.equal(right(1));
  });
});
