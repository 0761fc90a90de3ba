import { generateKeyPairSync, sign } from "node:crypto";
import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import { type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

const generatePath = "/v0/admin/external-party/topology/generate";
const submitPath = "/v0/admin/external-party/topology/submit";

describe("The validator's endpoints of external parties", () => {
  let server: WalletServer;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const public_key = publicKey
    .export({ format: "der", type: "spki" })
    .subarray(-32)
    .toString("hex");

  before(async () => {
    server = await walletServer();
  });
  after(() => server.close());

  const operator = (method: string, path: string, body?: unknown) =>
    server.as("ledger-api-user", method, path, body);
  const generated = async () => {
    const reply = await operator("POST", generatePath, { party_hint: "alice", public_key });
    expect(reply.status, reply.text).to.equal(200);
    const topology_txs = at(reply.json, "topology_txs");
    return {
      partyId: String(at(reply.json, "party_id")),
      transactions: Array.isArray(topology_txs) ? topology_txs : [],
    };
  };
  const signedHash = (hash: unknown): string =>
    sign(null, Buffer.from(String(hash), "hex"), privateKey).toString("hex");

  it("make a party of three transactions, each signed by its hash", async () => {
    const { partyId, transactions } = await generated();
    expect(transactions).to.have.length(3);
    const signed_topology_txs = transactions.map((each: unknown) => ({
      topology_tx: at(each, "topology_tx"),
      signed_hash: signedHash(at(each, "hash")),
    }));
    const submitted = await operator("POST", submitPath, { public_key, signed_topology_txs });
    expect(submitted.status, submitted.text).to.equal(200);
    expect(submitted.json).to.deep.equal({ party_id: partyId });
    expect(server.validator.ledger.party(partyId)?.external?.threshold).to.equal(1);
    const again = await operator("POST", submitPath, { public_key, signed_topology_txs });
    expect([again.status, again.text.includes("already exists")]).to.deep.equal([400, true]);
  });

  it("make no party for a user of the node: nothing is left of such a request", async () => {
    const { partyId } = await generated();
    const { ledger, wallet } = server.validator;
    expect(ledger.party(partyId)?.external).not.to.equal(undefined);
    for (const party_id of [partyId, wallet.settings.dso]) {
      const reply = await operator("POST", "/v0/admin/users", { name: "someone", party_id });
      expect(reply.status, reply.text).to.equal(404);
      expect(ledger.user("someone")).to.equal(undefined);
    }
  });

  it("refuse a signature over another hash, and a party without a name", async () => {
    const { transactions } = await generated();
    const forged = transactions.map((each: unknown) => ({
      topology_tx: at(each, "topology_tx"),
      signed_hash: signedHash("00"),
    }));
    const wrong = await operator("POST", submitPath, { public_key, signed_topology_txs: forged });
    expect(wrong.status).to.equal(400);
    const unnamed = await operator("POST", generatePath, { party_hint: "", public_key });
    expect(unnamed.status).to.equal(400);
    expect(at(unnamed.json, "error")).to.be.a("string");
  });

  it("are for the operator", async () => {
    const reply = await server.as("somebody", "POST", generatePath, {
      party_hint: "a",
      public_key,
    });
    expect(reply.status).to.equal(403);
  });
});
