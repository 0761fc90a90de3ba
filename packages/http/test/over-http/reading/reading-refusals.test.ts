import { expect } from "chai";
import {
  ofTemplate,
  throughInterface,
  topology,
  transactions,
  wildcard,
} from "../../fixtures/formats.js";
import {
  at,
  expectError,
  openPingServer,
  type PingServer,
  pingTemplate,
} from "../../fixtures/ping-server.js";
import { developmentToken } from "../../fixtures/running-server.js";

describe("Reading over HTTP, refused", () => {
  let ping: PingServer;
  let createdAt: number;
  let updateId: string;
  let contractId: string;

  const updateFormat = () => ({ includeTransactions: transactions("ACS_DELTA", ping.alice) });

  before(async () => {
    ping = await openPingServer();
    const { json } = await ping.post("/v2/commands/submit-and-wait", ping.create());
    updateId = String(at(json, "updateId"));
    createdAt = Number(at(json, "completionOffset"));
    const found = await ping.post("/v2/updates/update-by-id", {
      updateId,
      updateFormat: updateFormat(),
    });
    const events = at(found.json, "update", "Transaction", "value", "events");
    contractId = String(at(events, 0, "CreatedEvent", "contractId"));
  });
  after(() => ping.close());

  const unknownUpdate = `1220${"ab".repeat(32)}`;
  const unknownId = `00${"ab".repeat(32)}`;
  const page = "/v2/updates/get-updates-page";
  const acsPage = "/v2/state/active-contracts-page";
  const byOffset = "/v2/updates/update-by-offset";
  const byId = "/v2/updates/update-by-id";
  const byHash = "/v2/updates/update-by-hash";
  const completionByHash = "/v2/commands/completion-by-hash";
  const events = "/v2/events/events-by-contract-id";
  const contract = "/v2/contracts/contract-by-id";
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
      () => ({
        offset: 1,
        updateFormat: { includeTransactions: { transactionShape: null } },
      }),
      400,
      "MISSING_FIELD",
    ],
    [
      "the shape null",
      byOffset,
      () => ({
        offset: 1,
        updateFormat: {
          includeTransactions: { eventFormat: wildcard([ping.alice]), transactionShape: null },
        },
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
      "an update id that is no hash",
      byId,
      () => ({ updateId: "1220ab", updateFormat: updateFormat() }),
      400,
      "INVALID_ARGUMENT",
    ],
    [
      "an unknown update id",
      byId,
      () => ({ updateId: unknownUpdate, updateFormat: updateFormat() }),
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
    ["no hash", completionByHash, () => ({}), 400, "MISSING_FIELD"],
    ["a hash", completionByHash, () => ({ transactionHash: "EiA=" }), 404, "COMPLETION_NOT_FOUND"],
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
      () => ({ updateId: unknownUpdate, requestingParties: [ping.alice] }),
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
      "a continuation token that cannot be decoded",
      "/v2/state/active-contracts",
      () => ({
        activeAtOffset: end(),
        eventFormat: wildcard([ping.alice]),
        streamContinuationToken: "abcd",
      }),
      400,
      "INVALID_FIELD",
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
      "INVALID_ARGUMENT",
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
      "a token that cannot be decoded",
      page,
      () => ({ pageToken: "YWJj", updateFormat: updateFormat() }),
      400,
      "INVALID_FIELD",
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
      "OFFSET_AFTER_LEDGER_END",
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
      "a token that cannot be decoded",
      acsPage,
      () => ({ pageToken: "YWJj", eventFormat: wildcard([ping.alice]) }),
      400,
      "INVALID_FIELD",
    ],
    ["no event format", acsPage, () => ({}), 400, "MISSING_FIELD"],
    ["no filter", acsPage, () => ({ eventFormat: {} }), 400, "INVALID_ARGUMENT"],
    [
      "a template by package id",
      acsPage,
      () => ({ eventFormat: ofTemplate(ping.alice, "ab:M:T") }),
      400,
      "INVALID_FIELD",
    ],
    [
      "an unknown package name",
      acsPage,
      () => ({ eventFormat: ofTemplate(ping.alice, "#nobody:M:T") }),
      404,
      "PACKAGE_NAMES_NOT_FOUND",
    ],
    [
      "an unknown template",
      acsPage,
      () => ({ eventFormat: ofTemplate(ping.alice, `${pingTemplate}s`) }),
      404,
      "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
    ],
    [
      "an unknown interface",
      acsPage,
      () => ({ eventFormat: throughInterface(ping.alice, pingTemplate) }),
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
      await ping.post(completionByHash, { transactionHash: "EiA=" }),
      await ping.post(byOffset, { offset: 1, updateFormat: updateFormat() }),
      await ping.post(byId, { updateId: unknownUpdate, updateFormat: updateFormat() }),
      await ping.post(contract, { contractId: unknownId, queryingParties: [ping.alice] }),
    ];
    expect(found.map(({ json }) => at(json, "resources", 0))).to.deep.equal([
      ["TRANSACTION_HASH", "EiA="],
      ["TRANSACTION_HASH", "EiA="],
      ["OFFSET", "1"],
      ["UPDATE_ID", unknownUpdate],
      ["CONTRACT_ID", unknownId],
    ]);
  });

  const undecodable: ReadonlyArray<readonly [path: string, body: object]> = [
    [byHash, { transactionHash: "no Base64" }],
    [completionByHash, { transactionHash: "no Base64" }],
    [page, { pageToken: "no Base64" }],
    [page, { maxPageSize: 1.5 }],
    [acsPage, { pageToken: "no Base64" }],
    [byOffset, { offset: "1" }],
    [contract, { queryingParties: {} }],
    [byOffset, { offset: 1, updateFormat: { includeTransactions: {} } }],
  ];
  for (const [path, body] of undecodable) {
    it(`answers ${JSON.stringify(body)} at ${path} in plain text`, async () => {
      const { status, type } = await ping.post(path, body);
      expect(status).to.equal(400);
      expect(type).to.match(/^text\/plain/);
    });
  }

  it("answers an offset that is not a number in the path of a tree in plain text", async () => {
    const path = "/v2/updates/transaction-tree-by-offset/one?parties=a";
    const { status, type } = await ping.running.call("GET", path);
    expect(status).to.equal(400);
    expect(type).to.match(/^text\/plain/);
  });

  it("refuses a tree for no one with INVALID_ARGUMENT", async () => {
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
