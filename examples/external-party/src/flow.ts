import type { NodeClient } from "./node-client.js";
import type { OfflineSigner } from "./offline-signer.js";

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.map(String) : [];

const synchronizerOf = async (node: NodeClient): Promise<string> => {
  const { connectedSynchronizers } = await node.get("/v2/state/connected-synchronizers");
  const all: ReadonlyArray<unknown> = Array.isArray(connectedSynchronizers)
    ? connectedSynchronizers
    : [];
  const [first] = all;
  return typeof first === "object" && first !== null && "synchronizerId" in first
    ? String(first.synchronizerId)
    : "";
};

/** Makes a party whose key the signer has, and lets the user act as it. */
export const onboard = async (
  node: NodeClient,
  signer: OfflineSigner,
  user: string,
): Promise<string> => {
  const synchronizer = await synchronizerOf(node);
  const topology = await node.post("/v2/parties/external/generate-topology", {
    synchronizer,
    partyHint: "alice",
    publicKey: signer.publicKey,
  });
  const transactions = texts(topology["topologyTransactions"]);
  const { partyId } = await node.post("/v2/parties/external/allocate", {
    synchronizer,
    onboardingTransactions: transactions.map((transaction) => ({ transaction })),
    multiHashSignatures: [signer.signTopology(transactions)],
    userId: user,
  });
  return String(partyId);
};

/** Prepares a contract, has it signed, and executes it. Gives the update id. */
export const createSigned = async (
  node: NodeClient,
  signer: OfflineSigner,
  party: string,
): Promise<string> => {
  const { preparedTransaction } = await node.post("/v2/interactive-submission/prepare", {
    commandId: `ping-${Date.now()}`,
    actAs: [party],
    synchronizerId: "",
    packageIdSelectionPreference: [],
    commands: [
      {
        CreateCommand: {
          templateId: pingTemplate,
          createArguments: { id: "hello", initiator: party, responder: party },
        },
      },
    ],
  });
  const signature = signer.signTransaction(String(preparedTransaction));
  const { updateId } = await node.post("/v2/interactive-submission/executeAndWait", {
    preparedTransaction,
    hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
    submissionId: "",
    deduplicationPeriod: { Empty: {} },
    partySignatures: { signatures: [{ party, signatures: [signature] }] },
  });
  return String(updateId);
};
