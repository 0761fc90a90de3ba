import { generateKeyPairSync } from "node:crypto";
import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { externalAllocate } from "../../../src/v2/parties/external-allocate.js";
import { externalGenerateTopology } from "../../../src/v2/parties/external-generate-topology.js";
import { interactivePrepare } from "../../../src/v2/signing/prepare.js";
import { callerWith } from "../../fixtures/callers.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { leftOf } from "../../fixtures/outcomes.js";
import { openPingLedger } from "../../fixtures/ping-ledger.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

const keyData = generateKeyPairSync("ed25519")
  .publicKey.export({ type: "spki", format: "der" })
  .subarray(-32)
  .toString("base64");
const publicKey = {
  format: "CRYPTO_KEY_FORMAT_RAW",
  keyData,
  keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
};
const admin = callerWith([{ kind: "ParticipantAdmin" }]);

describe("the endpoints of external parties", () => {
  let ledger: Ledger;
  let calls: RowCalls;
  before(async () => {
    ledger = await memoryLedger();
    calls = rowCalls(ledger);
  });
  after(() => ledger.close());

  const generation = (change: object = {}) => ({
    synchronizer: ledger.synchronizerId,
    partyHint: "alice",
    publicKey,
    ...change,
  });
  const allocation = (change: object = {}) => ({
    synchronizer: ledger.synchronizerId,
    onboardingTransactions: [],
    ...change,
  });

  it("generate a topology for whoever has a token, and change nothing", async () => {
    const end = ledger.ledgerEnd();
    const topology = Object(await calls.json(externalGenerateTopology, { body: generation() }));
    expect(topology.publicKeyFingerprint).to.match(/^1220[0-9a-f]{64}$/);
    expect(topology.partyId).to.equal(`alice::${topology.publicKeyFingerprint}`);
    expect(topology.topologyTransactions).to.not.be.empty;
    expect(ledger.ledgerEnd()).to.equal(end);
  });

  const generations: ReadonlyArray<readonly [change: object, code: string]> = [
    [{ synchronizer: "x::1220" }, "INVALID_ARGUMENT"],
    [{ publicKey: { ...publicKey, keyData: "AAEC" } }, "INVALID_ARGUMENT"],
    [{ publicKey: { ...publicKey, format: "CRYPTO_KEY_FORMAT_UNSPECIFIED" } }, "INVALID_FIELD"],
    [{ partyHint: "a::b" }, "INVALID_ARGUMENT"],
    [{ confirmationThreshold: -1 }, "INVALID_ARGUMENT"],
  ];
  for (const [change, code] of generations) {
    it(`generate none with ${JSON.stringify(change).slice(0, 60)}`, async () => {
      const body = generation(change);
      const error = leftOf(await calls.outcome(externalGenerateTopology, { body }));
      expect(error.code).to.match(new RegExp(`^(${code}|INVALID_FIELD)$`));
    });
  }

  const signature = {
    format: "SIGNATURE_FORMAT_CONCAT",
    signature: "AAEC",
    signedBy: `1220${"ab".repeat(32)}`,
    signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
  };
  const wrong = { ...signature, format: "SIGNATURE_FORMAT_UNSPECIFIED" };
  const allocations: ReadonlyArray<readonly [what: string, change: object, code: string]> = [
    ["another synchronizer", { synchronizer: "x::1220" }, "INVALID_ARGUMENT"],
    ["a malformed signature of all", { multiHashSignatures: [wrong] }, "INVALID_FIELD"],
    [
      "a malformed signature of one",
      { onboardingTransactions: [{ transaction: "AAEC", signatures: [wrong] }] },
      "INVALID_FIELD",
    ],
  ];
  for (const [what, change, code] of allocations) {
    it(`allocate none with ${what}, which is said before any right`, async () => {
      for (const caller of [callerWith(), admin]) {
        expect(await calls.error(externalAllocate, { body: allocation(change), caller })).to.equal(
          code,
        );
      }
    });
  }

  it("take the physical id of the synchronizer too, as clients that allocate send it", async () => {
    const body = allocation({ synchronizer: `${ledger.synchronizerId}::35-0` });
    const error = leftOf(await calls.outcome(externalAllocate, { body, caller: admin }));
    expect(error.cause).to.not.contain("not connected");
  });

  it("allocate for oneself or as an administrator", async () => {
    expect(await calls.error(externalAllocate, { body: allocation() })).to.equal(
      "PERMISSION_DENIED",
    );
    const named = allocation({ userId: "bob" });
    expect(await calls.error(externalAllocate, { body: named })).to.equal("PERMISSION_DENIED");
  });
});

describe("preparing a transaction", () => {
  it("is UNKNOWN_INFORMEES for everybody where a package is to be chosen for a party that is not known", async () => {
    const ledger = await memoryLedger();
    const calls = rowCalls(ledger);
    const create = { CreateCommand: { templateId: "#m:M:T", createArguments: {} } };
    const body = {
      commandId: "c",
      commands: [create],
      actAs: ["nobody::1220ab"],
      synchronizerId: "",
      packageIdSelectionPreference: [],
    };
    for (const caller of [callerWith(), callerWith([{ kind: "ParticipantAdmin" }])])
      expect(await calls.error(interactivePrepare, { body, caller })).to.equal("UNKNOWN_INFORMEES");
    const malformed = { ...body, actAs: ["a!"] };
    expect(await calls.error(interactivePrepare, { body: malformed })).to.not.equal(
      "UNKNOWN_INFORMEES",
    );
    await ledger.close();
  });

  it("needs to read or act as each party, whose effects others sign (ledger-api 9.4)", async () => {
    const pings = await openPingLedger();
    const calls = rowCalls(pings.ledger);
    const createArguments = { id: "x", initiator: pings.alice, responder: pings.bob };
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    const body = {
      commandId: "c",
      commands: [{ CreateCommand: { templateId, createArguments } }],
      actAs: [pings.alice],
      readAs: [pings.bob],
      synchronizerId: "",
      packageIdSelectionPreference: [],
    };
    for (const kind of ["CanReadAs", "CanActAs"] as const) {
      const both = [pings.alice, pings.bob].map((party) => ({ kind, party }));
      const caller = callerWith(both, { userId: "ledger-api-user" });
      const prepared = Object(await calls.json(interactivePrepare, { body, caller }));
      expect(prepared.preparedTransactionHash, kind).to.be.a("string").and.not.equal("");
      for (const only of both) {
        expect(
          await calls.error(interactivePrepare, { body, caller: callerWith([only]) }),
        ).to.equal("PERMISSION_DENIED");
      }
    }
    const executors = [pings.alice, pings.bob].map(
      (party) => ({ kind: "CanExecuteAs", party }) as const,
    );
    for (const rights of [executors, [{ kind: "ParticipantAdmin" } as const]]) {
      const caller = callerWith(rights, { userId: "ledger-api-user" });
      expect(await calls.error(interactivePrepare, { body, caller })).to.equal("PERMISSION_DENIED");
    }
    await pings.ledger.close();
  });
});
