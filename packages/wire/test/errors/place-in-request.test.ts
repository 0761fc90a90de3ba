import { type CommandPart, type ErrorPlace, type LedgerError, ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { JsCommands } from "../../src/commands/composite-command-codec.js";
import { toStatus } from "../../src/errors/error-status.js";
import { causeInRequest, placeInRequest } from "../../src/errors/place-in-request.js";
import { toWireError } from "../../src/errors/wire-error.js";

const command = (
  kind: Extract<ErrorPlace, { of: "command" }>["kind"],
  part: CommandPart,
  ...path: ReadonlyArray<string>
): ErrorPlace => ({ of: "command", index: 1, kind, part, path });

const places: ReadonlyArray<readonly [ErrorPlace, string]> = [
  [command("CreateCommand", "template"), "commands[1].CreateCommand.templateId"],
  [command("CreateCommand", "payload", "owner"), "commands[1].CreateCommand.createArguments.owner"],
  [command("ExerciseCommand", "choice"), "commands[1].ExerciseCommand.choice"],
  [
    command("ExerciseCommand", "argument", "transfer", "0", "amount"),
    "commands[1].ExerciseCommand.choiceArgument.transfer.0.amount",
  ],
  [command("ExerciseByKeyCommand", "key", "_1"), "commands[1].ExerciseByKeyCommand.contractKey._1"],
  [
    command("CreateAndExerciseCommand", "argument"),
    "commands[1].CreateAndExerciseCommand.choiceArgument",
  ],
  [
    { of: "prefetchKey", index: 0, part: "template", path: [] },
    "prefetchContractKeys[0].templateId",
  ],
  [
    { of: "prefetchKey", index: 2, part: "key", path: ["issuer"] },
    "prefetchContractKeys[2].contractKey.issuer",
  ],
  [{ of: "disclosedContract", index: 3 }, "disclosedContracts[3].createdEventBlob"],
  [{ of: "packagePreference", index: 0 }, "packageIdSelectionPreference[0]"],
];

const errorAt = (place: ErrorPlace): LedgerError =>
  ledgerError("INVALID_ARGUMENT", "found 1, expected 2.", { place });

describe("The place of an error in a request", () => {
  for (const [place, text] of places) {
    it(`is ${text} for ${JSON.stringify(place)}`, () => {
      expect(placeInRequest(place)).to.equal(text);
      expect(causeInRequest(errorAt(place))).to.equal(`found 1, expected 2 at '${text}'`);
    });
  }

  it("starts with a field that the codec of a composite command has", () => {
    for (const [place] of places) {
      const [field = ""] = placeInRequest(place).split("[");
      // each of these fields is a list, so that a text in its place is refused with its name
      const decoded = JsCommands.decode({
        commands: [],
        actAs: [],
        commandId: "c",
        [field]: "no list",
      });
      expect(isLeft(decoded), field).to.equal(true);
      expect(JSON.stringify(decoded), field).to.contain(`"${field}"`);
    }
  });

  it("is in the cause and the context of the error object and of a completion's status", () => {
    const error = errorAt(command("CreateCommand", "payload", "owner"));
    const at = "commands[1].CreateCommand.createArguments.owner";
    expect(toWireError(error)).to.deep.include({ cause: `found 1, expected 2 at '${at}'` });
    expect(toWireError(error).context.field).to.equal(at);
    expect(toStatus(error).message).to.match(/expected 2 at 'commands\[1\]\.CreateCommand\./);
  });

  it("is not invented where there is none", () => {
    const error = ledgerError("INVALID_ARGUMENT", "found 1, expected 2.");
    expect(toWireError(error).cause).to.equal("found 1, expected 2.");
    expect(toWireError(error).context).to.not.have.property("field");
  });
});
