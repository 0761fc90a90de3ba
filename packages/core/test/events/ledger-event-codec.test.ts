import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Json, JsonObject } from "../../src/values/json.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import {
  currentEventVersion,
  decodeLedgerEvent,
  encodeLedgerEvent,
  type Upcasters,
} from "../../src/events/ledger-event-codec.js";
import { at, goldenEvents as events } from "../golden-events.js";

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
};

// border: the keys of a record of every type
const typedKeys = (of: typeof everyType) => Object.keys(of) as Array<keyof typeof everyType>;

const decoded = (type: string, data: string, upcasters?: Upcasters): LedgerEvent => {
  const event = decodeLedgerEvent(type, data, upcasters);
  if (isLeft(event)) throw new Error(event.left);
  return event.right;
};
const reason = (type: string, data: string, upcasters?: Upcasters): string => {
  const event = decodeLedgerEvent(type, data, upcasters);
  return isLeft(event) ? event.left : "decoded";
};

describe("the golden files of events", () => {
  it("are there for every event type in its current version, and each is checked", () => {
    expect(files).to.deep.equal(Object.keys(events).sort());
    const covered = new Set(
      files.map(golden).map(({ type, data }) => `${type} ${JSON.stringify(data["v"])}`),
    );
    for (const type of typedKeys(everyType))
      for (let version = 1; version <= currentEventVersion(type); version++)
        expect([...covered]).to.include(`${type} ${version}`);
  });

  for (const [file, event] of Object.entries(events)) {
    const isCurrent = golden(file).data["v"] === currentEventVersion(event.type);

    it(`${file} reads as the event`, () => {
      const { type, data } = golden(file);
      expect(decoded(type, JSON.stringify(data))).to.deep.equal(event);
    });

    if (isCurrent)
      it(`${file} is byte for byte what the event is written as`, () => {
        const { type, data } = golden(file);
        const written = encodeLedgerEvent(event);
        expect(written).to.deep.equal({ type, data: JSON.stringify(data) });
      });

    if (isCurrent)
      it(`${file} writes as itself again`, () => {
        const { type, data } = golden(file);
        const read = decoded(type, JSON.stringify(data));
        expect(encodeLedgerEvent(read).data).to.equal(JSON.stringify(data));
      });

    it(`${file} does not read with any one of its fields taken away or of another kind`, () => {
      const { type, data } = golden(file);
      for (const name of Object.keys(data)) {
        const { [name]: _taken, ...rest } = data;
        // only what was signed outside of the node has this one
        if (name !== "external")
          expect(reason(type, JSON.stringify(rest)), name).to.not.equal("decoded");
        if (name === "model") continue;
        expect(reason(type, JSON.stringify({ ...data, [name]: { odd: [] } })), name).to.not.equal(
          "decoded",
        );
      }
    });
  }
});

describe("what is no event", () => {
  const { type, data } = golden("ledger-initialized.v1.json");
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
      "UserCreated",
      JSON.stringify(data),
      "UserCreated does not fit its schema",
    ],
  ];
  for (const [name, eventType, text, error] of table)
    it(`is refused: ${name}`, () => {
      expect(reason(eventType, text)).to.equal(error);
    });

  it("is refused when an error code is not of the catalogue", () => {
    const rejected = golden("command-rejected.v1.json");
    const data = JSON.stringify(rejected.data);
    expect(data).to.contain("DUPLICATE_COMMAND");
    expect(reason(rejected.type, data.replace("DUPLICATE_COMMAND", "NO_SUCH_CODE"))).to.equal(
      "CommandRejected does not fit its schema",
    );
  });
});

describe("events of older versions", () => {
  // version 1 named the participant only, version 2 called its synchronizer a domain
  const upcasters: Upcasters = {
    LedgerInitialized: [
      (fields) => ({ ...fields, domainId: "local::1220" }),
      ({ domainId = null, ...fields }) => ({ ...fields, synchronizerId: domainId }),
    ],
  };
  const current = { participantId: "node::1220", synchronizerId: "local::1220", recordTime: at };
  const event = { type: "LedgerInitialized", ...current };

  it("are led step by step to the current one", () => {
    const { synchronizerId: _later, ...first } = current;
    const second = { ...first, domainId: "local::1220" };
    const versions: ReadonlyArray<JsonObject> = [
      { v: 1, ...first },
      { v: 2, ...second },
      { v: 3, ...current },
    ];
    for (const fields of versions)
      expect(decoded("LedgerInitialized", JSON.stringify(fields), upcasters)).to.deep.equal(event);
    expect(currentEventVersion("LedgerInitialized", upcasters)).to.equal(3);
  });

  it("are refused between versions and beyond the last", () => {
    for (const v of [1.5, 2.5, 4])
      expect(reason("LedgerInitialized", JSON.stringify({ v, ...current }), upcasters)).to.contain(
        "no known schema version",
      );
  });

  it("leave the versions of other types alone", () => {
    const { type, data } = golden("user-rights-granted.v1.json");
    expect(decoded(type, JSON.stringify(data), upcasters)).to.deep.equal(
      events["user-rights-granted.v1.json"],
    );
    expect(currentEventVersion("UserRightsGranted", upcasters)).to.equal(1);
  });
});

describe("any event", () => {
  const texts = fc.string({ unit: "grapheme" });
  const parties = fc.array(texts, { maxLength: 3 });
  const json = fc
    .jsonValue({ noUnicodeString: false })
    .map((value): Json => JSON.parse(JSON.stringify(value)));
  const create = fc.record(
    {
      kind: fc.constant("create" as const),
      nodeId: fc.nat(),
      contractId: texts,
      templateId: texts,
      packageName: texts,
      payload: json,
      signatories: parties,
      observers: parties,
      key: fc.record({ value: json, maintainers: parties }),
      witnesses: parties,
    },
    {
      requiredKeys: [
        "kind",
        "nodeId",
        "contractId",
        "templateId",
        "packageName",
        "payload",
        "signatories",
        "observers",
      ],
    },
  );
  const period = fc.oneof(
    fc.record({ kind: fc.constant("offset" as const), offset: fc.nat() }),
    fc.record({ kind: fc.constant("duration" as const), durationMicros: fc.nat() }),
    fc.record({ kind: fc.constant("empty" as const) }),
  );
  const committed = fc.record({
    type: fc.constant("TransactionCommitted" as const),
    updateId: texts,
    userId: texts,
    commandId: texts,
    submissionId: texts,
    workflowId: texts,
    actAs: parties,
    recordTime: fc.integer(),
    deduplicationPeriod: period,
    effectiveAt: fc.integer(),
    nodes: fc.array(create, { maxLength: 3 }),
  });

  it("reads as it was written", () => {
    fc.assert(
      fc.property(committed, (event) => {
        const { type, data } = encodeLedgerEvent(event);
        const read = decoded(type, data);
        expect(read).to.deep.equal(event);
        expect(encodeLedgerEvent(read).data).to.equal(data);
      }),
    );
  });
});
