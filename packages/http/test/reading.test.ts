import { request } from "node:http";
import type { WireReadable } from "@tallystick/core";
import { expect } from "chai";
import { endpoints } from "../src/index.js";
import { at, expectError, openPingLedger, type PingLedger, pingTemplate } from "./ping-ledger.js";
import { developmentToken, type Reply } from "./running-server.js";

const codecOf = (method: string, path: string): WireReadable<unknown> => {
  const found = endpoints.find((each) => each.method === method && each.path === path);
  if (found?.response.kind !== "json") throw new Error(`no JSON endpoint ${method} ${path}`);
  return found.response.codec;
};

/** GET with a body, which `fetch` refuses to send. */
const getWithBody = async (
  url: string,
  body: string | undefined,
): Promise<Omit<Reply, "headers">> => {
  const token = await developmentToken();
  return new Promise((resolve, reject) => {
    const type =
      body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const headers = { authorization: `Bearer ${token}`, ...type };
    const sent = request(url, { method: "GET", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => {
        const contentType = response.headers["content-type"] ?? "";
        const json: unknown = contentType.startsWith("application/json")
          ? JSON.parse(text)
          : undefined;
        resolve({ status: response.statusCode ?? 0, type: contentType, text, json });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
};

describe("Reading over HTTP", () => {
  let ping: PingLedger;
  let begin: number;
  let contractId: string;
  let createdAt: number;
  let archivedAt: number;
  let updateId: string;

  const wildcard = (parties: ReadonlyArray<string>) => ({
    filtersByParty: Object.fromEntries(
      parties.map((party) => [
        party,
        {
          cumulative: [
            { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
          ],
        },
      ]),
    ),
  });
  const transactions = (shape: string, ...parties: ReadonlyArray<string>) => ({
    eventFormat: wildcard(parties),
    transactionShape: `TRANSACTION_SHAPE_${shape}`,
  });
  const updateFormat = (shape = "ACS_DELTA") => ({
    includeTransactions: transactions(shape, ping.alice),
  });
  const topology = (...parties: ReadonlyArray<string>) => ({
    includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
  });

  /** A 200 whose body is what its endpoint publishes. */
  const read = async (path: string, body: unknown): Promise<unknown> => {
    const { status, text, json } = await ping.post(path, body);
    expect(status, text).to.equal(200);
    const decoded = codecOf("POST", path).read(json);
    if (decoded._tag === "Left")
      expect.fail(`${decoded.left.path.join(".")}: ${decoded.left.reason}`);
    return json;
  };

  const submit = async (commands: object) => {
    const reply = await ping.post("/v2/commands/submit-and-wait", commands);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  };

  before(async () => {
    ping = await openPingLedger();
    begin = ping.ledger.ledgerEnd();
    const created = await submit(ping.create({ workflowId: "w" }));
    createdAt = Number(at(created, "completionOffset"));
    updateId = String(at(created, "updateId"));
    const update = await read("/v2/updates/update-by-id", {
      updateId,
      updateFormat: updateFormat(),
    });
    const events = at(update, "update", "Transaction", "value", "events");
    contractId = String(at(events, 0, "CreatedEvent", "contractId"));
    archivedAt = Number(at(await submit(ping.respond(contractId)), "completionOffset"));
    for (let more = 0; more < 4; more += 1) await submit(ping.create());
  });
  after(() => ping.close());

  it("finds one update by offset and by id alike", async () => {
    const format = { updateFormat: updateFormat("LEDGER_EFFECTS") };
    const byOffset = await read("/v2/updates/update-by-offset", { offset: createdAt, ...format });
    expect(await read("/v2/updates/update-by-id", { updateId, ...format })).to.deep.equal(byOffset);
    expect(at(byOffset, "update", "Transaction", "value")).to.include({
      updateId,
      workflowId: "w",
    });
  });

  it("finds the topology update of a party by offset and by id, and lists it where asked", async () => {
    const { alice, bob } = ping;
    const listed = await read("/v2/updates", {
      beginExclusive: 0,
      endInclusive: begin,
      updateFormat: topology(alice, bob),
    });
    const events = (index: number) => at(listed, index, "update", "TopologyTransaction", "value");
    const added = (index: number) =>
      at(events(index), "events", 0, "event", "ParticipantAuthorizationAdded", "value");
    expect(added(0)).to.deep.equal({
      partyId: alice,
      participantId: ping.ledger.participantId,
      participantPermission: "PARTICIPANT_PERMISSION_SUBMISSION",
    });
    expect(added(1)).to.have.property("partyId", bob);
    expect(listed).to.have.length(2);
    const format = { updateFormat: topology(alice) };
    const offset = at(events(0), "offset");
    const found = await read("/v2/updates/update-by-offset", { offset, ...format });
    expect(at(found, "update")).to.deep.equal(at(listed, 0, "update"));
    const id = at(events(0), "updateId");
    expect(await read("/v2/updates/update-by-id", { updateId: id, ...format })).to.deep.equal(
      found,
    );
    const others = { offset, updateFormat: topology(bob) };
    expectError(await ping.post("/v2/updates/update-by-offset", others), 404, "UPDATE_NOT_FOUND");
  });

  it("answers the older look-ups with the transaction or its tree", async () => {
    const { alice, running } = ping;
    const byFormat = await read("/v2/updates/transaction-by-id", {
      updateId,
      transactionFormat: transactions("ACS_DELTA", alice),
    });
    expect(at(byFormat, "transaction")).to.have.property("updateId", updateId);
    const byParties = { offset: createdAt, requestingParties: [alice] };
    const byOffset = await read("/v2/updates/transaction-by-offset", byParties);
    expect(at(byOffset, "transaction", "events", 0, "CreatedEvent")).to.include({
      contractId,
      createdEventBlob: "",
    });
    const query = `?parties=${encodeURIComponent(alice)}&parties=${encodeURIComponent(ping.bob)}`;
    const trees = await Promise.all([
      running.call("GET", `/v2/updates/transaction-tree-by-id/${updateId}${query}`),
      running.call("GET", `/v2/updates/transaction-tree-by-offset/${createdAt}${query}`),
    ]);
    for (const { status, json, text } of trees) {
      expect(status, text).to.equal(200);
      const created = at(json, "transaction", "eventsById", "0", "CreatedTreeEvent", "value");
      expect(created).to.include({ contractId });
      expect(at(created, "witnessParties")).to.have.members([alice, ping.bob]);
    }
    expect(trees[0]?.json).to.deep.equal(trees[1]?.json);
  });

  it("pages through updates and active contracts, GET with a body and POST alike", async () => {
    const { alice, running } = ping;
    const updates = {
      beginOffsetExclusive: begin,
      endOffsetInclusive: ping.ledger.ledgerEnd(),
      maxPageSize: 4,
      updateFormat: updateFormat(),
    };
    const first = await read("/v2/updates/get-updates-page", updates);
    expect(at(first, "updates")).to.have.length(4);
    expect(first).to.have.property("lowestPageOffsetExclusive", begin);
    const rest = await read("/v2/updates/get-updates-page", {
      ...updates,
      pageToken: at(first, "nextPageToken"),
    });
    expect(at(rest, "updates")).to.have.length(2);
    expect(rest).to.have.property("nextPageToken", "");
    const path = "/v2/state/active-contracts-page";
    const contracts = { eventFormat: wildcard([alice]), maxPageSize: 3 };
    const page = await read(path, contracts);
    expect(at(page, "activeContracts")).to.have.length(3);
    expect(page).to.have.property("activeAtOffset", ping.ledger.ledgerEnd());
    const text = JSON.stringify({ ...contracts, pageToken: at(page, "nextPageToken") });
    const got = await getWithBody(`${running.base}${path}`, text);
    expect(got.status, got.text).to.equal(200);
    expect(at(got.json, "activeContracts")).to.have.length(1);
    expect(got.json).to.have.property("nextPageToken", "");
  });

  it("answers a page asked for without any body in plain text", async () => {
    const got = await getWithBody(`${ping.running.base}/v2/state/active-contracts-page`, undefined);
    expect(got.status).to.equal(400);
    expect(got.type).to.match(/^text\/plain/);
    expect(got.text).to.match(/^Invalid value for: body/);
  });

  it("tells create and archival of a contract, and its payload when it is long gone", async () => {
    const { alice, bob } = ping;
    const eventFormat = wildcard([alice]);
    const gone = await read("/v2/events/events-by-contract-id", { contractId, eventFormat });
    expect(at(gone, "created", "createdEvent", "offset")).to.equal(createdAt);
    expect(at(gone, "archived", "archivedEvent", "offset")).to.equal(archivedAt);
    const payload = await read("/v2/contracts/contract-by-id", {
      contractId,
      queryingParties: [bob],
    });
    const event = at(payload, "createdEvent");
    expect(event).to.include({ contractId, offset: createdAt, acsDelta: true });
    expect(at(event, "witnessParties")).to.deep.equal([bob]);
    const active = await read("/v2/state/active-contracts-page", { eventFormat, maxPageSize: 1 });
    const created = at(active, "activeContracts", 0, "contractEntry", "JsActiveContract");
    const id = at(created, "createdEvent", "contractId");
    const alive = await read("/v2/events/events-by-contract-id", { contractId: id, eventFormat });
    expect(at(alive, "archived")).to.equal(null);
  });

  it("gives out blobs that come back as disclosed contracts", async () => {
    const { alice, bob } = ping;
    const page = await read("/v2/state/active-contracts-page", { eventFormat: wildcard([alice]) });
    const entry = at(page, "activeContracts", 0, "contractEntry", "JsActiveContract");
    const created = at(entry, "createdEvent");
    const id = String(at(created, "contractId"));
    const disclosedContracts = [
      {
        templateId: at(created, "templateId"),
        contractId: id,
        createdEventBlob: at(created, "createdEventBlob"),
        synchronizerId: at(entry, "synchronizerId"),
      },
    ];
    await submit(ping.respond(id, { actAs: [bob], disclosedContracts }));
  });

  it("says that nothing was pruned", async () => {
    const { status, json } = await ping.running.call("GET", "/v2/state/latest-pruned-offsets");
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      participantPrunedUpToInclusive: 0,
      allDivulgedContractsPrunedUpToInclusive: 0,
    });
  });

  const unknownId = `00${"ab".repeat(32)}`;
  const page = "/v2/updates/get-updates-page";
  const acsPage = "/v2/state/active-contracts-page";
  const byOffset = "/v2/updates/update-by-offset";
  const byId = "/v2/updates/update-by-id";
  const byHash = "/v2/updates/update-by-hash";
  const events = "/v2/events/events-by-contract-id";
  const contract = "/v2/contracts/contract-by-id";
  const template = (templateId: string) => ({
    filtersByParty: {
      [ping.alice]: {
        cumulative: [{ identifierFilter: { TemplateFilter: { value: { templateId } } } }],
      },
    },
  });
  const throughInterface = (interfaceId: string) => ({
    filtersByParty: {
      [ping.alice]: {
        cumulative: [{ identifierFilter: { InterfaceFilter: { value: { interfaceId } } } }],
      },
    },
  });
  const end = () => ping.ledger.ledgerEnd();
  type Fault = readonly [
    what: string,
    path: string,
    body: () => object,
    status: number,
    code: string,
  ];
  const faults: ReadonlyArray<Fault> = [
    [
      "offset 0",
      byOffset,
      () => ({ offset: 0, updateFormat: updateFormat() }),
      400,
      "NON_POSITIVE_OFFSET",
    ],
    [
      "a negative offset",
      byOffset,
      () => ({ offset: -1, updateFormat: updateFormat() }),
      400,
      "NON_POSITIVE_OFFSET",
    ],
    ["no offset", byOffset, () => ({ updateFormat: updateFormat() }), 400, "NON_POSITIVE_OFFSET"],
    [
      "an offset to come",
      byOffset,
      () => ({ offset: end() + 9, updateFormat: updateFormat() }),
      404,
      "UPDATE_NOT_FOUND",
    ],
    [
      "an offset of no update",
      byOffset,
      () => ({ offset: 1, updateFormat: updateFormat() }),
      404,
      "UPDATE_NOT_FOUND",
    ],
    ["no update format", byOffset, () => ({ offset: 1 }), 400, "MISSING_FIELD"],
    [
      "no event format",
      byOffset,
      () => ({ offset: 1, updateFormat: { includeTransactions: {} } }),
      400,
      "MISSING_FIELD",
    ],
    [
      "no shape",
      byOffset,
      () => ({
        offset: 1,
        updateFormat: { includeTransactions: { eventFormat: wildcard([ping.alice]) } },
      }),
      400,
      "MISSING_FIELD",
    ],
    [
      "no filter",
      byOffset,
      () => ({
        offset: 1,
        updateFormat: {
          includeTransactions: { eventFormat: {}, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
        },
      }),
      400,
      "INVALID_ARGUMENT",
    ],
    ["no update id", byId, () => ({ updateFormat: updateFormat() }), 400, "MISSING_FIELD"],
    [
      "a malformed update id",
      byId,
      () => ({ updateId: "a\nb", updateFormat: updateFormat() }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "an unknown update id",
      byId,
      () => ({ updateId: "1220ab", updateFormat: updateFormat() }),
      404,
      "UPDATE_NOT_FOUND",
    ],
    [
      "a filter that hides it",
      byId,
      () => ({ updateId, updateFormat: topology(ping.alice) }),
      404,
      "UPDATE_NOT_FOUND",
    ],
    ["no hash", byHash, () => ({ updateFormat: updateFormat() }), 400, "MISSING_FIELD"],
    [
      "a hash",
      byHash,
      () => ({ transactionHash: "EiA=", updateFormat: updateFormat() }),
      404,
      "UPDATE_NOT_FOUND",
    ],
    [
      "no format at all",
      "/v2/updates/transaction-by-id",
      () => ({ updateId }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "two formats",
      "/v2/updates/transaction-by-id",
      () => ({
        updateId,
        requestingParties: [ping.alice],
        transactionFormat: transactions("ACS_DELTA", ping.alice),
      }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "an unknown id",
      "/v2/updates/transaction-by-id",
      () => ({ updateId: "12", requestingParties: [ping.alice] }),
      404,
      "UPDATE_NOT_FOUND",
    ],
    [
      "offset 0",
      "/v2/updates/transaction-by-offset",
      () => ({ requestingParties: [ping.alice] }),
      400,
      "NON_POSITIVE_OFFSET",
    ],
    [
      "a negative begin",
      page,
      () => ({ beginOffsetExclusive: -1, updateFormat: updateFormat() }),
      400,
      "NEGATIVE_OFFSET",
    ],
    [
      "an end of 0",
      page,
      () => ({ endOffsetInclusive: 0, updateFormat: updateFormat() }),
      400,
      "NON_POSITIVE_OFFSET",
    ],
    [
      "an end before its begin",
      page,
      () => ({ beginOffsetExclusive: 5, endOffsetInclusive: 4, updateFormat: updateFormat() }),
      400,
      "OFFSET_OUT_OF_RANGE",
    ],
    [
      "a begin to come",
      page,
      () => ({ beginOffsetExclusive: end() + 1, updateFormat: updateFormat() }),
      400,
      "OFFSET_AFTER_LEDGER_END",
    ],
    [
      "an end to come",
      page,
      () => ({ endOffsetInclusive: end() + 1, updateFormat: updateFormat() }),
      400,
      "OFFSET_AFTER_LEDGER_END",
    ],
    [
      "an empty page",
      page,
      () => ({ maxPageSize: 0, updateFormat: updateFormat() }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "a negative page",
      page,
      () => ({ maxPageSize: -1, updateFormat: updateFormat() }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "too large a page",
      page,
      () => ({ maxPageSize: 2001, updateFormat: updateFormat() }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "a foreign token",
      page,
      () => ({ pageToken: "YWJj", updateFormat: updateFormat() }),
      400,
      "INVALID_UPDATES_PAGE_TOKEN",
    ],
    ["no update format", page, () => ({}), 400, "MISSING_FIELD"],
    [
      "a negative offset",
      acsPage,
      () => ({ activeAtOffset: -1, eventFormat: wildcard([ping.alice]) }),
      400,
      "NEGATIVE_OFFSET",
    ],
    [
      "an offset to come",
      acsPage,
      () => ({ activeAtOffset: end() + 1, eventFormat: wildcard([ping.alice]) }),
      400,
      "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END",
    ],
    [
      "an empty page",
      acsPage,
      () => ({ maxPageSize: 0, eventFormat: wildcard([ping.alice]) }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "too large a page",
      acsPage,
      () => ({ maxPageSize: 10_001, eventFormat: wildcard([ping.alice]) }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "a foreign token",
      acsPage,
      () => ({ pageToken: "YWJj", eventFormat: wildcard([ping.alice]) }),
      400,
      "INVALID_ACS_PAGE_TOKEN",
    ],
    ["no event format", acsPage, () => ({}), 400, "MISSING_FIELD"],
    ["no filter", acsPage, () => ({ eventFormat: {} }), 400, "INVALID_ARGUMENT"],
    [
      "a template by package id",
      acsPage,
      () => ({ eventFormat: template("ab:M:T") }),
      400,
      "INVALID_FIELD",
    ],
    [
      "an unknown package name",
      acsPage,
      () => ({ eventFormat: template("#nobody:M:T") }),
      404,
      "PACKAGE_NAMES_NOT_FOUND",
    ],
    [
      "an unknown template",
      acsPage,
      () => ({ eventFormat: template(`${pingTemplate}s`) }),
      404,
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ],
    [
      "an unknown interface",
      acsPage,
      () => ({ eventFormat: throughInterface(pingTemplate) }),
      404,
      "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ],
    [
      "no contract id",
      events,
      () => ({ eventFormat: wildcard([ping.alice]) }),
      400,
      "MISSING_FIELD",
    ],
    [
      "a malformed contract id",
      events,
      () => ({ contractId: "zz", eventFormat: wildcard([ping.alice]) }),
      400,
      "INVALID_FIELD",
    ],
    ["no event format", events, () => ({ contractId }), 400, "MISSING_FIELD"],
    [
      "an unknown contract",
      events,
      () => ({ contractId: unknownId, eventFormat: wildcard([ping.alice]) }),
      404,
      "CONTRACT_EVENTS_NOT_FOUND",
    ],
    ["no contract id", contract, () => ({ queryingParties: [ping.alice] }), 400, "MISSING_FIELD"],
    [
      "a malformed contract id",
      contract,
      () => ({ contractId: "00", queryingParties: [ping.alice] }),
      400,
      "INVALID_FIELD",
    ],
    [
      "an unknown contract",
      contract,
      () => ({ contractId: unknownId, queryingParties: [ping.alice] }),
      404,
      "CONTRACT_PAYLOAD_NOT_FOUND",
    ],
  ];
  for (const [what, path, body, status, code] of faults) {
    it(`refuses ${what} at ${path} with ${code}`, async () => {
      expectError(await ping.post(path, body()), status, code);
    });
  }

  it("names what was not found", async () => {
    const hash = { transactionHash: "EiA=", updateFormat: updateFormat() };
    const found = [
      await ping.post(byHash, hash),
      await ping.post(byOffset, { offset: 1, updateFormat: updateFormat() }),
      await ping.post(byId, { updateId: "1220ab", updateFormat: updateFormat() }),
      await ping.post(contract, { contractId: unknownId, queryingParties: [ping.alice] }),
    ];
    expect(found.map(({ json }) => at(json, "resources", 0))).to.deep.equal([
      ["TRANSACTION_HASH", "EiA="],
      ["OFFSET", "1"],
      ["UPDATE_ID", "1220ab"],
      ["CONTRACT_ID", unknownId],
    ]);
  });

  const undecodable: ReadonlyArray<readonly [path: string, body: object]> = [
    [byHash, { transactionHash: "no Base64" }],
    [page, { pageToken: "no Base64" }],
    [page, { maxPageSize: 1.5 }],
    [acsPage, { pageToken: "no Base64" }],
    [byOffset, { offset: "1" }],
    [contract, { queryingParties: null }],
  ];
  for (const [path, body] of undecodable) {
    it(`answers ${JSON.stringify(body)} at ${path} in plain text`, async () => {
      const { status, type } = await ping.post(path, body);
      expect(status).to.equal(400);
      expect(type).to.match(/^text\/plain/);
    });
  }

  it("answers an offset that is no number in the path of a tree in plain text", async () => {
    const path = "/v2/updates/transaction-tree-by-offset/one?parties=a";
    const { status, type } = await ping.running.call("GET", path);
    expect(status).to.equal(400);
    expect(type).to.match(/^text\/plain/);
  });

  it("refuses a tree for nobody with INVALID_ARGUMENT", async () => {
    const path = `/v2/updates/transaction-tree-by-id/${updateId}`;
    expectError(await ping.running.call("GET", path), 400, "INVALID_ARGUMENT");
  });

  it("shows nothing to a user without the right to read, and says nothing of what there is", async () => {
    await ping.ledger.createUser({ userId: "nobody" });
    const token = await developmentToken("nobody");
    const parties = [ping.alice];
    const asked: ReadonlyArray<readonly [string, object]> = [
      [byOffset, { offset: createdAt, updateFormat: updateFormat() }],
      [byId, { updateId, updateFormat: updateFormat() }],
      [byId, { updateId, updateFormat: topology() }],
      [byId, { updateId, updateFormat: topology(ping.alice) }],
      [byHash, { transactionHash: "EiA=", updateFormat: updateFormat() }],
      [page, { updateFormat: updateFormat() }],
      [acsPage, { eventFormat: wildcard(parties) }],
      [acsPage, { eventFormat: { filtersForAnyParty: {} } }],
      [events, { contractId, eventFormat: wildcard(parties) }],
      [contract, { contractId, queryingParties: parties }],
      [contract, { contractId }],
      ["/v2/updates/transaction-by-id", { updateId, requestingParties: parties }],
      ["/v2/updates/transaction-by-offset", { offset: createdAt, requestingParties: parties }],
    ];
    for (const [path, body] of asked) {
      const { status, json, text } = await ping.post(path, body, token);
      expect(status, `${path} ${text}`).to.equal(403);
      expect(json).to.have.property("code", "NA");
    }
    const tree = `/v2/updates/transaction-tree-by-offset/${createdAt}?parties=${encodeURIComponent(ping.alice)}`;
    expect((await ping.running.call("GET", tree, { token })).status).to.equal(403);
  });
});
