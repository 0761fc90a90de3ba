import {
  choice,
  contractId,
  defineInterface,
  definePackage,
  interfaceChoice,
  list,
  numeric,
  party,
  record,
  template,
  text,
  unit,
} from "../../src/index.js";
import { expect } from "chai";
import { commandsOf } from "../../src/commands/command-builders.js";

const NotePayload = record({ owner: party, title: text, amount: numeric });
const Note = template<
  { readonly owner: string; readonly title: string; readonly amount: bigint },
  { readonly owner: string }
>("Notes:Note", {
  payload: NotePayload,
  signatories: ({ owner }) => [owner],
  key: {
    type: record({ owner: party }),
    of: ({ owner }) => ({ owner }),
    maintainers: ({ owner }) => [owner],
  },
});
const Plain = template("Notes:Plain", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});
const Share = choice(Note, "Share", {
  argument: record({ to: list(party) }),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    return {};
  },
});
const Look = choice(Plain, "Look", {
  argument: record({}),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    return {};
  },
});
const Owned = defineInterface("Notes:Owned", record({ owner: party }));
const Give = interfaceChoice(Owned, "Give", {
  argument: record({ to: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body() {
    return "00ab";
  },
});

const pack = definePackage({ name: "notes", version: "1.0.0", templates: [Note, Plain] });
const { create, exercise, exerciseByKey, createAndExercise } = commandsOf(pack);
const note = { owner: "alice", title: "t", amount: 15_000_000_000n };
const noteJson = { owner: "alice", title: "t", amount: "1.5000000000" };

describe("builders of commands", () => {
  it("name the template by package name and encode its payload", () => {
    expect(create(Note, note)).to.deep.equal({
      kind: "CreateCommand",
      templateId: "#notes:Notes:Note",
      createArguments: noteJson,
    });
  });

  it("name the template of a choice, and the choice", () => {
    expect(exercise(Share, "00ab", { to: ["bob"] })).to.deep.equal({
      kind: "ExerciseCommand",
      templateId: "#notes:Notes:Note",
      contractId: "00ab",
      choice: "Share",
      choiceArgument: { to: ["bob"] },
    });
  });

  it("name the interface of an interface's choice", () => {
    expect(exercise(Give, "00ab", { to: "bob" })).to.deep.equal({
      kind: "ExerciseCommand",
      templateId: "#notes:Notes:Owned",
      contractId: "00ab",
      choice: "Give",
      choiceArgument: { to: "bob" },
    });
  });

  it("encode the key by the key's type", () => {
    expect(exerciseByKey(Note, Share, { owner: "alice" }, { to: [] })).to.deep.equal({
      kind: "ExerciseByKeyCommand",
      templateId: "#notes:Notes:Note",
      contractKey: { owner: "alice" },
      choice: "Share",
      choiceArgument: { to: [] },
    });
  });

  it("create and exercise at once", () => {
    expect(createAndExercise(Note, note, Share, { to: ["bob"] })).to.deep.equal({
      kind: "CreateAndExerciseCommand",
      templateId: "#notes:Notes:Note",
      createArguments: noteJson,
      choice: "Share",
      choiceArgument: { to: ["bob"] },
    });
    const plain = createAndExercise(Plain, { owner: "alice" }, Look, {});
    expect(plain).to.have.property("choice", "Look");
  });
});
