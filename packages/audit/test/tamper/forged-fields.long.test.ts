import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { coinPackages } from "@tallystick/coin";
import { encodeLedgerEvent, type LedgerEvent, type TransactionNode } from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import { auditJournal } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type EventFields,
  eventFields,
  type FieldNames,
  type FieldRule,
  type NodeFields,
  nodeFields,
} from "../../src/rules/event-fields.js";
import { auditRules } from "../../src/rules/audit-rules.js";
import { journalOfEverything, rebuilt } from "./everything-journal.js";
import { eventOf, fail } from "./forged-events.js";

type EventType = LedgerEvent["type"];
type EventOf<T extends EventType> = Extract<LedgerEvent, { readonly type: T }>;
type NodeOf<K extends TransactionNode["kind"]> = Extract<TransactionNode, { readonly kind: K }>;

/** What an attacker writes instead of what a field says. */
type Forgeries = {
  readonly [T in EventType]: {
    readonly [F in FieldNames<EventOf<T>>]: (event: EventOf<T>) => unknown;
  };
};
type NodeForgeries = {
  readonly [K in TransactionNode["kind"]]: {
    readonly [F in FieldNames<NodeOf<K>>]: (node: NodeOf<K>) => unknown;
  };
};

const hour = 3_600_000_000;
const zoe = "zoe::1220";
const digits = "ab".repeat(32);

const earlier = ({ recordTime }: { readonly recordTime: number }): number =>
  recordTime - 1_000 * hour;
const another = (): string => "another";
const not =
  <F extends string>(field: F) =>
  (event: { readonly [Name in F]: boolean }): boolean =>
    !event[field];
const more =
  <F extends string>(field: F) =>
  (event: { readonly [Name in F]: number }): number =>
    event[field] + 1;
const noKeyOfAnything = (): object => ({ "": "no key" });

const submission = {
  userId: another,
  commandId: another,
  submissionId: another,
  workflowId: another,
  recordTime: earlier,
  deduplicationPeriod: () => ({ kind: "empty" }),
  traceState: () => "k=v",
  traceParent: () => `00-${"1".repeat(32)}-${"2".repeat(16)}-01`,
};
const user = {
  primaryParty: () => zoe,
  isDeactivated: not("isDeactivated"),
  annotations: noKeyOfAnything,
  identityProviderId: another,
  primaryPartyAuthentication: not("primaryPartyAuthentication"),
  recordTime: earlier,
};
const provider = {
  issuer: () => "https://taken.example",
  jwksUrl: () => "https://other.example/keys",
  isDeactivated: not("isDeactivated"),
  audience: another,
  recordTime: earlier,
};

/** Nothing else of the journal is changed, and every hash is computed again. */
const forgeries: Forgeries = {
  LedgerInitialized: {
    participantId: () => `other::1220${digits}`,
    synchronizerId: () => "no id",
    recordTime: ({ recordTime }) => recordTime + 1_000_000 * hour,
  },
  ConfigurationApplied: {
    deduplicationWindowMicros: () => -1,
    ledgerTimeSkewMicros: () => 0.5,
    maxRightsPerUser: () => -1,
    maxIdentityProviders: () => -1,
    softwareVersion: () => "",
    packageCode: ({ packageCode }) => packageCode.toReversed(),
    recordTime: earlier,
  },
  TransactionCommitted: {
    ...submission,
    requestedDeduplicationPeriod: () => undefined,
    minLedgerTime: ({ effectiveAt }) => ({ kind: "absolute", micros: String(effectiveAt + hour) }),
    actAs: () => [zoe],
    readAs: () => undefined,
    packagePreference: () => ["none"],
    updateId: () => `1220${"0".repeat(64)}`,
    effectiveAt: ({ effectiveAt }) => effectiveAt + 1,
    seed: ({ seed }) => `${"0".repeat(56)}${seed.slice(56)}`,
    disclosedContracts: ({ nodes }) => [
      { contractId: nodes[0]?.contractId ?? "", blobDigest: digits },
    ],
    commandForms: () => ["create", "create"],
    nodes: ({ nodes }) => nodes.slice(0, -1),
    reads: () => undefined,
    external: () => ({
      hash: digits,
      hashingScheme: "HASHING_SCHEME_VERSION_V2",
      transactionUuid: "u",
      preparedTransaction: "",
      signatures: [],
    }),
    imported: () => ({ url: "http://127.0.0.1:1", offset: 1 }),
  },
  CommandRejected: {
    ...submission,
    requestedDeduplicationPeriod: () => ({ kind: "offset", offset: "1000000" }),
    minLedgerTime: ({ recordTime }) => ({ kind: "absolute", micros: String(recordTime + hour) }),
    actAs: () => [zoe],
    readAs: () => [zoe],
    packagePreference: () => [digits],
    error: ({ error }) => ({ ...error, cause: "because" }),
  },
  PackageRegistered: {
    packageId: () => digits,
    name: another,
    version: () => "9.9.9",
    model: ({ model }) => Object.assign({}, model, { utility: true, sizeBytes: 1 }),
    isVetted: not("isVetted"),
    recordTime: earlier,
  },
  PackagesVettingChanged: {
    changes: () => [{ packageId: "none", isVetted: true }],
    recordTime: earlier,
  },
  PartyAllocated: {
    party: ({ party }) => party.replace("::1220", "::1221"),
    annotations: noKeyOfAnything,
    identityProviderId: another,
    imported: () => "neither",
    recordTime: earlier,
  },
  PartyUpdated: {
    party: () => zoe,
    annotations: noKeyOfAnything,
    identityProviderId: another,
    imported: () => "idle",
    resourceVersion: more("resourceVersion"),
    recordTime: earlier,
  },
  PartyKeysChanged: {
    party: () => zoe,
    keys: ({ keys }) => keys.map((key) => ({ ...key, fingerprint: `1220${digits}` })),
    threshold: more("threshold"),
    serial: more("serial"),
    authorization: () => undefined,
    recordTime: earlier,
  },
  UserCreated: {
    ...user,
    userId: () => "participant_admin",
    rights: ({ rights }) => [...rights, ...rights],
    once: () => true,
  },
  UserUpdated: { ...user, userId: another, resourceVersion: more("resourceVersion") },
  UserDeleted: { userId: another, recordTime: earlier },
  UserIdentityProviderChanged: {
    userId: another,
    identityProviderId: another,
    resourceVersion: more("resourceVersion"),
    recordTime: earlier,
  },
  UserRightsGranted: {
    userId: another,
    rights: ({ rights }) => [...rights, ...rights],
    recordTime: earlier,
  },
  UserRightsRevoked: {
    userId: another,
    rights: () => [{ kind: "CanExecuteAsAnyParty" }],
    recordTime: earlier,
  },
  IdentityProviderConfigCreated: { ...provider, identityProviderId: () => "taken" },
  IdentityProviderConfigUpdated: { ...provider, identityProviderId: another },
  IdentityProviderConfigDeleted: { identityProviderId: another, recordTime: earlier },
  JournalForked: {
    offset: more("offset"),
    hash: () => digits,
    reason: another,
    recordTime: earlier,
  },
  JournalRestored: {
    offset: more("offset"),
    hash: () => digits,
    lostOffset: () => 1_000_000,
    reason: another,
    recordTime: earlier,
  },
  SigningKeyPublished: { publicKey: () => digits, recordTime: earlier },
  JournalPruned: {
    offset: more("offset"),
    hash: () => digits,
    erased: more("erased"),
    kept: more("kept"),
    residue: () => digits,
    lastErased: more("lastErased"),
    forgottenUpTo: more("forgottenUpTo"),
    signature: () => digits + digits,
    recordTime: earlier,
  },
  DisclosureKeyDrawn: { key: () => "ab", recordTime: earlier },
};

const nodeForgeries: NodeForgeries = {
  create: {
    contractId: ({ contractId }) => contractId.replace(/..$/, "00"),
    templateId: ({ templateId }) => `${templateId}s`,
    packageName: another,
    payload: ({ payload }) => Object.assign({}, payload, { more: "1" }),
    signatories: () => [zoe],
    observers: () => [zoe],
    key: () => ({ value: "k", maintainers: [zoe] }),
  },
  exercise: {
    contractId: ({ contractId }) => contractId.replace(/..$/, "00"),
    templateId: ({ templateId }) => `${templateId}s`,
    packageName: another,
    interfaceId: ({ interfaceId }) => (interfaceId === undefined ? `${digits}:A:B` : undefined),
    choice: another,
    argument: ({ argument }) => Object.assign({}, argument, { more: "1" }),
    actingParties: ({ actingParties }) => actingParties.slice(1),
    consuming: not("consuming"),
    result: ({ result }) => Object.assign({}, result, { more: "1" }),
    lastDescendantNodeId: more("lastDescendantNodeId"),
    signatories: () => [zoe],
    observers: () => [zoe],
    choiceObservers: () => [zoe],
  },
};

interface Case {
  readonly name: string;
  readonly type: EventType;
  readonly rule: FieldRule;
  readonly forge: (event: LedgerEvent) => LedgerEvent;
}

// border: the tables have the same keys
type AnyForgery = (value: unknown) => unknown;

const eventCases = (): ReadonlyArray<Case> =>
  Object.entries(forgeries).flatMap(([type, fields]) =>
    Object.entries(fields).map(([field, forge]) => ({
      name: `${type}.${field}`,
      type: type as EventType,
      rule:
        (eventFields[type as keyof EventFields] as Record<string, FieldRule>)[field] ?? fail(field),
      forge: (event: LedgerEvent) =>
        Object.assign({}, event, { [field]: (forge as AnyForgery)(event) }),
    })),
  );

const nodeCases = (): ReadonlyArray<Case> =>
  Object.entries(nodeForgeries).flatMap(([kind, fields]) =>
    Object.entries(fields).map(([field, forge]) => ({
      name: `${kind}.${field}`,
      type: "TransactionCommitted" as const,
      rule:
        (nodeFields[kind as keyof NodeFields] as Record<string, FieldRule>)[field] ?? fail(field),
      forge: (event: LedgerEvent) => {
        if (event.type !== "TransactionCommitted") return fail("transaction");
        const at = event.nodes.findIndex((node) => node.kind === kind);
        const node = event.nodes[at] ?? fail(kind);
        const forged = Object.assign({}, node, { [field]: (forge as AnyForgery)(node) });
        return { ...event, nodes: event.nodes.with(at, forged) };
      },
    })),
  );

describe("Every field of every event", () => {
  let honest: ReadonlyArray<RecordedEvent & { readonly whole: string }> = [];
  let packages: Awaited<ReturnType<typeof journalOfEverything>>["archives"] = [];

  before(async () => {
    ({ events: honest, archives: packages } = await journalOfEverything());
  });

  /** Rules that find something, each with where. */
  const foundIn = async (forged?: { readonly offset: number; readonly data: string }) => {
    const journal = await rebuilt(honest, packages, forged);
    const chain = await auditJournal(journal, undefined);
    if (isLeft(chain)) throw new Error(JSON.stringify(chain.left));
    const rules = await auditRules(journal, { level: "rules", packages: coinPackages });
    if (isLeft(rules)) throw new Error(rules.left.message);
    return [
      ...chain.right.findings.map(({ offset, message }) => ({ rule: "J2", offset, message })),
      ...rules.right.findings,
    ];
  };

  it("is what it was in an honest journal, which has every event", async () => {
    expect(await foundIn()).to.deep.equal([]);
    const types = new Set(honest.map(({ type }) => type));
    expect([...types].sort()).to.deep.equal(Object.keys(eventFields).sort());
  });

  /** The event that is forged: of transactions a transfer, as it has most fields, or the repeat. */
  const placeOf = (type: EventType, name: string): number => {
    const sign = name.includes("Deduplication") ? '"requestedDedup' : "AmuletRules_Transfer";
    const isIt = (each: (typeof honest)[number]): boolean =>
      each.type === type && (type !== "TransactionCommitted" || each.whole.includes(sign));
    const uploaded = honest.findLastIndex(({ whole }) => whole.includes('"format":"daml-lf"'));
    return type === "PackageRegistered" ? uploaded : honest.findLastIndex(isIt);
  };

  for (const { name, type, rule, forge } of [...eventCases(), ...nodeCases()]) {
    it(`${name}: ${"rule" in rule ? `${rule.rule} finds another value` : "no rule can tell"}`, async () => {
      const place = placeOf(type, name);
      const row = honest[place] ?? fail(type);
      const { data } = encodeLedgerEvent(forge(eventOf({ ...row, data: row.whole })), place + 1);
      expect(data).to.not.equal(row.whole);
      const found = await foundIn({ offset: place + 1, data });
      const rules = found.map((each) => `${each.rule} at ${each.offset}: ${each.message}`);
      if ("rule" in rule) expect(rules.join("\n")).to.include(`${rule.rule} at `);
      else expect(rules).to.deep.equal([]);
    });
  }

  it("is in the table of docs/auditing.md", () => {
    const page = fileURLToPath(new URL("../../../../../docs/auditing.md", import.meta.url));
    const text = readFileSync(page, "utf8");
    const [before = "", after = ""] = text.split(mark);
    const rest = after.slice(after.indexOf("\n\n", 1));
    const written = `${before}${mark}${tables()}${rest}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, written);
    expect(readFileSync(page, "utf8")).to.equal(written);
  });
});

const mark =
  "<!-- from the table of fields; UPDATE_DOCS=1 npm test -- tamper/forged-fields writes it -->\n";

const cell = (rule: FieldRule): string => {
  if ("free" in rule) return `| no rule: ${rule.free} |`;
  return "butFor" in rule ? `| ${rule.rule}, except ${rule.butFor} |` : `| ${rule.rule} |`;
};

const tables = (): string => {
  const rows = [...Object.entries(eventFields), ...Object.entries(nodeFields)].flatMap(
    ([type, fields]) =>
      Object.entries<FieldRule>(fields).map(
        ([field, rule]) => `| \`${type}\` | \`${field}\` ${cell(rule)}\n`,
      ),
  );
  return `\n| Event, or node | Field | Found by |\n|---|---|---|\n${rows.join("")}`.trimEnd();
};
