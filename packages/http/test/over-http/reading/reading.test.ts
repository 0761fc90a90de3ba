import { request } from "node:http";
import type { WireReadable } from "@tallystick/wire";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { endpoints } from "../../../src/index.js";
import { topology, transactions, wildcard } from "../../fixtures/formats.js";
import { at, expectError, openPingServer, type PingServer } from "../../fixtures/ping-server.js";
import { developmentToken, type Reply } from "../../fixtures/running-server.js";

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
  let ping: PingServer;
  let begin: number;
  let contractId: string;
  let createdAt: number;
  let archivedAt: number;
  let updateId: string;

  const updateFormat = (shape: "ACS_DELTA" | "LEDGER_EFFECTS" = "ACS_DELTA") => ({
    includeTransactions: transactions(shape, ping.alice),
  });

  /** A 200 whose body is what its endpoint publishes. */
  const read = async (path: string, body: unknown): Promise<unknown> => {
    const { status, text, json } = await ping.post(path, body);
    expect(status, text).to.equal(200);
    const decoded = codecOf("POST", path).read(json);
    if (isLeft(decoded)) expect.fail(`${decoded.left.path.join(".")}: ${decoded.left.reason}`);
    return json;
  };

  const submit = async (commands: object) => {
    const reply = await ping.post("/v2/commands/submit-and-wait", commands);
    expect(reply.status, reply.text).to.equal(200);
    return reply.json;
  };

  before(async () => {
    ping = await openPingServer();
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

  it("answers the older lookups with the transaction or its tree", async () => {
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

  it("continues with the active contracts after any of them, by its token", async () => {
    const path = "/v2/state/active-contracts";
    const request = {
      activeAtOffset: ping.ledger.ledgerEnd(),
      eventFormat: wildcard([ping.alice]),
    };
    const idsOf = (list: unknown): ReadonlyArray<unknown> =>
      Object.values(Object(list)).map((each) =>
        at(each, "contractEntry", "JsActiveContract", "createdEvent", "contractId"),
      );
    const whole = await read(path, request);
    expect(idsOf(whole)).to.have.length(4);
    const streamContinuationToken = at(whole, 1, "streamContinuationToken");
    const rest = await read(path, { ...request, streamContinuationToken });
    expect(idsOf(rest)).to.deep.equal(idsOf(whole).slice(2));
    const forged = { ...request, streamContinuationToken: "AAAA" };
    expectError(await ping.post(path, forged), 400, "INVALID_FIELD");
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
    expect(event).to.include({ contractId, offset: 1, nodeId: 0, acsDelta: false });
    expect(at(event, "interfaceViews")).to.deep.equal([]);
    expect(at(event, "createdEventBlob")).not.to.equal("");
    expect(at(event, "witnessParties")).to.deep.equal([bob]);
    const active = await read("/v2/state/active-contracts-page", { eventFormat, maxPageSize: 1 });
    const created = at(active, "activeContracts", 0, "contractEntry", "JsActiveContract");
    const id = at(created, "createdEvent", "contractId");
    const alive = await read("/v2/events/events-by-contract-id", { contractId: id, eventFormat });
    expect(at(alive, "archived")).to.equal(null);
    const unseen = `00${"ab".repeat(32)}`;
    const contractIds = [id, unseen, contractId, id];
    const both = await read("/v2/events/events-by-contract-ids", { contractIds, eventFormat });
    expect(both).to.deep.equal({ contracts: [alive, gone] });
  });

  it("looks up at most a thousand contracts at once", async () => {
    const contractIds = Array.from({ length: 1_001 }, () => contractId);
    const eventFormat = wildcard([ping.alice]);
    const tooMany = await ping.post("/v2/events/events-by-contract-ids", {
      contractIds,
      eventFormat,
    });
    expect(tooMany).to.deep.include({ status: 400 });
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
});
