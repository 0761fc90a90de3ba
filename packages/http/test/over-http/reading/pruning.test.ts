import { expect } from "chai";
import { transactions, wildcard } from "../../fixtures/formats.js";
import { at, expectError, openPingServer, type PingServer } from "../../fixtures/ping-server.js";

const path = "/v2/participant-pruning";

describe("Pruning over HTTP", () => {
  let ping: PingServer;
  let first: number;
  let last: number;

  const submit = async (commands: object): Promise<number> => {
    const reply = await ping.post("/v2/commands/submit-and-wait", commands);
    expect(reply.status, reply.text).to.equal(200);
    return Number(at(reply.json, "completionOffset"));
  };

  const activeAt = (activeAtOffset: number) =>
    ping.post("/v2/state/active-contracts", {
      activeAtOffset,
      eventFormat: wildcard([ping.alice]),
    });

  before(async () => {
    ping = await openPingServer();
    first = await submit(ping.create());
    const entry = (await activeAt(first)).json;
    const active = [0, "contractEntry", "JsActiveContract", "createdEvent", "contractId"];
    const contractId = String(at(entry, ...active));
    await submit(ping.respond(contractId));
    await submit(ping.create());
    last = await submit(ping.create());
  });
  after(() => ping.close());

  it("refuses what cannot be pruned", async () => {
    const end = ping.ledger.ledgerEnd();
    expectError(await ping.post(path, { pruneUpTo: 0 }), 400, "NON_POSITIVE_OFFSET");
    expectError(await ping.post(path, { pruneUpTo: -1 }), 400, "NON_POSITIVE_OFFSET");
    expectError(await ping.post(path, { pruneUpTo: end }), 400, "OFFSET_OUT_OF_RANGE");
    for (const body of [{}, { pruneUpTo: "x" }, { pruneUpTo: 1.5 }])
      expect((await ping.post(path, body)).status, JSON.stringify(body)).to.equal(400);
    expect(ping.ledger.prunedUpTo()).to.equal(0);
  });

  it("answers nothing, tells the offset, and refuses reads before it", async () => {
    const before = await activeAt(last);
    const pruned = await ping.post(path, { pruneUpTo: last - 1, submissionId: "prune-1" });
    expect([pruned.status, pruned.json]).to.deep.equal([200, {}]);
    const offsets = await ping.running.call("GET", "/v2/state/latest-pruned-offsets");
    expect(offsets.json).to.deep.equal({
      participantPrunedUpToInclusive: last - 1,
      allDivulgedContractsPrunedUpToInclusive: last - 1,
    });
    const updateFormat = { includeTransactions: transactions("ACS_DELTA", ping.alice) };
    const parties = [ping.alice];
    const tooEarly = [
      await activeAt(first),
      await ping.post("/v2/updates", { beginExclusive: 0, updateFormat }),
      await ping.post("/v2/commands/completions", { beginExclusive: first, parties }),
      await ping.post("/v2/updates/get-updates-page", { beginOffsetExclusive: 1, updateFormat }),
    ];
    for (const reply of tooEarly) {
      expectError(reply, 400, "PARTICIPANT_PRUNED_DATA_ACCESSED");
      expect(at(reply.json, "context", "earliest_offset")).to.equal(String(last - 1));
      expect(at(reply.json, "cause")).to.include(String(last - 1));
    }
    const single = await ping.post("/v2/updates/update-by-offset", { offset: first, updateFormat });
    expectError(single, 404, "UPDATE_NOT_FOUND");
    const after = await activeAt(last);
    expect(after.json).to.deep.equal(before.json);
    const updates = await ping.post("/v2/updates", { beginExclusive: last - 1, updateFormat });
    expect(at(updates.json, 0, "update", "Transaction", "value", "offset")).to.equal(last);
  });
});
