import { JsLedgerError } from "@tallystick/wire";
import { explanationHeader } from "../../../src/answers/answer.js";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { endpoints } from "../../../src/index.js";
import { at, expectContract, expectError } from "../../fixtures/expected-reply.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const user = "ledger-api-user";

describe("A ledger over HTTP", () => {
  let ledger: Ledger;
  let running: RunningServer;
  let alice: string;
  let bob: string;
  let count = 0;

  const post = (path: string, body: unknown, token?: string) =>
    running.call("POST", path, token === undefined ? { body } : { body, token });

  const allocate = async (partyIdHint: string): Promise<string> => {
    const body = { partyIdHint, identityProviderId: "", synchronizerId: "", userId: user };
    const reply = await post("/v2/parties", body);
    expectContract("POST", "/v2/parties", reply);
    return String(at(reply.json, "partyDetails", "party"));
  };

  const create = (more: object = {}) => {
    count += 1;
    return {
      commands: [
        {
          CreateCommand: {
            templateId: pingTemplate,
            createArguments: { id: `ping ${count}`, initiator: alice, responder: bob },
          },
        },
      ],
      commandId: `command-${count}`,
      actAs: [alice],
      ...more,
    };
  };

  const wildcard = {
    cumulative: [
      { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
    ],
  };

  const activeContracts = async (query = "") => {
    const body = {
      activeAtOffset: ledger.ledgerEnd(),
      eventFormat: { filtersByParty: { [alice]: wildcard }, verbose: false },
    };
    return post(`/v2/state/active-contracts${query}`, body);
  };

  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    running = await runServer(ledger);
    alice = await allocate("alice");
    bob = await allocate("bob");
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  it("tells its version, its participant and its end", async () => {
    const version = await running.call("GET", "/v2/version");
    expectContract("GET", "/v2/version", version);
    expect(version.json).to.have.property("version", "3.5.8");
    const participant = await running.call("GET", "/v2/parties/participant-id");
    expectContract("GET", "/v2/parties/participant-id", participant);
    expect(participant.json).to.deep.equal({ participantId: ledger.participantId });
    const end = await running.call("GET", "/v2/state/ledger-end");
    expectContract("GET", "/v2/state/ledger-end", end);
    expect(end.json).to.deep.equal({ offset: ledger.ledgerEnd() });
  });

  it("creates a Ping, answers it, and lists both in every way", async () => {
    const begin = ledger.ledgerEnd();
    const created = await post("/v2/commands/submit-and-wait", create());
    expectContract("POST", "/v2/commands/submit-and-wait", created);
    const active = await activeContracts();
    expectContract("POST", "/v2/state/active-contracts", active);
    const event = at(active.json, 0, "contractEntry", "JsActiveContract", "createdEvent");
    expect(event).to.have.property("createdEventBlob").that.is.not.empty;
    const contractId = at(event, "contractId");
    const respond = {
      commands: [
        {
          ExerciseCommand: {
            templateId: pingTemplate,
            contractId,
            choice: "Respond",
            choiceArgument: {},
          },
        },
      ],
      commandId: "respond",
      actAs: [bob],
    };
    const submitted = await post("/v2/commands/async/submit", respond);
    expect(submitted.text).to.equal("{}");
    expect(submitted.type).to.equal("application/json");
    expect((await activeContracts()).json).to.deep.equal([]);
    const legacy = {
      beginExclusive: begin,
      endInclusive: ledger.ledgerEnd(),
      filter: { filtersByParty: { [alice]: wildcard } },
      verbose: true,
    };
    const flat = await post("/v2/updates", legacy);
    expectContract("POST", "/v2/updates", flat);
    const transaction = (index: number) => at(flat.json, index, "update", "Transaction", "value");
    expect(at(transaction(0), "events", 0)).to.have.property("CreatedEvent");
    expect(at(transaction(1), "events", 0)).to.have.property("ArchivedEvent");
    const completions = await post("/v2/commands/completions?limit=2", {
      userId: user,
      parties: [alice, bob],
      beginExclusive: begin,
    });
    expectContract("POST", "/v2/commands/completions", completions);
    const second = at(completions.json, 1, "completionResponse", "Completion", "value");
    expect(second).to.include({ commandId: "respond", userId: user });
  });

  it("shows exercises in the ledger effects shape", async () => {
    const updates = await post("/v2/updates", {
      beginExclusive: 0,
      endInclusive: ledger.ledgerEnd(),
      updateFormat: {
        includeTransactions: {
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
          eventFormat: { filtersByParty: { [bob]: { cumulative: [] } } },
        },
      },
    });
    expectContract("POST", "/v2/updates", updates);
    expect(updates.text).to.contain("ExercisedEvent");
  });

  it("answers a legacy filter and an event format alike", async () => {
    await post("/v2/commands/submit-and-wait", create());
    const activeAtOffset = ledger.ledgerEnd();
    const filtersByParty = { [alice]: wildcard };
    const present = await post("/v2/state/active-contracts", {
      activeAtOffset,
      eventFormat: { filtersByParty },
    });
    const legacy = await post("/v2/state/active-contracts", {
      activeAtOffset,
      filter: { filtersByParty },
      verbose: true,
    });
    expect(present.json).to.have.length(1);
    expect(legacy.json).to.deep.equal(present.json);
  });

  const wrongFormats: ReadonlyArray<readonly [string, object]> = [
    ["both encodings", { filter: {}, eventFormat: {} }],
    ["verbose beside an event format", { eventFormat: {}, verbose: true }],
    ["neither encoding", {}],
    ["a format without any filter", { eventFormat: {} }],
  ];
  for (const [what, body] of wrongFormats) {
    it(`refuses active contracts with ${what}`, async () => {
      expectError(
        await post("/v2/state/active-contracts", { activeAtOffset: 0, ...body }),
        400,
        "INVALID_ARGUMENT",
      );
    });
  }

  it("closes an open-ended list after the idle time asked for", async () => {
    // the idle time of this server is longer than a test may take
    const patient = await runServer(ledger, { listIdleTimeoutMs: 600_000 });
    const startedMs = performance.now();
    const updates = await patient.call("POST", "/v2/updates?stream_idle_timeout_ms=50", {
      body: {
        beginExclusive: ledger.ledgerEnd(),
        filter: { filtersByParty: { [alice]: wildcard } },
      },
    });
    expect(updates.status).to.equal(200);
    expect(performance.now() - startedMs).to.be.at.least(40);
    await patient.server.close();
  });

  it("cuts a list at its limit, and refuses one longer than the node's limit", async () => {
    for (let round = 0; round < 3; round += 1) {
      const one = create().commands[0];
      const commands = Array.from({ length: 70 }, () => one);
      const made = await post("/v2/commands/submit-and-wait", create({ commands }));
      expect(made.status, made.text).to.equal(200);
    }
    expect((await activeContracts("?limit=7")).json).to.have.length(7);
    expect((await activeContracts("?limit=200")).json).to.have.length(200);
    const code = "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED";
    expectError(await activeContracts(), 413, code);
    expectError(await activeContracts("?limit=201"), 413, code);
  });

  it("answers an unusable limit in plain text", async () => {
    for (const limit of ["abc", "1.5", "", "9".repeat(30)]) {
      const reply = await activeContracts(`?limit=${limit}`);
      expect(reply.status).to.equal(400);
      expect(reply.text).to.equal("Invalid value for: query parameter limit");
    }
  });

  const broken: ReadonlyArray<readonly [string, () => object, string]> = [
    ["no commands", () => create({ commands: [] }), "commands"],
    ["an empty command id", () => create({ commandId: "" }), "commandId"],
    ["a malformed command id", () => create({ commandId: "a\nb" }), "commandId"],
    ["nobody to act", () => create({ actAs: [] }), "actAs"],
    ["a malformed party", () => create({ actAs: ["a!b"] }), "actAs[0]"],
    ["a malformed reader", () => create({ readAs: ["a!b"] }), "readAs[0]"],
    ["a malformed workflow id", () => create({ workflowId: "?" }), "workflowId"],
    ["a malformed submission id", () => create({ submissionId: "?" }), "submissionId"],
    ["a malformed synchronizer", () => create({ synchronizerId: "?" }), "synchronizerId"],
    ["too many passes", () => create({ tapsMaxPasses: 5 }), "tapsMaxPasses"],
    ["a fraction of passes", () => create({ tapsMaxPasses: 1.5 }), "tapsMaxPasses"],
    ["a command id of another kind", () => create({ commandId: 1 }), "commandId"],
    [
      "two kinds of deduplication",
      () => create({ deduplicationPeriod: { Empty: {}, DeduplicationOffset: { value: 1 } } }),
      "deduplicationPeriod",
    ],
    [
      "both ledger times",
      () =>
        create({
          minLedgerTimeAbs: "2030-01-01T00:00:00Z",
          minLedgerTimeRel: { seconds: 1, nanos: 0 },
        }),
      "minLedgerTime",
    ],
    ["a command of no kind", () => create({ commands: [{}] }), "commands[0]"],
    [
      "a command without a template",
      () => create({ commands: [{ CreateCommand: { createArguments: {} } }] }),
      "commands[0].CreateCommand.templateId",
    ],
    [
      "a malformed template",
      () => create({ commands: [{ CreateCommand: { templateId: "x", createArguments: {} } }] }),
      "commands[0].CreateCommand.templateId",
    ],
  ];
  for (const [what, make, field] of broken) {
    it(`async/submit answers ${what} in plain text, naming ${field}`, async () => {
      const reply = await post("/v2/commands/async/submit", make());
      expect(reply.status, reply.text).to.equal(400);
      expect(reply.type).to.equal("text/plain; charset=UTF-8");
      // what decodes and breaks a rule is answered with the text of the error object
      if (reply.json === undefined) expect(reply.text).to.match(/^Invalid value for: body \(/);
      else expect(JsLedgerError.is(reply.json), reply.text).to.equal(true);
      expect(reply.text).to.contain(field);
    });
  }

  it("submit-and-wait waits for the earliest ledger time", async () => {
    const startedMs = Date.now();
    const later = create({ minLedgerTimeRel: { nanos: 300_000_000 } });
    const reply = await post("/v2/commands/submit-and-wait", later);
    expect(reply.status, reply.text).to.equal(200);
    expect(Date.now() - startedMs).to.be.at.least(299);
  });

  it("async/submit answers a missing body field in plain text", async () => {
    const { actAs: _actAs, ...rest } = create();
    const reply = await post("/v2/commands/async/submit", rest);
    expect(reply.text).to.match(/^Invalid value for: body \(.*actAs/);
  });

  it("submit-and-wait answers the same broken rules as JSON errors", async () => {
    expectError(
      await post("/v2/commands/submit-and-wait", create({ commands: [] })),
      400,
      "MISSING_FIELD",
    );
    const undecodable = await post("/v2/commands/submit-and-wait", create({ commandId: 1 }));
    expect(undecodable.text).to.match(/^Invalid value for: body \(/);
  });

  it("async/submit answers errors of the catalogue as JSON, those of status 400 as plain text that holds the JSON", async () => {
    const choice = { templateId: pingTemplate, choice: "Archive", choiceArgument: {} };
    const gone = [{ ExerciseCommand: { ...choice, contractId: `00${"ab".repeat(40)}` } }];
    const missing = await post("/v2/commands/async/submit", create({ commands: gone }));
    expectError(missing, 404, "CONTRACT_NOT_FOUND");
    const wrong = [{ CreateCommand: { templateId: pingTemplate, createArguments: { a: 1 } } }];
    const reply = await post("/v2/commands/async/submit", create({ commands: wrong }));
    expect([reply.status, reply.type]).to.deep.equal([400, "text/plain; charset=UTF-8"]);
    expect(JsLedgerError.is(reply.json), reply.text).to.equal(true);
    expect(reply.json).to.have.property("code", "COMMAND_PREPROCESSING_FAILED");
    const waited = await post("/v2/commands/submit-and-wait", create({ commands: wrong }));
    expectError(waited, 400, "COMMAND_PREPROCESSING_FAILED");
    const { json } = await post("/v2/parties", { partyIdHint: "mallory" });
    const mallory = create({ actAs: [at(json, "partyDetails", "party")] });
    expectError(await post("/v2/commands/async/submit", mallory), 403, "NA");
    const nobody = create({ actAs: ["nobody::1220aa"] });
    expectError(await post("/v2/commands/async/submit", nobody), 404, "UNKNOWN_INFORMEES");
    expectError(await post("/v2/commands/async/submit", create({ userId: "a b" })), 403, "NA");
    expectError(await post("/v2/commands/async/submit", create({ userId: "other" })), 403, "NA");
  });

  it("tells a duplicate command by its error", async () => {
    const command = create();
    expect((await post("/v2/commands/submit-and-wait", command)).status).to.equal(200);
    const again = await post("/v2/commands/submit-and-wait", command);
    expectError(again, 409, "DUPLICATE_COMMAND");
    expect(again.json).to.have.nested.property("context.completion_offset");
  });

  it("keeps an int64 of a deduplication period exact", async () => {
    const text = JSON.stringify(
      create({ deduplicationPeriod: { DeduplicationOffset: { value: 1 } } }),
    ).replace('{"value":1}', '{"value":9223372036854775808}');
    const beyond = await running.call("POST", "/v2/commands/async/submit", { raw: text });
    expect(beyond.text).to.equal("Invalid value for: body (Long at 'value')");
    expect(beyond.headers.get("x-tallystick-explanation")).to.contain("DeduplicationOffset");
    expect(beyond.status).to.equal(400);
  });

  it("grants rights, several in one kind too, and tells only the new ones", async () => {
    const rights = [
      { kind: { CanReadAs: { value: { party: alice } }, CanActAs: { value: { party: bob } } } },
      { kind: { CanReadAsAnyParty: { value: {} } } },
    ];
    const path = "/v2/users/participant_admin/rights";
    const grant = () => post(path, { userId: "participant_admin", rights });
    const first = await grant();
    expectContract("POST", "/v2/users/{user-id}/rights", first);
    expect(at(first.json, "newlyGrantedRights")).to.have.length(3);
    expect((await grant()).json).to.deep.equal({ newlyGrantedRights: [] });
    const listed = await running.call("GET", path);
    expectContract("GET", "/v2/users/{user-id}/rights", listed);
    expect(at(listed.json, "rights")).to.deep.include({
      kind: { CanActAs: { value: { party: bob } } },
    });
  });

  it("refuses rights without a kind, of an unknown kind, or for another user than the path's", async () => {
    const path = "/v2/users/participant_admin/rights";
    const grant = (rights: unknown, userId = "participant_admin") => post(path, { userId, rights });
    for (const kind of [undefined, {}, { Empty: {} }])
      expectError(await grant([{ kind }]), 400, "INVALID_ARGUMENT");
    const unknown = await grant([{ kind: { CanFly: {} } }]);
    expect(unknown.text).to.contain("at 'kind'");
    expect(unknown.headers.get(explanationHeader)).to.contain("rights[0].kind");
    expectError(await grant([], "other"), 400, "INVALID_ARGUMENT");
    expectError(await running.call("GET", "/v2/users/nobody/rights"), 404, "USER_NOT_FOUND");
    expectError(await running.call("GET", "/v2/users/a%20b/rights"), 400, "INVALID_ARGUMENT");
    const malformed = await running.call("GET", "/v2/users/%zz/rights");
    expect(malformed.text).to.equal("Invalid value for: path parameter user-id");
  });

  it("continues with a list of active contracts behind an entry, and refuses a token of another request", async () => {
    await post("/v2/commands/submit-and-wait", create());
    await post("/v2/commands/submit-and-wait", create());
    const first = await activeContracts("?limit=2");
    const token = at(first.json, 0, "streamContinuationToken");
    const ask = (streamContinuationToken: unknown, activeAtOffset = ledger.ledgerEnd()) =>
      post("/v2/state/active-contracts?limit=1", {
        activeAtOffset,
        eventFormat: { filtersByParty: { [alice]: wildcard }, verbose: false },
        streamContinuationToken,
      });
    expect(at((await ask(token)).json, 0)).to.deep.equal(at(first.json, 1));
    expectError(await ask(token, ledger.ledgerEnd() - 1), 400, "INVALID_CONTINUATION_TOKEN");
    expectError(await ask("AAAA"), 400, "INVALID_FIELD");
  });

  it("lets a plain user see itself and nothing that is not its own", async () => {
    await ledger.createUser({ userId: "plain", rights: [{ kind: "CanReadAs", party: bob }] });
    const token = await developmentToken("plain");
    const own = await running.call("GET", "/v2/users/plain/rights", { token });
    expect(own.status).to.equal(200);
    const denied = [
      await running.call("GET", "/v2/users/ledger-api-user/rights", { token }),
      await post("/v2/parties", { partyIdHint: "x" }, token),
      await post("/v2/users/plain/rights", { userId: "plain", rights: [] }, token),
      await post("/v2/commands/async/submit", create({ actAs: [bob] }), token),
      await post("/v2/commands/completions", { parties: [alice] }, token),
      await post("/v2/commands/completions", { parties: [bob], userId: user }, token),
      await post(
        "/v2/updates",
        { beginExclusive: 0, filter: { filtersForAnyParty: wildcard } },
        token,
      ),
      await post(
        "/v2/state/active-contracts",
        { activeAtOffset: 0, eventFormat: { filtersByParty: { [alice]: wildcard } } },
        token,
      ),
    ];
    for (const reply of denied) expectError(reply, 403, "NA");
    const mine = await post(
      "/v2/state/active-contracts?limit=1",
      { activeAtOffset: 1, eventFormat: { filtersByParty: { [bob]: wildcard } } },
      token,
    );
    expect(mine.json).to.deep.equal([]);
  });

  it("refuses an identity provider and a party that exist or do not", async () => {
    expectError(await post("/v2/parties", { partyIdHint: "alice" }), 400, "INVALID_ARGUMENT");
    expectError(
      await post("/v2/parties", { partyIdHint: "c", identityProviderId: "idp" }),
      400,
      "INVALID_ARGUMENT",
    );
    expectError(
      await post("/v2/parties", { partyIdHint: "c", localMetadata: { resourceVersion: "1" } }),
      400,
      "INVALID_ARGUMENT",
    );
  });

  it("never answers garbage with 500 and never changes the ledger for it", async () => {
    const before = ledger.ledgerEnd();
    const paths = endpoints.filter(({ method }) => method === "POST").map(({ path }) => path);
    const garbage = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.json({ maxDepth: 4 }),
      fc
        .record(
          {
            commands: fc.jsonValue({ maxDepth: 3 }),
            commandId: fc.jsonValue({ maxDepth: 1 }),
            actAs: fc.jsonValue({ maxDepth: 2 }),
            parties: fc.jsonValue({ maxDepth: 2 }),
            filter: fc.jsonValue({ maxDepth: 3 }),
            eventFormat: fc.jsonValue({ maxDepth: 3 }),
            updateFormat: fc.jsonValue({ maxDepth: 3 }),
            activeAtOffset: fc.jsonValue({ maxDepth: 0 }),
            rights: fc.jsonValue({ maxDepth: 2 }),
            // null is absent: it allocates
            partyIdHint: fc.constantFrom(1, true, "a::b", "é"),
          },
          { requiredKeys: ["partyIdHint"] },
        )
        .map((body) => JSON.stringify(body)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), garbage, async (path, raw) => {
        fc.pre(path !== "/v2/parties" || raw.includes("partyIdHint"));
        const target = `${path.replace("{user-id}", "nobody")}?stream_idle_timeout_ms=1`;
        const reply = await running.call("POST", target, { raw });
        expect(reply.status, `${path} ${raw}: ${reply.text}`).to.be.within(200, 499);
        expect(ledger.ledgerEnd()).to.equal(before);
      }),
      { numRuns: 300 },
    );
  });
});
