import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ErrorPlace } from "../../src/errors/error-place.js";
import { decodeLedgerEvent, encodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import type { CommandRejected } from "../../src/events/submission-event.js";

const rejection = (changes: Partial<CommandRejected["error"]> = {}): CommandRejected => ({
  type: "CommandRejected",
  userId: "user",
  commandId: "command",
  submissionId: "submission",
  workflowId: "",
  actAs: ["alice::1"],
  recordTime: 1,
  deduplicationPeriod: { kind: "empty" },
  error: {
    code: "INVALID_ARGUMENT",
    cause: "wrong",
    context: {},
    resources: [],
    definiteAnswer: true,
    ...changes,
  },
});

const through = (event: CommandRejected) => {
  const { type, data } = encodeLedgerEvent(event, 3);
  const read = decodeLedgerEvent(type, data, 3);
  return isLeft(read) ? read.left : read.right;
};

/** The stored form with its error changed. */
const withError = (changes: Readonly<Record<string, unknown>>): string => {
  const { type, data } = encodeLedgerEvent(rejection(), 3);
  const stored: Record<string, unknown> = JSON.parse(data);
  const error = { ...Object(stored["error"]), ...changes };
  const read = decodeLedgerEvent(type, JSON.stringify({ ...stored, error }), 3);
  return isLeft(read) ? read.left.reason : "read";
};

const misfit = "CommandRejected does not fit its schema";

describe("The error of a rejection in the journal", () => {
  const places: ReadonlyArray<ErrorPlace> = [
    { of: "command", index: 0, kind: "CreateCommand", part: "template", path: [] },
    { of: "command", index: 3, kind: "ExerciseCommand", part: "argument", path: ["a", "0"] },
    { of: "command", index: 1, kind: "ExerciseByKeyCommand", part: "key", path: ["_1"] },
    { of: "command", index: 1, kind: "CreateAndExerciseCommand", part: "choice", path: [] },
    { of: "command", index: 1, kind: "CreateAndExerciseCommand", part: "payload", path: ["x"] },
    { of: "prefetchKey", index: 2, part: "template", path: [] },
    { of: "prefetchKey", index: 2, part: "key", path: ["issuer"] },
    { of: "disclosedContract", index: 4 },
    { of: "packagePreference", index: 5 },
  ];
  for (const place of places) {
    it(`keeps the place ${JSON.stringify(place)}`, () => {
      const event = rejection({ place });
      expect(through(event)).to.deep.equal(event);
    });
  }

  it("keeps all that an error may say", () => {
    const event = rejection({
      context: { a: "b" },
      resources: [
        ["CONTRACT_ID", "00"],
        ["TEMPLATE_ID", "t"],
      ],
      definiteAnswer: false,
      field: "actAs",
      invalidRequest: true,
      correlationId: "c",
    });
    expect(through(event)).to.deep.equal(event);
  });

  const wrong: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> = [
    ["an unknown code", { code: "NO_SUCH_CODE" }],
    ["a code that every object has", { code: "toString" }],
    ["no cause", { cause: null }],
    ["a number in its context", { context: { a: 1 } }],
    ["a resource of three parts", { resources: [["a", "b", "c"]] }],
    ["a resource of one part", { resources: [["a"]] }],
    ["a definite answer in words", { definiteAnswer: "true" }],
    ["a place of nothing", { place: {} }],
    ["a place of something else", { place: { of: "other", index: 0 } }],
    ["a place without an index", { place: { of: "packagePreference" } }],
    ["a place in a command of another kind", { place: { ...places[0], kind: "FetchCommand" } }],
    ["a place in another part", { place: { ...places[0], part: "observers" } }],
    ["a place with a path of numbers", { place: { ...places[0], path: [1] } }],
    ["a place in a part that a prefetch has not", { place: { ...places[5], part: "choice" } }],
    ["a field that is no text", { field: 1 }],
  ];
  for (const [what, changes] of wrong) {
    it(`is not read with ${what}`, () => {
      expect(withError(changes)).to.equal(misfit);
    });
  }
});
