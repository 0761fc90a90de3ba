import { saidOf } from "../../fixtures/expected-reply.js";
import { generateKeyPairSync } from "node:crypto";
import { LedgerClient } from "@canton-network/core-ledger-client";
import {
  computeMultiHashForTopology,
  computeSha256CantonHash,
  hashPreparedTransaction,
} from "@canton-network/core-tx-visualizer";
import { type PrivateKey, privateKeyFrom, signMessage } from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import {
  at,
  expectError,
  openPingServer,
  type PingServer,
  pingTemplate,
} from "../../fixtures/ping-server.js";
import { developmentToken } from "../../fixtures/running-server.js";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const fromBase64 = (text: unknown): Uint8Array => Buffer.from(String(text), "base64");

const newKey = (): PrivateKey => {
  const key = privateKeyFrom(generateKeyPairSync("ed25519").privateKey);
  if (isLeft(key)) throw new Error(key.left.message);
  return key.right;
};

const wireSignature = (key: PrivateKey, message: Uint8Array) => {
  const { format, bytes, signedBy, algorithm } = signMessage(key, message);
  return { format, signature: base64(bytes), signedBy, signingAlgorithmSpec: algorithm };
};

describe("External parties over HTTP", () => {
  let pings: PingServer;
  let synchronizer: string;
  const key = newKey();
  let party: string;
  let commands = 0;

  before(async () => {
    pings = await openPingServer();
    synchronizer = pings.ledger.synchronizerId;
  });
  after(() => pings.close());

  const publicKey = (of: PrivateKey) => ({
    format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
    keyData: base64(of.publicKey.der),
    keySpec: of.publicKey.keySpec,
  });
  const generate = (partyHint: string, more: object = {}) =>
    pings.post("/v2/parties/external/generate-topology", {
      synchronizer,
      partyHint,
      publicKey: publicKey(key),
      ...more,
    });
  const allocate = (topologyTransactions: unknown, signatures: ReadonlyArray<object>, more = {}) =>
    pings.post("/v2/parties/external/allocate", {
      synchronizer,
      onboardingTransactions: [topologyTransactions].flat().map((transaction) => ({ transaction })),
      multiHashSignatures: signatures,
      userId: "ledger-api-user",
      ...more,
    });
  const pingBody = (more: object = {}) => {
    commands += 1;
    return {
      commandId: `external-${commands}`,
      actAs: [party],
      synchronizerId: "",
      packageIdSelectionPreference: [],
      commands: [
        {
          CreateCommand: {
            templateId: pingTemplate,
            createArguments: { id: `p${commands}`, initiator: party, responder: pings.bob },
          },
        },
      ],
      ...more,
    };
  };
  const prepare = async (more: object = {}) => {
    const reply = await pings.post("/v2/interactive-submission/prepare", pingBody(more));
    expect(reply.status, reply.text).to.equal(200);
    return {
      preparedTransaction: String(at(reply.json, "preparedTransaction")),
      hash: String(at(reply.json, "preparedTransactionHash")),
      json: reply.json,
    };
  };
  const execution = (preparedTransaction: string, hash: string, more: object = {}) => ({
    preparedTransaction,
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
    submissionId: "",
    deduplicationPeriod: { Empty: {} },
    partySignatures: {
      signatures: [{ party, signatures: [wireSignature(key, fromBase64(hash))] }],
    },
    ...more,
  });
  const execute = (body: object, how = "executeAndWait") =>
    pings.post(`/v2/interactive-submission/${how}`, body);

  it("generates a topology whose hash the official client computes, and allocates the party", async () => {
    const generated = await generate("alice");
    expect(generated.status, generated.text).to.equal(200);
    const transactions = [at(generated.json, "topologyTransactions")].flat();
    const hashes = await Promise.all(
      transactions.map((each) => computeSha256CantonHash(11, fromBase64(each))),
    );
    const content = await computeMultiHashForTopology(hashes);
    const multiHash = base64(await computeSha256CantonHash(55, content));
    expect(at(generated.json, "multiHash")).to.equal(multiHash);
    party = `alice::${key.publicKey.fingerprint}`;
    expect(at(generated.json, "partyId")).to.equal(party);
    const unknown = await pings.running.call("GET", `/v2/parties/${encodeURIComponent(party)}`);
    expect(at(unknown.json, "partyDetails")).to.deep.equal([]);
    const wrong = await allocate(transactions, [wireSignature(newKey(), fromBase64(multiHash))]);
    expectError(wrong, 400, "INVALID_ARGUMENT");
    const allocated = await allocate(transactions, [wireSignature(key, fromBase64(multiHash))]);
    expect(allocated.status, allocated.text).to.equal(200);
    expect(allocated.json).to.deep.equal({ partyId: party });
    const again = await allocate(transactions, [wireSignature(key, fromBase64(multiHash))]);
    expectError(again, 400, "INVALID_ARGUMENT");
    expect(saidOf(again)).to.contain(`Party ${party} already exists`);
    const known = await pings.running.call("GET", `/v2/parties/${encodeURIComponent(party)}`);
    expect(at(known.json, "partyDetails", 0, "party")).to.equal(party);
  });

  it("prepares, and the official client computes the same hash", async () => {
    const prepared = await prepare();
    expect(await hashPreparedTransaction(prepared.preparedTransaction, "base64")).to.equal(
      prepared.hash,
    );
    expect(prepared.json).to.include({
      hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
      hashingDetails: null,
    });
    expect(at(prepared.json, "costEstimation", "totalTrafficCostEstimation")).to.be.above(0);
    const cheap = await prepare({ estimateTrafficCost: { disabled: true }, verboseHashing: true });
    expect(at(cheap.json, "costEstimation")).to.equal(null);
    expect(at(cheap.json, "hashingDetails")).to.contain("Verbose hashing is disabled");
    const unspecified = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_UNSPECIFIED" };
    const refused = await pings.post("/v2/interactive-submission/prepare", pingBody(unspecified));
    expectError(refused, 400, "INVALID_FIELD");
  });

  it("executes what the party signed, once", async () => {
    const prepared = await prepare();
    const body = execution(prepared.preparedTransaction, prepared.hash);
    const executed = await execute(body);
    expect(executed.status, executed.text).to.equal(200);
    expect(at(executed.json, "updateId")).to.be.a("string");
    expect(at(executed.json, "completionOffset")).to.equal(pings.ledger.ledgerEnd());
    expectError(await execute(body), 409, "DUPLICATE_COMMAND");
  });

  it("answers the transaction with its hash, and the completion by offset for the one that does not wait", async () => {
    const prepared = await prepare();
    const body = execution(prepared.preparedTransaction, prepared.hash);
    const executed = await execute(body, "executeAndWaitForTransaction");
    expect(executed.status, executed.text).to.equal(200);
    expect(at(executed.json, "transaction", "externalTransactionHash")).to.equal(
      Buffer.from(prepared.hash, "base64").toString("hex"),
    );
    expect(
      at(executed.json, "transaction", "events", 0, "CreatedEvent", "signatories"),
    ).to.deep.equal([party]);
    const byHash = (token?: string) =>
      pings.post("/v2/commands/completion-by-hash", { transactionHash: prepared.hash }, token);
    const { status, json } = await byHash();
    expect([status, at(json, "lastRejectedCompletions")]).to.deep.equal([200, []]);
    expect(at(json, "acceptedCompletion")).to.deep.include({
      updateId: at(executed.json, "transaction", "updateId"),
      offset: at(executed.json, "transaction", "offset"),
      actAs: [party],
    });
    await pings.ledger.createUser({ userId: "nobody" });
    expectError(await byHash(await developmentToken("nobody")), 404, "COMPLETION_NOT_FOUND");
    const other = await prepare();
    const asynchronous = await execute(execution(other.preparedTransaction, other.hash), "execute");
    expect([asynchronous.status, asynchronous.json]).to.deep.equal([200, {}]);
  });

  it("executes with V3 what was prepared for it", async () => {
    const prepared = await prepare({ hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" });
    const v3 = { hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" };
    const wrong = execution(prepared.preparedTransaction, prepared.hash);
    expectError(await execute(wrong), 400, "FAILED_TO_EXECUTE_TRANSACTION");
    const executed = await execute(execution(prepared.preparedTransaction, prepared.hash, v3));
    expect(executed.status, executed.text).to.equal(200);
  });

  it("keeps to the requested latest record time", async () => {
    const prepared = await prepare({ maxRecordTime: "2020-01-01T00:00:00Z" });
    const late = await execute(execution(prepared.preparedTransaction, prepared.hash));
    expectError(late, 409, "LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED");
  });

  it("answers each mistake with the error of the reference", async () => {
    const { preparedTransaction, hash } = await prepare();
    const good = execution(preparedTransaction, hash);
    const signature = wireSignature(key, fromBase64(hash));
    const signedWith = (changed: object, by = party) => ({
      ...good,
      partySignatures: { signatures: [{ party: by, signatures: [{ ...signature, ...changed }] }] },
    });
    const table: ReadonlyArray<readonly [string, object, number, string]> = [
      ["bytes that are none", { ...good, preparedTransaction: "AAAA" }, 400, "INVALID_ARGUMENT"],
      ["an empty message", { ...good, preparedTransaction: "" }, 400, "MISSING_FIELD"],
      [
        "no version",
        { ...good, hashingSchemeVersion: "HASHING_SCHEME_VERSION_UNSPECIFIED" },
        400,
        "INVALID_FIELD",
      ],
      [
        "an unknown format",
        signedWith({ format: "SIGNATURE_FORMAT_UNSPECIFIED" }),
        400,
        "INVALID_FIELD",
      ],
      [
        "no algorithm",
        signedWith({ signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_UNSPECIFIED" }),
        400,
        "INVALID_FIELD",
      ],
      ["a bad fingerprint", signedWith({ signedBy: "zz" }), 400, "INVALID_FIELD"],
      ["a bad party", signedWith({}, "alice"), 400, "INVALID_FIELD"],
      [
        "another format",
        signedWith({ format: "SIGNATURE_FORMAT_DER" }),
        400,
        "FAILED_TO_EXECUTE_TRANSACTION",
      ],
      [
        "no signature",
        { ...good, partySignatures: { signatures: [] } },
        400,
        "FAILED_TO_EXECUTE_TRANSACTION",
      ],
      ["another user", { ...good, userId: "somebody" }, 403, "NA"],
    ];
    for (const [what, body, status, code] of table) {
      const reply = await execute(body);
      expect([what, reply.status, at(reply.json, "code")], reply.text).to.deep.equal([
        what,
        status,
        code,
      ]);
    }
    expect((await execute(good)).status).to.equal(200);
  });

  it("says in plain text which field is missing or has an unknown name", async () => {
    const { preparedTransaction, hash } = await prepare();
    const good = execution(preparedTransaction, hash);
    for (const missing of ["submissionId", "deduplicationPeriod"]) {
      const body = { ...good, [missing]: undefined };
      const { text } = await pings.post("/v2/interactive-submission/execute", body);
      expect(text).to.equal(`Invalid value for: body (Missing required field at '${missing}')`);
    }
    for (const missing of ["synchronizerId", "packageIdSelectionPreference"]) {
      const body = pingBody({ [missing]: undefined });
      const { text } = await pings.post("/v2/interactive-submission/prepare", body);
      expect(text).to.equal(`Invalid value for: body (Missing required field at '${missing}')`);
    }
    const unknown = await execute({
      ...good,
      partySignatures: {
        signatures: [
          {
            party,
            signatures: [{ ...wireSignature(key, fromBase64(hash)), signingAlgorithmSpec: "X" }],
          },
        ],
      },
    });
    expect(unknown.text).to.contain("Unrecognized enum value X. Supported values: [SIGNING_");
  });

  it("needs the right to execute as the party", async () => {
    const { preparedTransaction, hash } = await prepare();
    const body = execution(preparedTransaction, hash);
    const token = await developmentToken("reader");
    expect(
      (await pings.running.call("POST", "/v2/users", { body: { user: { id: "reader" } } })).status,
    ).to.equal(200);
    const refused = await pings.post("/v2/interactive-submission/executeAndWait", body, token);
    expect(refused.status).to.equal(403);
    expect(
      (await pings.post("/v2/interactive-submission/prepare", pingBody(), token)).status,
    ).to.equal(403);
    const right = { kind: { CanExecuteAs: { value: { party } } } };
    const grant = { userId: "reader", rights: [right] };
    expect(
      (await pings.running.call("POST", "/v2/users/reader/rights", { body: grant })).status,
    ).to.equal(200);
    // who executes for others does not see what it would show them
    expect(
      (await pings.post("/v2/interactive-submission/prepare", pingBody(), token)).status,
    ).to.equal(403);
    const executed = await pings.post("/v2/interactive-submission/executeAndWait", body, token);
    expect(executed.status, executed.text).to.equal(200);
  });

  it("refuses a topology for another synchronizer, an empty hint and an unreadable key", async () => {
    expectError(await generate("a", { synchronizer: "other::1220" }), 400, "INVALID_ARGUMENT");
    expectError(await generate(""), 400, "INVALID_ARGUMENT");
    const broken = { ...publicKey(key), keyData: "AAAA" };
    expectError(await generate("a", { publicKey: broken }), 400, "INVALID_ARGUMENT");
    const bare = await generate("a", { publicKey: undefined });
    expect(at(bare.json, "cause")).to.match(/Field `public_key` is not set$/);
    expectError(await allocate([], []), 400, "INVALID_FIELD");
    expectError(await allocate("AAAA", []), 400, "INVALID_FIELD");
  });

  it("serves the official ledger client the whole way", async () => {
    const token = await developmentToken();
    const client = new LedgerClient({
      baseUrl: new URL(pings.running.base),
      logger: pino({ level: "silent" }),
      // border: the client asks its provider for nothing else
      accessTokenProvider: { getAccessToken: async () => token } as never,
    });
    await client.init();
    const own = newKey();
    const raw = base64(own.publicKey.der.subarray(-32));
    const topology = await client.generateTopology(synchronizer, raw, "dora");
    const onboarding = [topology.topologyTransactions ?? []]
      .flat()
      .map((transaction) => ({ transaction }));
    const signature = wireSignature(own, fromBase64(topology.multiHash));
    await client.allocateExternalParty(synchronizer, onboarding, [signature]);
    const dora = topology.partyId;
    await client.waitForPartyAndGrantUserRights("ledger-api-user", dora);
    const created = await client.post("/v2/interactive-submission/prepare", {
      commandId: "dora-1",
      actAs: [dora],
      synchronizerId: synchronizer,
      packageIdSelectionPreference: [],
      commands: [
        {
          CreateCommand: {
            templateId: pingTemplate,
            createArguments: { id: "d", initiator: dora, responder: pings.bob },
          },
        },
      ],
    });
    const hash = String(created.preparedTransactionHash);
    const executed = await client.post("/v2/interactive-submission/executeAndWait", {
      ...execution(String(created.preparedTransaction), hash),
      partySignatures: {
        signatures: [{ party: dora, signatures: [wireSignature(own, fromBase64(hash))] }],
      },
    } as never);
    expect(executed).to.have.property("updateId").that.is.a("string");
  });
});
