import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import type { Fields } from "../fixtures/grpc-client.js";
import { bearer, serve, type Served } from "../fixtures/served.js";

const templateId = { packageId: "#values", moduleName: "Values", entityName: "Everything" };

/** A payload in JSON, with a value of each kind. */
const payloadOf = (owner: string): Fields => ({
  owner,
  flag: true,
  amount: "12.5000000000",
  number: "-9223372036854775808",
  when: "2026-01-31T12:00:00.123456Z",
  day: "2026-01-31",
  note: "hello",
  nested: [[]],
  tags: ["a", "", "ü"],
  scores: { a: "1", "\u{1f600}": "2" },
  pairs: [
    ["1", "one"],
    ["2", "two"],
  ],
  inner: { name: "n", count: "7" },
  shape: { tag: "Square", value: { name: "s", count: "0" } },
  color: "Green",
});

const int64 = (value: string): Fields => ({ int64: value });
const text = (value: string): Fields => ({ text: value });
const innerOf = (name: string, count: string): Fields => ({
  record: {
    fields: [
      { label: "name", value: text(name) },
      { label: "count", value: int64(count) },
    ],
  },
});

/** The same payload as fields of a record. */
const fieldsOf = (owner: string): ReadonlyArray<Fields> => [
  { label: "owner", value: { party: owner } },
  { label: "flag", value: { bool: true } },
  { label: "amount", value: { numeric: "12.5000000000" } },
  { label: "number", value: int64("-9223372036854775808") },
  { label: "when", value: { timestamp: "1769860800123456" } },
  { label: "day", value: { date: 20_484 } },
  { label: "note", value: { optional: { value: text("hello") } } },
  { label: "nested", value: { optional: { value: { optional: {} } } } },
  { label: "tags", value: { list: { elements: [text("a"), text(""), text("ü")] } } },
  {
    label: "scores",
    value: {
      textMap: {
        entries: [
          { key: "a", value: int64("1") },
          { key: "\u{1f600}", value: int64("2") },
        ],
      },
    },
  },
  {
    label: "pairs",
    value: {
      genMap: {
        entries: [
          { key: int64("1"), value: text("one") },
          { key: int64("2"), value: text("two") },
        ],
      },
    },
  },
  { label: "inner", value: innerOf("n", "7") },
  { label: "shape", value: { variant: { constructor: "Square", value: innerOf("s", "0") } } },
  { label: "color", value: { enum: { constructor: "Green" } } },
];

const unlabelled = (fields: ReadonlyArray<Fields>): unknown =>
  JSON.parse(JSON.stringify(fields, (key, value: unknown) => (key === "label" ? "" : value)));

const formatFor = (party: string, verbose: boolean): Fields => ({
  filtersByParty: {
    [party]: { cumulative: [{ wildcardFilter: { includeCreatedEventBlob: true } }] },
  },
  verbose,
});

const jsonFormatFor = (party: string): Fields => ({
  filtersByParty: {
    [party]: {
      cumulative: [
        { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
      ],
    },
  },
  verbose: true,
});

/** What is at a path in a message. */
const at = (message: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    // border: messages are objects and arrays
    (value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key],
    message,
  );

/** Messages as they are compared: what is absent may be null. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, each: unknown) => (each === null ? undefined : each)));

describe("a ledger over gRPC and over HTTP", () => {
  let served: Served;
  let owner: string;
  before(async () => {
    served = await serve();
    owner = await served.party("owner");
  });
  after(() => served.close());

  const create = (commandId: string, fields: unknown): Fields => ({
    commandId,
    actAs: [owner],
    commands: [{ create: { templateId, createArguments: { fields } } }],
  });

  it("has the same version and ledger end", async () => {
    const overGrpc = await served.grpc.call("VersionService/GetLedgerApiVersion");
    const overHttp = await served.http("GET", "/v2/version");
    expect(at(overGrpc, "version")).to.equal(at(overHttp.json, "version"));
    const end = await served.grpc.call("StateService/GetLedgerEnd");
    expect(Number(end["offset"])).to.equal(served.ledger.ledgerEnd());
  });

  for (const labels of ["with labels", "without labels"]) {
    it(`creates a contract with every kind of value ${labels}`, async () => {
      const fields = labels === "with labels" ? fieldsOf(owner) : unlabelled(fieldsOf(owner));
      const created = await served.grpc.call("CommandService/SubmitAndWait", {
        commands: create(`create ${labels}`, fields),
      });
      const found = await served.http("POST", "/v2/updates/update-by-offset", {
        offset: Number(created["completionOffset"]),
        updateFormat: {
          includeTransactions: {
            eventFormat: jsonFormatFor(owner),
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
          },
        },
      });
      const value = at(found.json, "update", "Transaction", "value");
      expect(at(value, "updateId")).to.equal(created["updateId"]);
      const event = at(value, "events", 0, "CreatedEvent");
      expect(at(event, "createArgument")).to.deep.equal(payloadOf(owner));
    });
  }

  it("shows a contract that was created over HTTP, with the same blob", async () => {
    const made = await served.http("POST", "/v2/commands/submit-and-wait-for-transaction", {
      commands: {
        commandId: "over http",
        actAs: [owner],
        commands: [
          {
            CreateCommand: {
              templateId: "#values:Values:Everything",
              createArguments: payloadOf(owner),
            },
          },
        ],
      },
      transactionFormat: {
        eventFormat: jsonFormatFor(owner),
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    });
    const json = at(made.json, "transaction", "events", 0, "CreatedEvent");
    const contractId = at(json, "contractId");
    const events = await served.grpc.call("EventQueryService/GetEventsByContractId", {
      contractId,
      eventFormat: formatFor(owner, true),
    });
    const event = at(events, "created", "createdEvent");
    expect(at(event, "createdEventBlob")).to.equal(at(json, "createdEventBlob"));
    expect(at(event, "createArguments", "recordId", "entityName")).to.equal("Everything");
    const shown = at(event, "createArguments", "fields");
    expect(withoutNulls(shown)).to.deep.equal(withoutNulls(fieldsOf(owner)));

    const brief = await served.grpc.call("EventQueryService/GetEventsByContractId", {
      contractId,
      eventFormat: formatFor(owner, false),
    });
    const plain = at(brief, "created", "createdEvent", "createArguments");
    expect(at(plain, "recordId")).to.equal(null);
    expect(at(plain, "fields", 0, "label")).to.equal("");
  });

  it("exercises a choice, and streams what happened", async () => {
    const made = await served.grpc.call("CommandService/SubmitAndWaitForTransaction", {
      commands: create("to renew", fieldsOf(owner)),
    });
    const event = at(made, "transaction", "events", 0, "created");
    const renewed = await served.grpc.call("CommandService/SubmitAndWaitForTransaction", {
      commands: {
        commandId: "renew",
        actAs: [owner],
        commands: [
          {
            exercise: {
              templateId,
              contractId: at(event, "contractId"),
              choice: "Renew",
              choiceArgument: {
                record: {
                  fields: [
                    { label: "note", value: text("new") },
                    { label: "inner", value: innerOf("x", "1") },
                  ],
                },
              },
            },
          },
        ],
      },
      transactionFormat: {
        eventFormat: formatFor(owner, true),
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    });
    const exercised = at(renewed, "transaction", "events", 0, "exercised");
    expect(at(exercised, "choiceArgument", "record", "recordId", "entityName")).to.equal("Renew");
    const successor = at(renewed, "transaction", "events", 1, "created", "contractId");
    expect(at(exercised, "exerciseResult", "contractId")).to.equal(successor);
    const [update] = await served.grpc.stream(
      "UpdateService/GetUpdates",
      {
        beginExclusive: Number(at(renewed, "transaction", "offset")) - 1,
        updateFormat: {
          includeTransactions: {
            eventFormat: formatFor(owner, true),
            transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
          },
        },
      },
      1,
    );
    expect(at(update, "transaction")).to.deep.equal(renewed["transaction"]);
    const active = await served.grpc.stream(
      "StateService/GetActiveContracts",
      {
        activeAtOffset: at(renewed, "transaction", "offset"),
        eventFormat: formatFor(owner, true),
      },
      Number.POSITIVE_INFINITY,
    );
    const ids = active.map((each) => at(each, "activeContract", "createdEvent", "contractId"));
    expect(ids).to.include(successor);
    expect(ids).not.to.include(at(event, "contractId"));
  });

  it("finds a command of the other front by its change id", async () => {
    const commands = create("once", fieldsOf(owner));
    await served.grpc.call("CommandService/SubmitAndWait", { commands });
    const again = await served.http("POST", "/v2/commands/submit-and-wait", {
      commandId: "once",
      actAs: [owner],
      commands: [
        {
          CreateCommand: {
            templateId: "#values:Values:Everything",
            createArguments: payloadOf(owner),
          },
        },
      ],
    });
    expect(again.status).to.equal(409);
    const failure = await served.grpc.failure("CommandService/SubmitAndWait", { commands });
    expect(failure.code).to.equal(status.ALREADY_EXISTS);
    expect(failure.message).to.match(/^DUPLICATE_COMMAND\(10,.{8}\): /);
    expect(at(failure.details, "ErrorInfo", "reason")).to.equal("DUPLICATE_COMMAND");
    const overHttp = at(again.json, "context");
    const overGrpc = at(failure.details, "ErrorInfo", "metadata");
    for (const key of ["completion_offset", "changeId", "category", "definite_answer"])
      expect(at(overGrpc, key), key).to.equal(at(overHttp, key));
    const [completion] = await served.grpc.stream(
      "CommandCompletionService/CompletionStream",
      { parties: [owner], beginExclusive: 0 },
      1,
    );
    expect(at(completion, "completion", "status", "code")).to.equal(0);
  });

  it("rejects calls without a token, or without rights, and tells no more", async () => {
    const none = await served.grpc.failure("StateService/GetLedgerEnd", {}, {});
    expect(none.code).to.equal(status.UNAUTHENTICATED);
    expect(none.message).to.match(/^An error occurred\. Please contact the operator/);
    expect(Object.keys(none.details)).to.deep.equal(["RequestInfo"]);
    const other = await served.grpc.failure(
      "UserManagementService/ListUsers",
      {},
      bearer("nobody"),
    );
    expect(other.code).to.equal(status.PERMISSION_DENIED);
    expect(Object.keys(other.details)).to.deep.equal(["RequestInfo"]);
  });

  it("counts calls together with requests over HTTP", async () => {
    const limited = await serve({ rateLimits: { requests: { perSecond: 0.01, burst: 4 } } });
    for (let n = 0; n < 2; n++) {
      await limited.grpc.call("StateService/GetLedgerEnd");
      expect((await limited.http("GET", "/v2/state/ledger-end")).status).to.equal(200);
    }
    const { code, details } = await limited.grpc.failure("StateService/GetLedgerEnd");
    expect(code).to.equal(status.RESOURCE_EXHAUSTED);
    expect(at(details, "ErrorInfo", "reason")).to.equal("RATE_LIMIT_EXCEEDED");
    expect((await limited.http("GET", "/v2/state/ledger-end")).status).to.equal(429);
    await limited.close();
  });

  it("manages users and parties", async () => {
    const { grpc } = served;
    const allocated = await grpc.call("PartyManagementService/AllocateParty", {
      partyIdHint: "bob",
      localMetadata: { annotations: { colour: "blue" } },
    });
    const party = at(allocated, "partyDetails", "party");
    const user = { id: "bob", primaryParty: party };
    await grpc.call("UserManagementService/CreateUser", {
      user,
      rights: [{ canActAs: { party } }, { participantAdmin: {} }],
    });
    const rights = await grpc.call("UserManagementService/ListUserRights", { userId: "bob" });
    expect(rights["rights"]).to.deep.equal([{ canActAs: { party } }, { participantAdmin: {} }]);
    const missing = await grpc.failure("UserManagementService/GetUser", { userId: "nobody" });
    expect(missing.code).to.equal(status.NOT_FOUND);
    expect(at(missing.details, "ErrorInfo", "reason")).to.equal("USER_NOT_FOUND");
    const updated = await grpc.call("UserManagementService/UpdateUser", {
      user: { id: "bob", isDeactivated: true },
      updateMask: "isDeactivated",
    });
    expect(at(updated, "user", "isDeactivated")).to.equal(true);
    const known = await grpc.call("PartyManagementService/GetParties", { parties: [party, owner] });
    expect(at(known, "partyDetails", 0, "localMetadata", "annotations")).to.deep.equal({
      colour: "blue",
    });
    await grpc.call("UserManagementService/DeleteUser", { userId: "bob" });
    const none = await grpc.call("PartyManagementService/GetParties", { parties: [] });
    expect(none["partyDetails"]).to.deep.equal([]);
  });

  it("moves a party between identity providers", async () => {
    const { grpc, ledger } = served;
    await grpc.call("IdentityProviderConfigService/CreateIdentityProviderConfig", {
      identityProviderConfig: {
        identityProviderId: "acme",
        issuer: "https://acme.example.com",
        jwksUrl: "http://127.0.0.1:1/keys",
      },
    });
    const party = await served.party("moving");
    const move = "PartyManagementService/UpdatePartyIdentityProviderId";
    await grpc.call(move, { party, targetIdentityProviderId: "acme" });
    expect(ledger.party(party)?.identityProviderId).to.equal("acme");
    for (const [request, reason] of [
      [{ party, targetIdentityProviderId: "acme" }, "PARTY_NOT_FOUND"],
      [{ party: "nobody::1220", targetIdentityProviderId: "acme" }, "PARTY_NOT_FOUND"],
      [{ party, targetIdentityProviderId: "none" }, "INVALID_ARGUMENT"],
      [{ party: "", targetIdentityProviderId: "acme" }, "INVALID_ARGUMENT"],
    ] as const) {
      const { details } = await grpc.failure(move, request);
      expect(at(details, "ErrorInfo", "reason"), JSON.stringify(request)).to.equal(reason);
    }
    await grpc.call(move, { party, sourceIdentityProviderId: "acme" });
    expect(ledger.party(party)?.identityProviderId).to.equal("");
  });
});
