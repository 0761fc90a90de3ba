import { generateKeyPairSync, sign } from "node:crypto";
import { expect } from "chai";
import { serve, type Served } from "../fixtures/served.js";

const noteOf = (owner: unknown) => ({
  create: {
    templateId: { packageId: "#values", moduleName: "Values", entityName: "Note" },
    createArguments: {
      fields: [
        { label: "owner", value: { party: owner } },
        { label: "text", value: { text: "signed" } },
      ],
    },
  },
});

const key = generateKeyPairSync("ed25519");

describe("A party that signs outside of the node, over gRPC", () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it("is onboarded, prepares, signs and executes, without fields that may be left out", async () => {
    const { grpc } = served;
    const found = await grpc.call("StateService/GetConnectedSynchronizers");
    const [{ synchronizerId: synchronizer = "" } = {}] = Object(found).connectedSynchronizers;
    const topology = Object(
      await grpc.call("PartyManagementService/GenerateExternalPartyTopology", {
        synchronizer,
        partyHint: "signer",
        publicKey: {
          format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
          keyData: key.publicKey.export({ format: "der", type: "spki" }).toString("base64"),
          keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
        },
      }),
    );
    const signed = (bytes: string) => ({
      format: "SIGNATURE_FORMAT_CONCAT",
      signature: sign(null, Buffer.from(bytes, "base64"), key.privateKey).toString("base64"),
      signedBy: topology.publicKeyFingerprint,
      signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
    });
    const { partyId } = await grpc.call("PartyManagementService/AllocateExternalParty", {
      synchronizer,
      onboardingTransactions: topology.topologyTransactions.map((transaction: string) => ({
        transaction,
      })),
      multiHashSignatures: [signed(topology.multiHash)],
    });
    await grpc.call("UserManagementService/GrantUserRights", {
      userId: "ledger-api-user",
      rights: [{ canActAs: { party: partyId } }],
    });
    const prepared = Object(
      await grpc.call("InteractiveSubmissionService/PrepareSubmission", {
        commandId: "one",
        actAs: [partyId],
        commands: [noteOf(partyId)],
      }),
    );
    await grpc.call("InteractiveSubmissionService/ExecuteSubmission", {
      preparedTransaction: prepared.preparedTransaction,
      hashingSchemeVersion: prepared.hashingSchemeVersion,
      submissionId: "one",
      partySignatures: {
        signatures: [{ party: partyId, signatures: [signed(prepared.preparedTransactionHash)] }],
      },
    });
    const wildcard = { cumulative: [{ wildcardFilter: {} }] };
    const eventFormat = { filtersByParty: { [String(partyId)]: wildcard } };
    const transactionShape = "TRANSACTION_SHAPE_ACS_DELTA";
    const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
    const updates = await grpc.stream("UpdateService/GetUpdates", { updateFormat }, 1);
    expect(JSON.stringify(updates)).to.contain('"text":"signed"');
  });
});
