import {
  choice,
  type Command,
  commandsOf,
  definePackage,
  list,
  numeric,
  party,
  record,
  type Submission,
  template,
  text,
  unit,
} from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import {
  JsCommand,
  JsCommands,
  JsDuration,
  readSubmission,
} from "../../src/commands/composite-command-codec.js";
import { commandError } from "../../src/commands/composite-command-parts.js";
import { read } from "../refused.js";
import { pathText } from "../../src/types/path-text.js";
import type { WireReadable } from "../../src/types/schema-type.js";

const create = { CreateCommand: { templateId: "#m:M:T", createArguments: { a: "1" } } };
const body = { commands: [create], commandId: "c", actAs: ["alice"] };

const errorOf = (
  value: unknown,
  codec: WireReadable<unknown> = JsCommands,
): { path: string; reason: string } => {
  const result = codec.read(value);
  if (!isLeft(result)) throw new Error("decoded");
  return { path: pathText(result.left.path), reason: result.left.reason };
};

const decode = (value: unknown): Submission => {
  const result = JsCommands.decode(value);
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Commands of the wire as values: the kind is no key. */
const valuesOf = (commands: ReadonlyArray<object>): ReadonlyArray<object> =>
  commands.flatMap((js) => Object.entries(js).map(([kind, fields]) => ({ kind, ...fields })));
const least = { ...body, commands: valuesOf(body.commands) };

const period = (deduplicationPeriod: unknown): unknown => ({ ...body, deduplicationPeriod });
const duration = (value: unknown): unknown => period({ DeduplicationDuration: { value } });
const unknownFields = (fields: unknown): unknown =>
  duration({ seconds: 1, nanos: 0, unknownFields: fields });

describe("the codec of composite commands", () => {
  it("decodes the least body to a submission", () => {
    expect(decode(body)).to.deep.equal(least);
  });

  it("decodes every field and every kind of command", () => {
    const full = {
      ...body,
      commands: [
        create,
        {
          ExerciseCommand: {
            templateId: "a:M:T",
            contractId: "00",
            choice: "C",
            choiceArgument: {},
          },
        },
        {
          ExerciseByKeyCommand: {
            templateId: "a:M:T",
            contractKey: 1,
            choice: "C",
            choiceArgument: null,
          },
        },
        {
          CreateAndExerciseCommand: {
            templateId: "a:M:T",
            createArguments: {},
            choice: "C",
            choiceArgument: [],
          },
        },
      ],
      userId: "u",
      readAs: ["bob"],
      workflowId: "w",
      deduplicationPeriod: { DeduplicationOffset: { value: 9007199254740993n } },
      minLedgerTimeAbs: "2026-07-08T11:48:13Z",
      minLedgerTimeRel: {
        seconds: 1,
        nanos: 2,
        unknownFields: { fields: { "7": { varint: [1], lengthDelimited: ["x"] } } },
      },
      submissionId: "s",
      disclosedContracts: [
        { createdEventBlob: "AAAA", templateId: "a:M:T", contractId: "00", synchronizerId: "s::1" },
      ],
      synchronizerId: "s::1",
      packageIdSelectionPreference: ["p"],
      prefetchContractKeys: [{ templateId: "a:M:T", contractKey: "k", limit: 3 }],
      tapsMaxPasses: 2,
    };
    const submission = {
      ...full,
      commands: valuesOf(full.commands),
      deduplicationPeriod: { kind: "offset", offset: 9007199254740993n },
    };
    expect(decode(full)).to.deep.equal(submission);
    expect(readSubmission(submission)).to.deep.equal(right(submission));
    expect(JsCommands.is(full)).to.equal(true);
    expect(JsCommands.is({})).to.equal(false);
  });

  it("ignores unknown fields and takes null for absent where a field is optional", () => {
    const optionalNull = Object.fromEntries(
      [
        "userId",
        "readAs",
        "workflowId",
        "deduplicationPeriod",
        "minLedgerTimeAbs",
        "minLedgerTimeRel",
        "submissionId",
        "disclosedContracts",
        "synchronizerId",
        "packageIdSelectionPreference",
        "prefetchContractKeys",
        "tapsMaxPasses",
      ].map((key) => [key, null]),
    );
    expect(decode({ ...body, ...optionalNull, surprise: 1 })).to.deep.equal(least);
  });

  it("fills in an absent blob, which validation refuses by its name", () => {
    expect(decode({ ...body, disclosedContracts: [{}] }).disclosedContracts).to.deep.equal([
      { createdEventBlob: "" },
    ]);
  });

  const accepted: ReadonlyArray<readonly [string, unknown]> = [
    ["an empty deduplication period", period({ Empty: {} })],
    ["a zero offset", period({ DeduplicationOffset: { value: 0 } })],
    ["the greatest int64", period({ DeduplicationOffset: { value: 9223372036854775807n } })],
    ["empty unknown fields", unknownFields({ fields: {} })],
    [
      "all kinds of unknown fields",
      unknownFields({
        fields: { "-1": { varint: [1n], fixed64: [2], fixed32: [3], lengthDelimited: [] } },
      }),
    ],
    [
      "a null argument, which the template has to judge",
      { ...body, commands: [{ CreateCommand: { templateId: "p:M:T", createArguments: null } }] },
    ],
  ];
  for (const [what, value] of accepted) {
    it(`accepts ${what}`, () => {
      expect(isRight(JsCommands.decode(value))).to.equal(true);
    });
  }

  const one = (command: unknown): unknown => ({ ...body, commands: [create, command] });
  const exercise = { templateId: "a:M:T", contractId: "00", choice: "C", choiceArgument: {} };
  const { commandId: _commandId, ...withoutCommandId } = body;
  const errors: ReadonlyArray<readonly [string, unknown, string, RegExp]> = [
    ["no object", [], "", /expected an object/],
    ["a missing command id", withoutCommandId, "commandId", /^missing, expected a string$/],
    [
      "a null command id",
      { ...body, commandId: null },
      "commandId",
      /expected a string, found null/,
    ],
    [
      "commands that are no array",
      { ...body, commands: {} },
      "commands",
      /expected an array, found an object/,
    ],
    [
      "a party that is no string",
      { ...body, actAs: ["a", 1] },
      "actAs[1]",
      /expected a string, found the number 1/,
    ],
    [
      "a command without key",
      one({}),
      "commands[1]",
      /exactly one of the keys CreateCommand, .*found no key/,
    ],
    [
      "a command of an unknown kind",
      one({ DeleteCommand: {} }),
      "commands[1]",
      /found "DeleteCommand"/,
    ],
    [
      "a command of two kinds",
      one({ ...create, ExerciseCommand: exercise }),
      "commands[1]",
      /found CreateCommand and ExerciseCommand/,
    ],
    [
      "a create without arguments",
      one({ CreateCommand: { templateId: "a:M:T" } }),
      "commands[1].CreateCommand.createArguments",
      /missing/,
    ],
    [
      "an inherited key",
      one({ ExerciseCommand: Object.create(exercise) as unknown }),
      "commands[1].ExerciseCommand.templateId",
      /missing/,
    ],
    [
      "an exercise with a numeric choice",
      one({ ExerciseCommand: { ...exercise, choice: 5 } }),
      "commands[1].ExerciseCommand.choice",
      /expected a string/,
    ],
    [
      "a by-key exercise without key",
      one({ ExerciseByKeyCommand: exercise }),
      "commands[1].ExerciseByKeyCommand.contractKey",
      /missing/,
    ],
    [
      "two deduplication periods",
      period({ Empty: {}, DeduplicationOffset: { value: 1 } }),
      "deduplicationPeriod",
      /found DeduplicationOffset and Empty/,
    ],
    ["a deduplication period without key", period({}), "deduplicationPeriod", /found no key/],
    [
      "an offset without value",
      period({ DeduplicationOffset: {} }),
      "deduplicationPeriod.DeduplicationOffset.value",
      /missing/,
    ],
    [
      "an offset as text",
      period({ DeduplicationOffset: { value: "1" } }),
      "deduplicationPeriod.DeduplicationOffset.value",
      /64-bit integer/,
    ],
    [
      "an offset a parser may have rounded",
      period({ DeduplicationOffset: { value: 2 ** 53 } }),
      "deduplicationPeriod.DeduplicationOffset.value",
      /represents exactly/,
    ],
    [
      "an offset beyond 64 bits",
      period({ DeduplicationOffset: { value: 2n ** 63n } }),
      "deduplicationPeriod.DeduplicationOffset.value",
      /64-bit/,
    ],
    [
      "a fraction of a second",
      duration({ seconds: 0.5 }),
      "deduplicationPeriod.DeduplicationDuration.value.seconds",
      /64-bit integer/,
    ],
    [
      "seconds in a list",
      duration({ seconds: [] }),
      "deduplicationPeriod.DeduplicationDuration.value.seconds",
      /found an array/,
    ],
    [
      "nanos beyond 32 bits",
      duration({ seconds: 0, nanos: 2 ** 31 }),
      "deduplicationPeriod.DeduplicationDuration.value.nanos",
      /32-bit integer/,
    ],
    [
      "a duration as text",
      { ...body, minLedgerTimeRel: "PT1S" },
      "minLedgerTimeRel",
      /expected an object/,
    ],
    [
      "unknown fields without fields",
      unknownFields({}),
      "deduplicationPeriod.DeduplicationDuration.value.unknownFields.fields",
      /missing/,
    ],
    [
      "unknown fields under a word",
      unknownFields({ fields: { x: {} } }),
      "deduplicationPeriod.DeduplicationDuration.value.unknownFields.fields.x",
      /integer key/,
    ],
    [
      "unknown fixed32 beyond 32 bits",
      unknownFields({ fields: { "1": { fixed32: [2 ** 31] } } }),
      "deduplicationPeriod.DeduplicationDuration.value.unknownFields.fields.1.fixed32[0]",
      /32-bit/,
    ],
    [
      "a blob that is no Base64",
      { ...body, disclosedContracts: [{ createdEventBlob: "A-A" }] },
      "disclosedContracts[0].createdEventBlob",
      /not a valid Base64: "A-A"/,
    ],
    [
      "a prefetch limit beyond 32 bits",
      { ...body, prefetchContractKeys: [{ templateId: "a:M:T", contractKey: 1, limit: 2 ** 31 }] },
      "prefetchContractKeys[0].limit",
      /32-bit/,
    ],
    [
      "a prefetch entry without key",
      { ...body, prefetchContractKeys: [{ templateId: "a:M:T" }] },
      "prefetchContractKeys[0].contractKey",
      /missing/,
    ],
    [
      "a bigint number of passes",
      { ...body, tapsMaxPasses: 3n },
      "tapsMaxPasses",
      /32-bit integer, found the bigint 3/,
    ],
  ];
  for (const [what, value, path, reason] of errors) {
    it(`refuses ${what}`, () => {
      const described = errorOf(value);
      expect(described.path).to.equal(path);
      expect(described.reason).to.match(reason);
    });
  }

  it("shows texts of up to 60 characters whole and cuts longer ones", () => {
    const found = (text: string): string => errorOf({ ...body, tapsMaxPasses: text }).reason;
    expect(found("x".repeat(60))).to.equal(`expected a 32-bit integer, found "${"x".repeat(60)}"`);
    expect(found("x".repeat(61))).to.equal(
      `expected a 32-bit integer, found "${"x".repeat(60)}..."`,
    );
  });

  it("describes its structure as JSON Schema, closed under its references", () => {
    const text = JSON.stringify([JsCommands.schema, JsCommands.definitions]);
    const names = [...text.matchAll(/#\/components\/schemas\/([A-Za-z0-9_]+)/g)].map(
      (match) => match[1] ?? "",
    );
    expect(names).to.include.members([
      "Command",
      "CreateCommand",
      "DeduplicationPeriod",
      "Duration",
      "UnknownFieldSet",
      "Field",
    ]);
    for (const name of names) expect(JsCommands.definitions, name).to.have.property(name);
    expect(JsCommands.schema.required).to.deep.equal(["commands", "commandId", "actAs"]);
    expect(JsDuration.schema.required).to.deep.equal(["seconds", "nanos"]);
    expect(JsDuration.schema.properties).to.deep.include({
      seconds: { type: "integer", format: "int64" },
    });
  });
});

describe("the codec of submissions as values", () => {
  for (const [what, change, expected] of [
    ["no object", undefined, "missing, expected an object (Submission)"],
    ["no command id", { commandId: 7 }, "commandId: expected a string, found the number 7"],
    [
      "a command of the wire",
      { commands: [create] },
      "commands[0].kind: missing, expected one of CreateCommand, ExerciseCommand, ExerciseByKeyCommand, CreateAndExerciseCommand",
    ],
    [
      "a command without its template",
      { commands: [{ kind: "CreateCommand" }] },
      "commands[0].CreateCommand.templateId: missing, expected a string",
    ],
    [
      "a period of another kind",
      { deduplicationPeriod: { kind: "always" } },
      'deduplicationPeriod.kind: expected one of duration, offset, empty, found "always"',
    ],
    [
      "a period without its duration",
      { deduplicationPeriod: { kind: "duration" } },
      "deduplicationPeriod.DeduplicationDuration.value: missing, expected an object (Duration)",
    ],
  ] as const) {
    it(`refuses ${what}, naming the field`, () => {
      const given = change === undefined ? undefined : { ...least, ...change };
      const answer = readSubmission(given);
      expect(isLeft(answer) && answer.left).to.include({ code: "INVALID_ARGUMENT" });
      expect(isLeft(answer) && answer.left.cause.endsWith(`: ${expected}`), expected).to.equal(
        true,
      );
    });
  }

  const Note = template<
    { readonly owner: string; readonly title: string; readonly amount: bigint },
    { readonly owner: string }
  >("Notes:Note", {
    payload: record({ owner: party, title: text, amount: numeric }),
    signatories: ({ owner }) => [owner],
    key: {
      type: record({ owner: party }),
      of: ({ owner }) => ({ owner }),
      maintainers: ({ owner }) => [owner],
    },
  });
  const Share = choice(Note, "Share", {
    argument: record({ to: list(party) }),
    result: unit,
    controllers: ({ owner }) => [owner],
    *body() {
      return {};
    },
  });
  const notes = definePackage({ name: "notes", version: "1.0.0", templates: [Note] });

  it("reads what builders make as it is, from both forms, and it breaks no rule", () => {
    const { create: built, exercise, exerciseByKey, createAndExercise } = commandsOf(notes);
    const payloads = fc.record({
      owner: fc.string({ unit: fc.constantFrom("a", "b", ":", "-", "_"), minLength: 1 }),
      title: fc.string(),
      amount: fc.bigInt({ min: -(10n ** 37n), max: 10n ** 37n }),
    });
    fc.assert(
      fc.property(payloads, (payload) => {
        const commands: ReadonlyArray<Command> = [
          built(Note, payload),
          exercise(Share, `00${"ab".repeat(32)}`, { to: [payload.owner] }),
          exerciseByKey(Note, Share, { owner: payload.owner }, { to: [] }),
          createAndExercise(Note, payload, Share, { to: [] }),
        ];
        const submission = { ...least, commands };
        expect(readSubmission(submission)).to.deep.equal(right(submission));
        for (const [index, command] of commands.entries()) {
          const { kind, ...fields } = command;
          const js: unknown = JSON.parse(JSON.stringify({ [kind]: fields }));
          expect(read(JsCommand, js)).to.deep.equal(command);
          expect(commandError(command, index)).to.equal(undefined);
        }
      }),
    );
  });
});
