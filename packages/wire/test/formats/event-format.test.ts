import { expect } from "chai";
import fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  checkedUpdateFormat,
  EventFormatWire,
  everythingFor,
  givenFormats,
  TransactionFilterWire,
  TransactionFormatWire,
  UpdateFormatWire,
} from "../../src/formats/event-format.js";
import { decodeSentences } from "../../src/types/decode-sentence.js";
import { read, refused } from "../refused.js";

const template = { templateId: "#m:M:T" };
const cumulative = [
  { identifierFilter: { WildcardFilter: { value: {} } } },
  {
    identifierFilter: { TemplateFilter: { value: { ...template, includeCreatedEventBlob: true } } },
  },
  { identifierFilter: { InterfaceFilter: { value: { interfaceId: "#m:M:I" } } } },
  { identifierFilter: { Empty: {} } },
  {},
];
const filters = [
  { kind: "wildcard", includeCreatedEventBlob: false },
  { kind: "template", templateId: "#m:M:T", includeCreatedEventBlob: true },
  {
    kind: "interface",
    interfaceId: "#m:M:I",
    includeInterfaceView: false,
    includeCreatedEventBlob: false,
  },
  { kind: "empty" },
  { kind: "empty" },
];

describe("the codec of event formats", () => {
  it("reads every kind of filter, with the fallbacks of what is absent", () => {
    const format = read(EventFormatWire, { filtersByParty: { alice: { cumulative }, bob: {} } });
    expect(format).to.deep.equal({
      filtersByParty: { alice: { cumulative: filters }, bob: { cumulative: [] } },
    });
  });

  it("reads the filters of every party apart from those of one, and verbose", () => {
    const format = read(EventFormatWire, { filtersForAnyParty: { cumulative }, verbose: true });
    expect(format).to.deep.equal({
      filtersByParty: {},
      filtersForAnyParty: { cumulative: filters },
      verbose: true,
    });
  });

  it("reads the same filters in the older form, which has no verbose", () => {
    const older = read(TransactionFilterWire, { filtersByParty: { alice: {} }, verbose: true });
    expect(older).to.deep.equal({ filtersByParty: { alice: { cumulative: [] } } });
  });

  const one = (identifierFilter: unknown) => ({
    filtersByParty: { alice: { cumulative: [{}, { identifierFilter }] } },
  });
  const at = "filtersByParty.alice.cumulative[1].identifierFilter";
  const keys = "Empty, InterfaceFilter, TemplateFilter, WildcardFilter";
  const bad: ReadonlyArray<readonly [what: string, value: unknown, error: string]> = [
    ["no object", [], ": expected an object (EventFormat), found an array"],
    [
      "filters in a list",
      { filtersByParty: [] },
      "filtersByParty: expected an object, found an array",
    ],
    ["verbose of text", { verbose: "true" }, 'verbose: expected true or false, found "true"'],
    [
      "filters of a party that are a list",
      { filtersByParty: { alice: [] } },
      "filtersByParty.alice: expected an object (Filters), found an array",
    ],
    [
      "an unknown kind of filter",
      one({ PackageFilter: {} }),
      `${at}: expected an object with exactly one of the keys ${keys}, found "PackageFilter"`,
    ],
    [
      "two kinds of filter",
      one({ Empty: {}, WildcardFilter: { value: {} } }),
      `${at}: expected an object with exactly one of the keys ${keys}, found Empty and WildcardFilter`,
    ],
    [
      "a filter without its value",
      one({ TemplateFilter: template }),
      `${at}.TemplateFilter.value: missing, expected an object (TemplateFilter1)`,
    ],
    [
      "a template that is no text",
      one({ TemplateFilter: { value: { templateId: 1 } } }),
      `${at}.TemplateFilter.value.templateId: expected a string, found the number 1`,
    ],
    [
      "a blob that is no boolean",
      one({ WildcardFilter: { value: { includeCreatedEventBlob: 1 } } }),
      `${at}.WildcardFilter.value.includeCreatedEventBlob: expected true or false, found the number 1`,
    ],
  ];
  for (const [what, value, error] of bad) {
    it(`refuses ${what}, and says where`, () => {
      expect(refused(EventFormatWire, value)).to.equal(error);
    });
  }
});

describe("the codec of transaction formats", () => {
  it("takes null or an unrecognized shape as the unspecified one, but misses an absent one", () => {
    const absent = TransactionFormatWire.read({});
    expect(isLeft(absent) && decodeSentences(absent.left)).to.equal(
      `Got value '{"Unrecognized":{"unrecognizedValue":0}}' with wrong type, expecting string at 'transactionShape'`,
    );
    for (const value of [{ transactionShape: null }, { transactionShape: "UNRECOGNIZED" }]) {
      expect(read(TransactionFormatWire, value)).to.deep.equal({
        transactionShape: "TRANSACTION_SHAPE_UNSPECIFIED",
      });
    }
  });

  it("keeps shape, filters and verbose", () => {
    const value = {
      eventFormat: { filtersByParty: { alice: {} }, verbose: true },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    };
    expect(read(TransactionFormatWire, value)).to.deep.equal({
      eventFormat: { filtersByParty: { alice: { cumulative: [] } }, verbose: true },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    });
  });

  it("refuses a shape that is none", () => {
    expect(refused(TransactionFormatWire, { transactionShape: "FLAT" })).to.equal(
      "transactionShape: expected one of TRANSACTION_SHAPE_UNSPECIFIED, " +
        'TRANSACTION_SHAPE_ACS_DELTA, TRANSACTION_SHAPE_LEDGER_EFFECTS, found "FLAT"',
    );
  });
});

describe("the codec of update formats", () => {
  const shape = "TRANSACTION_SHAPE_ACS_DELTA";
  const formatOf = (value: unknown) => checkedUpdateFormat(read(UpdateFormatWire, value));

  it("leaves out each kind of update that is absent", () => {
    expect(formatOf({})).to.deep.equal(right({}));
    const parties = { includeParticipantAuthorizationEvents: { parties: ["alice"] } };
    expect(formatOf({ includeTopologyEvents: parties })).to.deep.equal(
      right({ includeTopologyEvents: parties }),
    );
    expect(formatOf({ includeReassignments: {} })).to.deep.equal(
      right({ includeReassignments: { filtersByParty: {} } }),
    );
  });

  it("wants all parties where it names none", () => {
    const value = { includeTopologyEvents: { includeParticipantAuthorizationEvents: {} } };
    expect(formatOf(value)).to.deep.equal(
      right({ includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } } }),
    );
  });

  it("keeps the transactions' shape and filters", () => {
    const eventFormat = { filtersByParty: { alice: {} } };
    const format = formatOf({ includeTransactions: { eventFormat, transactionShape: shape } });
    expect(format).to.deep.equal(
      right({
        includeTransactions: {
          eventFormat: { filtersByParty: { alice: { cumulative: [] } } },
          transactionShape: shape,
        },
      }),
    );
  });

  it("has MISSING_FIELD for transactions without an event format", () => {
    const format = formatOf({ includeTransactions: { transactionShape: shape } });
    expect(isLeft(format) && format.left).to.include({ code: "MISSING_FIELD" });
    expect(isLeft(format) && format.left.cause).to.contain("event_format");
  });
});

describe("the published schemas of formats", () => {
  it("name each part, and require what the interface requires", () => {
    const { definitions } = UpdateFormatWire;
    expect(Object.keys(definitions).sort()).to.deep.equal([
      "CumulativeFilter",
      "Empty1",
      "EventFormat",
      "Filters",
      "IdentifierFilter",
      "InterfaceFilter",
      "InterfaceFilter1",
      "Map_Filters",
      "ParticipantAuthorizationTopologyFormat",
      "TemplateFilter",
      "TemplateFilter1",
      "TopologyFormat",
      "TransactionFormat",
      "UpdateFormat",
      "WildcardFilter",
      "WildcardFilter1",
    ]);
    const requiredOf = (name: string): unknown => definitions[name]?.required;
    expect(requiredOf("TransactionFormat")).to.deep.equal(["eventFormat", "transactionShape"]);
    expect(requiredOf("TemplateFilter1")).to.deep.equal(["templateId"]);
    expect(requiredOf("InterfaceFilter1")).to.deep.equal(["interfaceId"]);
    expect(requiredOf("EventFormat")).to.equal(undefined);
  });
});

describe("the format that a program gives", () => {
  const { eventFormat, updateFormat } = givenFormats;
  const one = (filter: unknown) => ({ filtersByParty: { alice: { cumulative: [filter] } } });

  it("is what the same request decodes to", () => {
    const wire = { filtersByParty: { alice: { cumulative } }, filtersForAnyParty: {} };
    const format = read(EventFormatWire, wire);
    expect(read(eventFormat, format)).to.deep.equal(format);
    const includeTransactions = {
      eventFormat: wire,
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    };
    const updates = read(UpdateFormatWire, {
      includeTransactions,
      includeReassignments: wire,
      includeTopologyEvents: { includeParticipantAuthorizationEvents: {} },
    });
    expect(read(updateFormat, updates)).to.deep.equal(updates);
  });

  const at = "filtersByParty.alice.cumulative[0]";
  const bad: ReadonlyArray<readonly [what: string, value: unknown, error: string]> = [
    ["no filters", {}, "filtersByParty: missing, expected an object"],
    [
      "filters without a list",
      { filtersByParty: { alice: {} } },
      "filtersByParty.alice.cumulative: missing, expected an array",
    ],
    [
      "a misspelt field",
      { filtersByParty: {}, filterForAnyParty: {} },
      "filterForAnyParty: unknown field; did you mean filtersForAnyParty?",
    ],
    [
      "a filter as in a request",
      one({ identifierFilter: { Empty: {} } }),
      `${at}.kind: missing, expected one of empty, wildcard, template, interface`,
    ],
    [
      "a filter of another kind",
      one({ kind: "toString" }),
      `${at}.kind: expected one of empty, wildcard, template, interface, found "toString"`,
    ],
    [
      "a template without a name",
      one({ kind: "template" }),
      `${at}.templateId: missing, expected a string`,
    ],
    [
      "a field of another kind of filter",
      one({ kind: "wildcard", templateId: "#m:M:T" }),
      `${at}.templateId: unknown field; known here: kind, includeCreatedEventBlob`,
    ],
    ["no filter", one(undefined), `${at}: missing, expected an object (IdentifierFilter)`],
  ];
  for (const [what, value, error] of bad) {
    it(`is not read with ${what}`, () => {
      expect(refused(eventFormat, value)).to.equal(error);
    });
  }
});

describe("the format of everything for some parties", () => {
  it("names each party once, in any order and repetition, and no one else", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parties) => {
        const { filtersByParty, filtersForAnyParty } = everythingFor(...parties);
        expect(new Set(Object.keys(filtersByParty))).to.deep.equal(new Set(parties));
        for (const filters of Object.values(filtersByParty))
          expect(filters).to.deep.equal({ cumulative: [] });
        expect(filtersForAnyParty).to.equal(undefined);
      }),
    );
  });

  it("is what a request with an empty filter per party means", () => {
    const wire = { filtersByParty: { alice: {}, bob: { cumulative: [] } } };
    expect(read(EventFormatWire, wire)).to.deep.equal(everythingFor("alice", "bob"));
  });

  it("is not for any party when no party is named", () => {
    expect(everythingFor()).to.deep.equal({ filtersByParty: {} });
  });
});
