import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  EventFormatWire,
  everythingFor,
  TransactionFormatWire,
  UpdateFormatWire,
} from "../../src/formats/event-format.js";
import {
  formatErrors,
  requestedEventFormat,
  requestedTransactionFormat,
  requestedUpdateFormat,
} from "../../src/formats/requested-format.js";
import { read } from "../refused.js";

const errorOf = (outcome: ReturnType<typeof requestedTransactionFormat>) =>
  isLeft(outcome) ? outcome.left : undefined;

describe("the format of a request", () => {
  it("must be there", () => {
    const event = requestedEventFormat(undefined);
    expect(isLeft(event) && event.left.code).to.equal("MISSING_FIELD");
    expect(isLeft(event) && event.left.cause).to.contain("event_format");
    const update = requestedUpdateFormat(undefined);
    expect(isLeft(update) && update.left.code).to.equal("MISSING_FIELD");
    expect(isLeft(update) && update.left.cause).to.contain("update_format");
  });

  it("is what it says", () => {
    const format = read(EventFormatWire, { filtersByParty: { alice: {} }, verbose: true });
    expect(requestedEventFormat(format)).to.deep.equal(
      right({ filtersByParty: { alice: { cumulative: [] } }, verbose: true }),
    );
    const updates = read(UpdateFormatWire, { includeReassignments: {} });
    expect(requestedUpdateFormat(updates)).to.deep.equal(
      right({ includeReassignments: { filtersByParty: {} } }),
    );
    const incomplete = read(UpdateFormatWire, {
      includeTransactions: { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
    });
    const refused = requestedUpdateFormat(incomplete);
    expect(isLeft(refused) && refused.left.code).to.equal("MISSING_FIELD");
  });
});

describe("the format of an older lookup", () => {
  const transactionFormat = read(TransactionFormatWire, {
    eventFormat: {},
    transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  });

  it("is its own", () => {
    const found = requestedTransactionFormat({ transactionFormat, requestingParties: [] });
    expect(found).to.deep.equal(
      right({
        eventFormat: { filtersByParty: {} },
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      }),
    );
  });

  it("is everything of the requesting parties, as changes of the active contracts", () => {
    const found = requestedTransactionFormat({ requestingParties: ["alice", "bob"] });
    expect(found).to.deep.equal(
      right({
        eventFormat: {
          filtersByParty: { alice: { cumulative: [] }, bob: { cumulative: [] } },
          verbose: true,
        },
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      }),
    );
  });

  it("is refused with both or neither", () => {
    const both = requestedTransactionFormat({ transactionFormat, requestingParties: ["alice"] });
    expect(errorOf(both)).to.include({ code: "INVALID_ARGUMENT", field: "requestingParties" });
    expect(errorOf(both)?.cause).to.contain("found both");
    const neither = requestedTransactionFormat({ requestingParties: [] });
    expect(errorOf(neither)).to.include({ code: "INVALID_ARGUMENT", field: "transactionFormat" });
    expect(errorOf(neither)?.cause).to.contain("found neither");
  });

  it("has the errors that it can have among those that are published", () => {
    for (const code of ["INVALID_ARGUMENT", "MISSING_FIELD"] as const)
      expect(formatErrors).to.include(code);
  });
});

describe("the format of everything", () => {
  it("has one entry without filters per party", () => {
    expect(everythingFor()).to.deep.equal({ filtersByParty: {} });
    expect(everythingFor("alice", "alice", "bob")).to.deep.equal({
      filtersByParty: { alice: { cumulative: [] }, bob: { cumulative: [] } },
    });
  });
});
