import { base64Decode, base64Encode } from "@tallystick/core";
import {
  hexOf,
  type OnboardingTransaction,
  type PublicKey,
  topologyTransactionHash,
} from "@tallystick/signing";
import { required, wireArray, wireObject, wireString } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { externalBalance } from "./external-balance.js";
import { hexBytes, publicKeyOf } from "./external-key.js";
import { externalSendingRows } from "./external-sending.js";
import { externalSetupRows } from "./external-setup.js";
import { refused, type WalletError, walletRow } from "../rows/wallet-row.js";

/** Request body of `POST /v0/admin/external-party/topology/generate`. */
const GenerateRequest = wireObject("GenerateExternalPartyTopologyRequestV0", {
  party_hint: required(wireString),
  public_key: required(wireString),
});

/** Answer of `POST /v0/admin/external-party/topology/generate`. */
const GenerateResponse = wireObject("GenerateExternalPartyTopologyResponseV0", {
  party_id: required(wireString),
  topology_txs: required(
    wireArray(
      wireObject("TopologyTx", { topology_tx: required(wireString), hash: required(wireString) }),
    ),
  ),
});

/** `POST /v0/admin/external-party/topology/generate` (specification 4.7, wallet 4.5). */
const generateTopology = walletRow({
  method: "POST",
  path: "/v0/admin/external-party/topology/generate",
  summary: "What the owner of a key signs to become a party",
  description: "public_key is the Ed25519 key as hex, hash what is to be signed. Nothing changes.",
  access: "admin",
  changesNothing: true,
  parameters: nothing,
  query: nothing,
  body: GenerateRequest,
  response: { kind: "json", codec: GenerateResponse },
  statuses: { 400: "The hint or the key is none" },
  handle: ({ ledger, body }) => {
    const publicKey = publicKeyOf(body.public_key, "public_key");
    if (isLeft(publicKey)) return publicKey;
    const topology = ledger.generateExternalPartyTopology({
      partyHint: body.party_hint,
      publicKey: publicKey.right,
      separateMappings: true,
    });
    if (isLeft(topology)) return topology;
    const { partyId, transactions } = topology.right;
    return right({
      party_id: partyId,
      topology_txs: transactions.map((bytes) => ({
        topology_tx: base64Encode(bytes),
        hash: hexOf(topologyTransactionHash(bytes)),
      })),
    });
  },
});

/** Request body of `POST /v0/admin/external-party/topology/submit`. */
const SubmitRequest = wireObject("SubmitExternalPartyTopologyRequest", {
  public_key: required(wireString),
  signed_topology_txs: required(
    wireArray(
      wireObject("SignedTopologyTx", {
        topology_tx: required(wireString),
        signed_hash: required(wireString),
      }),
    ),
  ),
});

/** Answer of `POST /v0/admin/external-party/topology/submit`. */
const SubmitResponse = wireObject("SubmitExternalPartyTopologyResponse", {
  party_id: required(wireString),
});

const signedTransaction = (
  topologyTx: string,
  signedHash: string,
  { fingerprint }: PublicKey,
): Either<WalletError, OnboardingTransaction> => {
  const transaction = base64Decode(topologyTx);
  if (isLeft(transaction)) return refused(400, `Invalid topology_tx: ${transaction.left.reason}`);
  const signature = hexBytes(signedHash, "signed_hash");
  if (isLeft(signature)) return signature;
  return right({
    transaction: transaction.right,
    signatures: [
      {
        format: "SIGNATURE_FORMAT_CONCAT",
        algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
        signedBy: fingerprint,
        bytes: signature.right,
      },
    ],
  });
};

/** `POST /v0/admin/external-party/topology/submit` (specification 4.7, wallet 4.5). */
const submitTopology = walletRow({
  method: "POST",
  path: "/v0/admin/external-party/topology/submit",
  summary: "Host the party whose topology transactions were signed",
  description: "signed_hash is the Ed25519 signature over the bytes of the hash, as hex.",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: SubmitRequest,
  response: { kind: "json", codec: SubmitResponse },
  statuses: { 400: "A transaction or a signature does not fit" },
  handle: async ({ ledger, body, userId }) => {
    const publicKey = publicKeyOf(body.public_key, "public_key");
    if (isLeft(publicKey)) return publicKey;
    const transactions: Array<OnboardingTransaction> = [];
    for (const { topology_tx, signed_hash } of body.signed_topology_txs) {
      const transaction = signedTransaction(topology_tx, signed_hash, publicKey.right);
      if (isLeft(transaction)) return transaction;
      transactions.push(transaction.right);
    }
    const allocated = await ledger.allocateExternalParty({
      transactions,
      multiHashSignatures: [],
      userId,
    });
    return isLeft(allocated) ? allocated : right({ party_id: allocated.right.partyId });
  },
});

/** The endpoints by which the operator serves external parties (specification 4.7). */
export const externalPartyRows: ReadonlyArray<Endpoint> = [
  generateTopology,
  submitTopology,
  ...externalSetupRows,
  ...externalSendingRows,
  externalBalance,
];
