import { expect } from "chai";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, party, text } from "../../src/daml-types/scalar-types.js";
import { archive, create, exercise } from "../../src/templates/ledger-effect.js";
import { choice, definePackage, template } from "../../src/templates/definitions.js";
import type { ChoiceProgram } from "../../src/templates/template.js";
import { alice, catalogOf, codeOf, createdIn, exercisedIn, TestLedger } from "../ledger-fixture.js";

interface Owned {
  readonly owner: string;
}
const payload = record({ owner: party });
const signatories = ({ owner }: Owned) => [owner];
const Note = template("Tries:Note", { payload, signatories });
const Thrower = template("Tries:Thrower", {
  payload,
  signatories,
  ensure: () => {
    throw new Error("no note");
  },
});
const Look = choice(Note, "Look", {
  argument: record({}),
  result: text,
  consuming: false,
  controllers: signatories,
  *body() {
    return "seen";
  },
});

function* step(op: "tryBegin" | "tryCommit" | "tryRollback"): ChoiceProgram<void> {
  yield { op };
}

/** A create by id, as compiled Daml requests it; the template throws. */
function* thrown(value: Owned): ChoiceProgram<void> {
  yield { op: "createOf", of: `${packageId()}:${Thrower.name}`, payload: { type: payload, value } };
}

type Body = (payload: Owned, other: string) => ChoiceProgram<string>;

/** The body of `Try`, by the name that its argument gives. */
const bodies: Readonly<Record<string, Body>> = {
  *kept(note, other) {
    yield* step("tryBegin");
    yield* create(Note, note);
    yield* exercise(Look, other, {});
    yield* step("tryCommit");
    return "kept";
  },
  *undone(_, other) {
    yield* step("tryBegin");
    yield* exercise(Look, other, {});
    yield* step("tryRollback");
    return yield* exercise(Look, other, {});
  },
  *inner(_, other) {
    yield* step("tryBegin");
    yield* exercise(Look, other, {});
    yield* step("tryBegin");
    yield* exercise(Look, other, {});
    yield* step("tryRollback");
    yield* step("tryCommit");
    return "inner";
  },
  *created(note) {
    yield* step("tryBegin");
    yield* create(Note, note);
    yield* step("tryRollback");
    return "created";
  },
  *archived(_, other) {
    yield* step("tryBegin");
    yield* archive(Note, other);
    yield* step("tryRollback");
    return "archived";
  },
  *loose() {
    yield* step("tryRollback");
    return "loose";
  },
  *caught(note) {
    yield* step("tryBegin");
    try {
      yield* thrown(note);
    } catch {
      yield* step("tryRollback");
      return "caught";
    }
    return "not thrown";
  },
  *outside(note) {
    try {
      yield* thrown(note);
    } catch {
      return "caught without a try";
    }
    return "not thrown";
  },
};

const Try = choice(Note, "Try", {
  argument: record({ body: text, other: contractId }),
  result: text,
  consuming: false,
  controllers: signatories,
  *body(subject, { body, other }) {
    const run = bodies[body];
    return run === undefined ? "no body" : yield* run(subject.payload, other);
  },
});

const catalog = catalogOf(
  definePackage({
    name: "tries",
    version: "1.0.0",
    templates: [Note, Thrower],
    choices: [Look, Try],
  }),
);
const packageId = (): string =>
  catalog.packages.find(({ name }) => name === "tries")?.packageId ?? "";

describe("A try in the body of a choice", () => {
  const templateId = "#tries:Tries:Note";

  const notes = () => {
    const ledger = new TestLedger({ catalog });
    const command = {
      kind: "CreateCommand",
      templateId,
      createArguments: { owner: alice },
    } as const;
    const made = () => createdIn(ledger.commit([alice], [command]))[0]?.contractId ?? "";
    const [one, other] = [made(), made()];
    const trying = (body: string) =>
      ({
        kind: "ExerciseCommand",
        templateId,
        contractId: one,
        choice: "Try",
        choiceArgument: { body, other },
      }) as const;
    return { ledger, trying };
  };

  for (const [body, result, choices, created] of [
    ["kept", "kept", ["Try", "Look"], 1],
    ["undone", "seen", ["Try", "Look"], 0],
    ["inner", "inner", ["Try", "Look"], 0],
    ["caught", "caught", ["Try"], 0],
  ] as const) {
    it(`leaves in the transaction what was not rolled back: ${body}`, () => {
      const { ledger, trying } = notes();
      const transaction = ledger.commit([alice], [trying(body)]);
      const exercised = exercisedIn(transaction);
      expect(exercised.map(({ choice }) => choice)).to.deep.equal(choices);
      expect(exercised[0]?.result).to.equal(result);
      expect(createdIn(transaction)).to.have.length(created);
    });
  }

  for (const [body, code] of [
    ["created", "DAML_EFFECTFUL_ROLLBACK_ERROR"],
    ["archived", "DAML_EFFECTFUL_ROLLBACK_ERROR"],
    ["loose", "DAML_INTERPRETATION_ERROR"],
    ["outside", "UNHANDLED_EXCEPTION"],
  ] as const) {
    it(`ends the command with ${code}: ${body}`, () => {
      const { ledger, trying } = notes();
      expect(codeOf(ledger.submit([alice], [trying(body)]))).to.equal(code);
    });
  }
});
