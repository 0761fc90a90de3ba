import { expect } from "chai";
import {
  fieldNameOf,
  invalidArgument,
  invalidField,
  missingField,
} from "../../src/errors/ledger-error-build.js";

describe("The name of a field in the context of an error", () => {
  const names: ReadonlyArray<readonly [path: string, name: string]> = [
    ["commandId", "command_id"],
    ["minLedgerTimeRel", "min_ledger_time_rel"],
    ["submitter", "submitter"],
    ["jwks_url", "jwks_url"],
    ["party or act_as", "party or act_as"],
    ["user.metadata.annotations", "user.metadata.annotations"],
    ["partyDetails.localMetadata", "party_details.local_metadata"],
    ["actAs[0]", "act_as"],
    ["commands[0].CreateCommand.templateId", "template_id"],
    ["commands[12].ExerciseByKeyCommand.choice", "choice"],
    ["disclosedContracts[1].createdEventBlob", "created_event_blob"],
    ["changes[0].operation.Vet.value.packages[1]", "operation.packages"],
    ["commands[0].command.AssignCommand.value.reassignmentId", "command.reassignment_id"],
    ["deduplicationPeriod.DeduplicationDuration.value", "deduplication_period"],
  ];
  for (const [path, name] of names) {
    it(`is ${name} for ${path}`, () => {
      expect(fieldNameOf(path)).to.equal(name);
    });
  }

  it("is in snake_case of a missing field, while the cause names the path", () => {
    const path = "commands[0].CreateCommand.templateId";
    const error = missingField(path, "a template");
    expect(error.context).to.deep.equal({ field_name: "template_id" });
    expect(error.field).to.equal(path);
    expect(error.cause).to.contain(`${path} (expected a template)`);
    expect(error.publicCause).to.match(/missing a mandatory field: template_id$/);
  });

  it("is what a public node says of an invalid field", () => {
    const path = "commands[0].CreateCommand.templateId";
    const error = invalidField(path, "found nothing", { sentence: "it is empty" });
    expect(error.context).to.deep.equal({});
    expect(error.cause).to.contain(`Invalid field ${path}: found nothing`);
    expect(error.publicCause).to.match(/Invalid field template_id: it is empty$/);
  });

  it("is not there for any other argument", () => {
    expect(invalidArgument("found 1, expected 2", "pageSize").context).to.deep.equal({});
  });
});
