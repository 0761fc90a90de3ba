import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { list } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { party, text } from "../../src/daml-types/scalar-types.js";
import {
  archive,
  create,
  exerciseByKey,
  fetchByKey,
  lookupByKey,
} from "../../src/templates/ledger-effect.js";
import { choice, definePackage, template } from "../../src/templates/definitions.js";
import type { ChoiceProgram } from "../../src/templates/template.js";
import { alice, bank, catalogOf, TestLedger } from "../ledger-fixture.js";

const Keyed = template("Keys:Keyed", {
  payload: record({ owner: party, name: text }),
  signatories: ({ owner }) => [owner],
  key: {
    type: record({ owner: party, name: text }),
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
});

const Take = choice(Keyed, "Take", {
  argument: record({}),
  result: text,
  controllers: ({ owner }) => [owner],
  *body({ payload }) {
    yield* [];
    return payload.name;
  },
});

const Script = template("Keys:Script", {
  payload: record({ owner: party }),
  signatories: ({ owner }) => [owner],
});

/** One step of a script: what is done, and the name in the key. */
function* step(owner: string, command: string): ChoiceProgram<string> {
  const [op = "", name = ""] = command.split(" ");
  const key = { owner, name };
  switch (op) {
    case "create":
      yield* create(Keyed, key);
      return "created";
    case "lookup":
      return (yield* lookupByKey(Keyed, key)) === undefined ? "free" : "held";
    case "fetch":
      return (yield* fetchByKey(Keyed, key)).payload.name;
    case "archive":
      yield* archive(Keyed, (yield* fetchByKey(Keyed, key)).contractId);
      return "archived";
    default:
      return yield* exerciseByKey(Take, key, {});
  }
}

const Run = choice(Script, "Run", {
  argument: record({ owner: party, commands: list(text) }),
  result: list(text),
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body(_subject, { owner, commands }) {
    const answers: Array<string> = [];
    for (const command of commands) answers.push(yield* step(owner, command));
    return answers;
  },
});

const catalog = catalogOf(
  definePackage({
    name: "keys",
    version: "1.0.0",
    templates: [Keyed, Script],
    choices: [Take, Run],
  }),
);

const newLedger = () => {
  const ledger = new TestLedger({ catalog });
  const created = ledger.commit(
    [alice],
    [{ kind: "CreateCommand", templateId: "#keys:Keys:Script", createArguments: { owner: alice } }],
  );
  const [node] = created.nodes;
  const run = (commands: ReadonlyArray<string>, owner = alice, actAs = [alice]) =>
    ledger.submit(actAs, [
      {
        kind: "ExerciseCommand",
        templateId: "#keys:Keys:Script",
        contractId: node?.contractId ?? "",
        choice: "Run",
        choiceArgument: { owner, commands },
      },
    ]);
  return { ledger, run };
};

/** The answers of a run, or the code it was refused with. */
const answersOf = (decision: ReturnType<TestLedger["submit"]>): unknown => {
  if (isLeft(decision)) return decision.left.code;
  const [event] = decision.right;
  const root = event?.type === "TransactionCommitted" ? event.nodes[0] : undefined;
  return root?.kind === "exercise" ? root.result : undefined;
};

/** What a set of the names that are held says of a run, and the set after it. */
const model = (held: ReadonlySet<string>, commands: ReadonlyArray<string>) => {
  const now = new Set(held);
  const answers: Array<string> = [];
  for (const command of commands) {
    const [op = "", name = ""] = command.split(" ");
    if (op === "lookup") {
      answers.push(now.has(name) ? "held" : "free");
    } else if (op === "create") {
      if (now.has(name)) return { answers: "DUPLICATE_CONTRACT_KEY", held };
      now.add(name);
      answers.push("created");
    } else {
      if (!now.has(name)) return { answers: "CONTRACT_KEY_NOT_FOUND", held };
      if (op !== "fetch") now.delete(name);
      answers.push(op === "archive" ? "archived" : name);
    }
  }
  return { answers, held: now };
};

const commands = fc.array(
  fc
    .tuple(
      fc.constantFrom("create", "create", "lookup", "fetch", "archive", "take"),
      fc.constantFrom("a", "b"),
    )
    .map((parts) => parts.join(" ")),
  { maxLength: 6 },
);

describe("Contract keys", () => {
  it("are held as a set of names would hold them, within a transaction and from one to the next", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 4 }), (runs) => {
        const { run } = newLedger();
        let held: ReadonlySet<string> = new Set();
        for (const each of runs) {
          const expected = model(held, each);
          expect(answersOf(run(each))).to.deep.equal(expected.answers);
          ({ held } = expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  const table: ReadonlyArray<readonly [commands: ReadonlyArray<string>, answers: unknown]> = [
    [["create a", "create a"], "DUPLICATE_CONTRACT_KEY"],
    [
      ["create a", "archive a", "create a"],
      ["created", "archived", "created"],
    ],
    [
      ["create a", "take a", "lookup a"],
      ["created", "a", "free"],
    ],
    [["fetch a"], "CONTRACT_KEY_NOT_FOUND"],
    [["take a"], "CONTRACT_KEY_NOT_FOUND"],
    [["create a", "archive a", "fetch a"], "CONTRACT_KEY_NOT_FOUND"],
    [["lookup a"], ["free"]],
  ];
  for (const [each, answers] of table) {
    it(`answer ${JSON.stringify(answers)} to ${each.join(", ")}`, () => {
      expect(answersOf(newLedger().run(each))).to.deep.equal(answers);
    });
  }

  it("are looked up with the authority of their maintainers only", () => {
    const { run } = newLedger();
    expect(answersOf(run(["lookup a"], bank))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(answersOf(run(["lookup a"], bank, [alice, bank]))).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("of an invisible contract are neither found nor reported as free", () => {
    const { ledger, run } = newLedger();
    ledger.commit(
      [bank],
      [
        {
          kind: "CreateCommand",
          templateId: "#keys:Keys:Keyed",
          createArguments: { owner: bank, name: "a" },
        },
      ],
    );
    expect(answersOf(run(["fetch a"], bank))).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("differ when any part of them differs", () => {
    const { ledger } = newLedger();
    for (const [owner, name] of [
      [alice, "a"],
      [alice, "b"],
      [bank, "a"],
    ] as const) {
      ledger.commit(
        [owner],
        [
          {
            kind: "CreateCommand",
            templateId: "#keys:Keys:Keyed",
            createArguments: { owner, name },
          },
        ],
      );
    }
    expect(ledger.state.contracts.size).to.equal(4);
  });
});
