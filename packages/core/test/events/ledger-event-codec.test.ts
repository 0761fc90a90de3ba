import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Json, JsonObject } from "../../src/values/json.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import {
  decodeLedgerEvent,
  encodeLedgerEvent,
  eventError,
} from "../../src/events/ledger-event-codec.js";
import { goldenEvents as events, goldenOffset } from "../golden-events.js";

interface Golden {
  readonly type: LedgerEvent["type"];
  readonly data: JsonObject;
}

const folder = new URL("../../../test/golden/", import.meta.url);
const files = readdirSync(folder).sort();
const golden = (file: string): Golden => JSON.parse(readFileSync(new URL(file, folder), "utf8"));
const everyType: Readonly<Record<LedgerEvent["type"], true>> = {
  TransactionCommitted: true,
  CommandRejected: true,
  LedgerInitialized: true,
  PackageRegistered: true,
  PackagesVettingChanged: true,
  PartyAllocated: true,
  PartyUpdated: true,
  PartyKeysChanged: true,
  UserCreated: true,
  UserUpdated: true,
  UserDeleted: true,
  UserIdentityProviderChanged: true,
  UserRightsGranted: true,
  UserRightsRevoked: true,
  IdentityProviderConfigCreated: true,
  IdentityProviderConfigUpdated: true,
  IdentityProviderConfigDeleted: true,
  ConfigurationApplied: true,
  JournalForked: true,
  JournalRestored: true,
  DisclosureKeyDrawn: true,
  SigningKeyPublished: true,
  JournalPruned: true,
};

/** Fields that are absent when they have nothing to say. */
const mayMiss = new Set([
  "authorization",
  "once",
  "workflowId",
  "requestedDeduplicationPeriod",
  "minLedgerTime",
  "traceParent",
  "traceState",
  "effectiveAt",
  "updateId",
  "readAs",
  "packagePreference",
  "disclosedContracts",
  "commandForms",
  "external",
  "imported",
  "reads",
  "lostOffset",
]);

// border: the keys of a record of every type
const typedKeys = (of: typeof everyType) => Object.keys(of) as Array<keyof typeof everyType>;

const decoded = (type: string, data: string, offset = goldenOffset): LedgerEvent => {
  const event = decodeLedgerEvent(type, data, offset);
  if (isLeft(event)) throw new Error(event.left.reason);
  if (event.right.type === "SubmissionPruned" || event.right.type === "EventUnread")
    throw new Error(event.right.type);
  return event.right;
};
const reason = (type: string, data: string): string => {
  const event = decodeLedgerEvent(type, data, goldenOffset);
  if (isLeft(event)) return event.left.reason;
  return event.right.type === "EventUnread" ? event.right.reason : "decoded";
};

describe("the golden files of events", () => {
  it("are there for every event type, and each is checked", () => {
    expect(files).to.deep.equal(Object.keys(events).sort());
    const covered = new Set(files.map((file) => golden(file).type));
    expect([...covered].sort()).to.deep.equal(typedKeys(everyType).sort());
  });

  for (const [file, event] of Object.entries(events)) {
    it(`${file} reads as the event`, () => {
      const { type, data } = golden(file);
      expect(decoded(type, JSON.stringify(data))).to.deep.equal(event);
    });

    it(`${file} is byte for byte what the event is written as`, () => {
      const { type, data } = golden(file);
      const written = encodeLedgerEvent(event, goldenOffset);
      expect(written).to.deep.equal({ type, data: JSON.stringify(data) });
    });

    it(`${file} writes as itself again`, () => {
      const { type, data } = golden(file);
      const read = decoded(type, JSON.stringify(data));
      expect(encodeLedgerEvent(read, goldenOffset).data).to.equal(JSON.stringify(data));
    });

    it(`${file} does not read with a field taken away that must be there, or one of another kind`, () => {
      const { type, data } = golden(file);
      for (const name of Object.keys(data)) {
        const { [name]: _taken, ...rest } = data;
        const without = reason(type, JSON.stringify(rest));
        expect(without === "decoded", name).to.equal(mayMiss.has(name));
        if (name === "model") continue;
        const changed = reason(type, JSON.stringify({ ...data, [name]: [[]] }));
        expect(changed, name).to.not.equal("decoded");
      }
    });
  }
});

describe("An event that could not be read back", () => {
  it("is none of the golden ones", () => {
    for (const event of Object.values(events))
      expect(eventError(event), event.type).to.equal(undefined);
  });

  it("is known before it is written, with the field", () => {
    const granted: LedgerEvent = {
      type: "UserRightsGranted",
      userId: "ann",
      // border: what a caller in JavaScript may give
      recordTime: 7,
      rights: [{ kind: "CanActsAs" as never }],
    };
    expect(eventError(granted)).to.include("UserRightsGranted").and.to.include("rights.0");
  });
});

describe("malformed events", () => {
  const { type, data } = golden("ledger-initialized.json");
  const table: ReadonlyArray<readonly [string, string, string, string]> = [
    ["an unknown type", "LedgerClosed", JSON.stringify(data), "unknown event type LedgerClosed"],
    ["a type every object has", "toString", JSON.stringify(data), "unknown event type toString"],
    ["no JSON", type, "{", "LedgerInitialized is not JSON"],
    ["nothing", type, "", "LedgerInitialized is not JSON"],
    ["JSON of another kind", type, "[]", "LedgerInitialized has no known schema version"],
    ["null", type, "null", "LedgerInitialized has no known schema version"],
    [
      "no version",
      type,
      JSON.stringify({ ...data, v: undefined }),
      "LedgerInitialized has no known schema version",
    ],
    [
      "version zero",
      type,
      JSON.stringify({ ...data, v: 0 }),
      "LedgerInitialized has no known schema version",
    ],
    [
      "a version to come",
      type,
      JSON.stringify({ ...data, v: 2 }),
      "LedgerInitialized has no known schema version",
    ],
    [
      "half a version",
      type,
      JSON.stringify({ ...data, v: 1.5 }),
      "LedgerInitialized has no known schema version",
    ],
    [
      "a version as text",
      type,
      JSON.stringify({ ...data, v: "1" }),
      "LedgerInitialized has no known schema version",
    ],
    [
      "a missing field",
      type,
      JSON.stringify({ ...data, participantId: undefined }),
      "LedgerInitialized does not fit its schema",
    ],
    [
      "the fields of another type",
      "UserDeleted",
      JSON.stringify(data),
      "UserDeleted does not fit its schema",
    ],
  ];
  for (const [name, eventType, text, error] of table) {
    it(`is refused: ${name}`, () => {
      expect(reason(eventType, text)).to.equal(error);
    });
  }

  it("is refused when an error code is not of the catalogue", () => {
    const rejected = golden("command-rejected.json");
    const data = JSON.stringify(rejected.data);
    expect(data).to.contain("DUPLICATE_COMMAND");
    expect(reason(rejected.type, data.replace("DUPLICATE_COMMAND", "NO_SUCH_CODE"))).to.equal(
      "CommandRejected does not fit its schema",
    );
  });
});

describe("an event about the participant that does not fit its schema", () => {
  const fields = { v: 1, userId: 5, rights: [{ kind: "CanActsAs" }], recordTime: 7 };
  const read = (type: string, more: object = {}) =>
    decodeLedgerEvent(type, JSON.stringify({ ...fields, ...more }), goldenOffset);

  it("is passed over when it only adds something", () => {
    for (const type of ["UserCreated", "UserRightsGranted", "PartyAllocated", "PartyUpdated"]) {
      const reason = `${type} does not fit its schema`;
      expect(read(type)).to.deep.equal(right({ type: "EventUnread", recordTime: 7, reason }));
    }
    expect(isLeft(read("UserUpdated", { isDeactivated: false }))).to.equal(false);
  });

  it("is refused when it could take something away, or does not say when it was", () => {
    for (const type of ["UserRightsRevoked", "UserDeleted", "PartyKeysChanged", "UserUpdated"])
      expect(isLeft(read(type)), type).to.equal(true);
    expect(isLeft(read("UserUpdated", { isDeactivated: true }))).to.equal(true);
    expect(isLeft(read("UserCreated", { recordTime: "now" }))).to.equal(true);
  });
});

describe("a transaction that refers to what it does not have", () => {
  const { type, data } = golden("transaction-committed.json");
  const text = JSON.stringify(data);
  const changes: ReadonlyArray<readonly [string, string, string, string]> = [
    ["a text beyond the table", '"choice":8', '"choice":80', "refers to text 80, which is missing"],
    [
      "a contract no node creates",
      '"result":-2',
      '"result":-1',
      "refers to text -1, which is missing",
    ],
    ["half a text", '"choice":8', '"choice":7.5', "refers to text 7.5, which is missing"],
    ["a text in a value", '"result":-2', '"result":"x"', "has a text instead of a reference"],
    ["a node without an id", '"hash":"1f', '"hush":"1f', "has no contract id in node 1"],
    [
      "a value nested beyond all measure",
      '"result":-2',
      `"result":${"[".repeat(1_001)}${"]".repeat(1_001)}`,
      "has a value deeper than 1000 levels",
    ],
  ];
  for (const [name, from, to, error] of changes) {
    it(`is refused: ${name}`, () => {
      expect(text).to.contain(from);
      expect(reason(type, text.replace(from, to))).to.equal(`TransactionCommitted ${error}`);
    });
  }
});

describe("a value that no type of Daml writes", () => {
  const node = {
    kind: "create" as const,
    nodeId: 0,
    contractId: "00",
    templateId: "aa:M:T",
    packageName: "p",
    signatories: [],
    observers: [],
  };
  const written = (payload: Json) => () => {
    const event = events["transaction-committed-least.json"];
    if (event?.type !== "TransactionCommitted") throw new Error("no transaction");
    return encodeLedgerEvent({ ...event, nodes: [{ ...node, payload }] }, 1);
  };

  it("is not written: a number, or nesting beyond all measure", () => {
    expect(written({ a: [1] })).to.throw(TypeError, "found the number 1 in a Daml value");
    let deep: Json = [];
    for (let level = 0; level < 1_000; level++) deep = [deep];
    expect(written(deep)).to.throw(RangeError, "deeper than 1000 levels");
    expect(written(["", null, true])).to.not.throw();
  });
});

describe("any transaction", () => {
  const texts = fc.string({ unit: "grapheme" });
  const parties = fc.array(texts, { maxLength: 3 });
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "medium" },
      fc.oneof(texts, fc.boolean(), fc.constant(null)),
      fc.array(tie("value"), { maxLength: 3 }),
      fc
        .array(fc.tuple(fc.oneof(texts, fc.constant("__proto__")), tie("value")), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries)),
    ),
    // border: texts, booleans, nulls, arrays and objects are JSON
  })).value as fc.Arbitrary<Json>;
  const seed = fc.constantFrom("5eed".repeat(14), "0".repeat(56));
  const contractId = fc.oneof(
    texts,
    fc
      .nat(2)
      .map((node) => `00${"5eed".repeat(14)}0000000${node}ca0100000000002a${"f".repeat(64)}`),
  );
  const create = fc.record(
    {
      kind: fc.constant("create" as const),
      contractId,
      templateId: texts,
      packageName: texts,
      payload: json,
      signatories: parties,
      observers: parties,
      key: fc.record({ value: json, maintainers: parties }),
    },
    {
      requiredKeys: [
        "kind",
        "contractId",
        "templateId",
        "packageName",
        "payload",
        "signatories",
        "observers",
      ],
    },
  );
  const exercise = fc.record({
    kind: fc.constant("exercise" as const),
    contractId,
    templateId: texts,
    packageName: texts,
    choice: texts,
    argument: json,
    actingParties: parties,
    consuming: fc.boolean(),
    result: json,
    lastDescendantNodeId: fc.nat(3),
    signatories: parties,
    observers: parties,
  });
  const period = fc.oneof(
    fc.record({ kind: fc.constant("offset" as const), offset: fc.nat() }),
    fc.record({ kind: fc.constant("duration" as const), durationMicros: fc.nat() }),
    fc.record({ kind: fc.constant("empty" as const) }),
  );
  const committed = fc.record({
    type: fc.constant("TransactionCommitted" as const),
    updateId: fc.oneof(texts, fc.constant(`1220${"5eed".repeat(13)}00000000002a`)),
    userId: texts,
    commandId: texts,
    submissionId: texts,
    workflowId: texts,
    actAs: parties,
    recordTime: fc.integer({ min: 0, max: 3 }),
    deduplicationPeriod: period,
    effectiveAt: fc.integer({ min: 0, max: 3 }),
    seed,
    nodes: fc
      .array(fc.oneof(create, exercise), { maxLength: 3 })
      .map((nodes) => nodes.map((node, nodeId) => ({ ...node, nodeId }))),
  });

  it("reads as it was written, and what was read is written the same", () => {
    fc.assert(
      fc.property(committed, (event) => {
        const { type, data } = encodeLedgerEvent(event, goldenOffset);
        const read = decoded(type, data);
        // by their texts: parsed objects may have a field __proto__ of their own
        expect(JSON.stringify(ordered(read))).to.equal(JSON.stringify(ordered(event)));
        expect(encodeLedgerEvent(read, goldenOffset).data).to.equal(data);
      }),
    );
  });

  it("has each text once, in the order of first occurrence, and no other", () => {
    fc.assert(
      fc.property(committed, (event) => {
        const { data } = encodeLedgerEvent(event, goldenOffset);
        const { strings, actAs, nodes } = JSON.parse(data);
        expect(new Set(strings).size).to.equal(strings.length);
        const rest = JSON.stringify({ actAs, nodes }, (name, value) =>
          ["kind", "hash", "contractId", "lastDescendantNodeId"].includes(name) &&
          !(name === "contractId" && typeof value === "number")
            ? undefined
            : value,
        );
        const met = rest.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/(?<![-\d])\d+/g) ?? [];
        expect([...new Set(met)]).to.deep.equal([...Array(strings.length).keys()].map(String));
      }),
    );
  });
});

/** An event with its fields in one order. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return entries.map(([name, inner]) => [name, ordered(inner)]);
};
