import { JsStatus } from "../../src/errors/error-status.js";
import { expect } from "chai";
import type { WireReadable } from "../../src/types/schema-type.js";
import {
  ArchivedEventWire,
  CreatedEventWire,
  EventWire,
  ExercisedEventWire,
  TransactionWire,
} from "../../src/updates/event-codecs.js";
import { read, refused } from "../refused.js";
import { archived, created, exercised, transaction } from "../wire-events.js";

const forms: ReadonlyArray<{
  readonly name: string;
  readonly type: WireReadable<unknown>;
  readonly value: Readonly<Record<string, unknown>>;
}> = [
  { name: "a created event", type: CreatedEventWire, value: { ...created } },
  { name: "an archived event", type: ArchivedEventWire, value: archived },
  { name: "an exercised event", type: ExercisedEventWire, value: { ...exercised } },
  { name: "a transaction", type: TransactionWire, value: { ...transaction } },
];

describe("the codecs of answers", () => {
  for (const { name, type, value } of forms) {
    it(`read ${name} as it is, without fields they do not know`, () => {
      expect(read(type, { ...value, more: 1 })).to.deep.equal(value);
    });

    it(`need every field of ${name}, though the published schema calls some optional`, () => {
      for (const key of Object.keys(value)) {
        const rest = Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
        expect(refused(type, rest), key).to.match(new RegExp(`^${key}: missing, expected `));
      }
    });

    it(`give the schema of ${name} a property for each field`, () => {
      expect(Object.keys(type.schema.properties ?? {}).sort()).to.deep.equal(
        Object.keys(value).sort(),
      );
    });
  }

  it("call optional in the schema what the published one does", () => {
    expect(ArchivedEventWire.schema.required).to.deep.equal([
      "offset",
      "nodeId",
      "contractId",
      "templateId",
      "witnessParties",
      "packageName",
    ]);
  });

  const bad: ReadonlyArray<readonly [what: string, change: object, error: string]> = [
    ["a node of text", { nodeId: "1" }, 'nodeId: expected a 32-bit integer, found "1"'],
    [
      "an offset that is not exact",
      { offset: 2 ** 53 },
      "offset: expected a whole number between -(2^53 - 1) and 2^53 - 1, " +
        "found the number 9007199254740992",
    ],
    ["a view without status", { interfaceViews: [{ interfaceId: "p:M:I" }] }, "interfaceViews[0]"],
    [
      "a signatory of null",
      { signatories: [null] },
      "signatories[0]: expected a string, found null",
    ],
  ];
  for (const [what, change, error] of bad) {
    it(`refuse ${what}`, () => {
      expect(refused(CreatedEventWire, { ...created, ...change })).to.contain(error);
    });
  }

  it("tell the events of a transaction by their one key", () => {
    expect(read(EventWire, { CreatedEvent: created })).to.deep.equal({ CreatedEvent: created });
    const both = { CreatedEvent: created, ExercisedEvent: exercised };
    expect(refused(EventWire, both)).to.match(/found CreatedEvent and ExercisedEvent$/);
    const events = [{ CreatedEvent: created }, { ArchivedEvent: created, Other: {} }, {}];
    expect(refused(TransactionWire, { ...transaction, events })).to.match(
      /^events\[1\]\.ArchivedEvent\.implementedInterfaces: missing/,
    );
    expect(refused(TransactionWire, { ...transaction, events: [{}] })).to.match(
      /^events\[0\]: .*found no key$/,
    );
  });

  it("have null where nothing is known, but only there", () => {
    expect(refused(TransactionWire, { ...transaction, traceContext: null })).to.equal(undefined);
    expect(refused(TransactionWire, { ...transaction, updateId: null })).to.equal(
      "updateId: expected a string, found null",
    );
  });

  it("read a status with its details", () => {
    const detail = { typeUrl: "t", value: "AA==", unknownFields: { fields: {} } };
    const status = { code: 5, message: "m", details: [detail] };
    expect(read(JsStatus, status)).to.deep.equal(status);
    expect(refused(JsStatus, { ...status, details: [{ typeUrl: "t" }] })).to.equal(
      "details[0].value: missing, expected a string",
    );
  });
});
